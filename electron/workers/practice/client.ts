import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createFetch, FetchError } from 'ofetch';
import { z } from 'zod';
import type { PracticeStatus } from '../../../src/contract/connections.ts';
import type { Connection } from '../../../src/domain/connections/connection.ts';
import type { EarlierUsesTable } from '../../database/keys/keys-table.ts';
import type { Practice } from '../../ipc/handler-context.ts';
import type { Connections } from '../../sync/connection/connections.ts';
import type { EditQueue } from '../../sync/outbox/edit-queue.ts';
import { FirstEdits, type FirstEditsPorts } from './first-edits.ts';
import type { UsageHistory } from '../../database/keys/usage-samples.ts';
import { usageHistories } from './usage-histories.ts';

const ready = z.object({
  kind: z.literal('ready'),
  baseUrl: z.string(),
  controlUrl: z.string(),
  controlToken: z.string(),
  adminToken: z.string(),
});
type Ready = z.infer<typeof ready>;

type PracticeSettings = Omit<PracticeStatus, 'running'>;

/** The control API's settings for each fault that a person can choose. */
const FAULTS: Record<PracticeStatus['fault'], object> = {
  none: { latencyMs: 0, faults: [] },
  slow: { latencyMs: 2_500, faults: [] },
  errors: { latencyMs: 0, faults: [{ kind: 'error', status: 500 }] },
  rateLimit: { latencyMs: 0, faults: [{ kind: 'rateLimit', retryAfterSeconds: 20 }] },
  dropAfterApply: { latencyMs: 0, faults: [{ kind: 'dropAfterApply', method: 'PUT' }] },
};

export type PracticeClientPorts = {
  readonly profileDirectory: string;
  readonly workerUrl: URL;
  readonly connections: () => Connections;
  readonly announce: () => void;
  /** Says that edits and files changed. */
  readonly announceEdits: () => void;
  readonly earlierUses: EarlierUsesTable;
  readonly queue: () => EditQueue;
  readonly nameGroups: FirstEditsPorts['nameGroups'];
  readonly report: (error: unknown) => void;
  /** Whether a new practice connection begins without edits and made-up uses, as tests want it. */
  readonly beginsEmpty: boolean;
};

/** Unasked ends in one run of the app, after which the practice service waits for its next use. */
const MOST_ENDS = 8;

/** Runs the practice service in a thread of its own, and changes its settings through the control API. */
export class PracticeClient implements Practice {
  readonly #ports: PracticeClientPorts;
  #worker: Worker | null = null;
  #starting: Promise<Ready> | null = null;
  #settings: PracticeSettings;
  /** Changes are made one after another: two answers that cross would leave the service and the app in different states. */
  #lastChange: Promise<unknown> = Promise.resolve();
  #isClosing = false;
  #ends = 0;
  /** A file that exists while the network is off, so that the network stays off over a restart. */
  readonly #networkOffPath: string;
  /** Made-up uses of the service's keys from before this computer knew them. */
  #histories: readonly UsageHistory[] = [];
  readonly #firstEdits: FirstEdits;

  constructor(ports: PracticeClientPorts) {
    this.#ports = ports;
    this.#networkOffPath = join(ports.profileDirectory, 'practice-network-off');
    this.#settings = { networkOn: !existsSync(this.#networkOffPath), fault: 'none', listing: true };
    this.#firstEdits = new FirstEdits({
      markerPath: join(ports.profileDirectory, 'practice-first-edits'),
      queue: ports.queue,
      running: ({ id }) => ports.connections().running(id),
      changeElsewhere: async ({ network, id }, pair) =>
        void (await this.editAsSomebodyElse({ network, id, name: null, keyvalues: [pair] })),
      nameGroups: ports.nameGroups,
      takeNetworkAway: async () => void (await this.set({ networkOn: false })),
      announce: ports.announceEdits,
      report: ports.report,
    });
  }

  async connect(): Promise<Connection> {
    const { baseUrl, adminToken } = await this.#start();
    const { beginsEmpty, connections } = this.#ports;
    if (!beginsEmpty) this.#histories = usageHistories.parse(await this.#control('/usage-history', null));
    if (!beginsEmpty && practiceIn(connections()) === null) this.#firstEdits.begin();
    const added = await this.#ports
      .connections()
      .add({ kind: 'practice', name: 'Practice', baseUrl, token: adminToken });
    if (!added.ok) throw new Error(`The practice service has a bad address: ${added.failure}`);
    if (!this.#settings.networkOn) this.#announceNetwork(false);
    return added.value;
  }

  state(): PracticeStatus {
    return { running: this.#worker !== null, ...this.#settings };
  }

  async set(changed: Partial<PracticeSettings>): Promise<PracticeStatus> {
    // At once: the app may end before the service has answered, and the next start begins as it was left.
    if (changed.networkOn === false) this.#keepNetworkOff();
    // A person who turns the network off or on has begun: nothing may take it away from them now.
    if (changed.networkOn !== undefined) this.#firstEdits.giveUp();
    const made = this.#lastChange.then(() => this.#make(changed));
    this.#lastChange = Promise.allSettled([made]);
    return await made;
  }

  async #make(changed: Partial<PracticeSettings>): Promise<PracticeStatus> {
    this.#settings = { ...this.#settings, ...changed };
    const { networkOn, fault, listing } = this.#settings;
    await this.#control('/switches', { offline: !networkOn, listing, readById: listing, ...FAULTS[fault] });
    if (networkOn) rmSync(this.#networkOffPath, { force: true });
    else this.#keepNetworkOff();
    if (changed.networkOn !== undefined) this.#announceNetwork(networkOn);
    this.#ports.announce();
    return this.state();
  }

  #keepNetworkOff(): void {
    writeFileSync(this.#networkOffPath, '', { mode: 0o600 });
  }

  async editAsSomebodyElse({ id, name, keyvalues }: Parameters<Practice['editAsSomebodyElse']>[0]): Promise<boolean> {
    const changes = { ...(name === null ? {} : { name }), keyvalues: Object.fromEntries(keyvalues) };
    try {
      await this.#control('/edit-file', { id, ...changes });
      return true;
    } catch (error) {
      if (error instanceof FetchError && isRefusal(error.statusCode)) return false;
      throw error;
    }
  }

  /** Gives keys of the practice service the uses of their last 90 days, so that each has a forecast from the first scan on. */
  keysChecked({ id, kind }: Connection): void {
    if (kind === 'practice' && this.#histories.length > 0) this.#ports.earlierUses.put(id, this.#histories);
  }

  /** Call after a complete pull of any connection, before its next piece of work. */
  async pulled(connection: Connection, signal: AbortSignal): Promise<void> {
    if (connection.kind === 'practice') await this.#firstEdits.pulled(connection, signal);
  }

  /** Call after every change of a sync status. */
  statusChanged(): void {
    this.#firstEdits.statusChanged(() => practiceIn(this.#ports.connections()));
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    const worker = this.#worker;
    if (worker === null) return;
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    worker.postMessage({ kind: 'close' });
    await exited;
  }

  #announceNetwork(isOn: boolean): void {
    const connections = this.#ports.connections();
    for (const { id, kind } of connections.list()) {
      if (kind === 'practice') connections.running(id)?.send({ kind: isOn ? 'networkUp' : 'networkDown' });
    }
  }

  #start(): Promise<Ready> {
    if (this.#isClosing) return Promise.reject(new Error('The practice service is closed'));
    return (this.#starting ??= new Promise((resolve, reject) => {
      const databasePath = join(this.#ports.profileDirectory, 'practice.db');
      const switches = { filesPageSize: 1_000, keysPageSize: 50, offline: !this.#settings.networkOn };
      const worker = new Worker(this.#ports.workerUrl, { workerData: { databasePath, switches, library: 'studio' } });
      this.#worker = worker;
      worker.once('message', (message) => {
        chmodSync(databasePath, 0o600);
        worker.once('exit', () => this.#ended());
        resolve(ready.parse(message));
      });
      worker.once('error', reject);
      // The next request starts another thread after every end, expected or not.
      worker.once('exit', () => {
        this.#worker = null;
        this.#starting = null;
        reject(new Error('The practice service ended before it was ready'));
        if (!this.#isClosing) this.#ports.announce();
      });
    }));
  }

  /** Starts the service again after an unasked end, at another port and with the settings of before. */
  #ended(): void {
    this.#ends += 1;
    if (this.#isClosing || this.#ends > MOST_ENDS) return;
    void this.connect()
      .then(() => this.set({}))
      .catch(this.#ports.report);
  }

  /** @param body null for a question */
  async #control(path: string, body: object | null): Promise<unknown> {
    const { controlUrl, controlToken } = await this.#start();
    const ask = createFetch({ fetch, Headers, AbortController });
    return await ask(`${controlUrl}${path}`, {
      ...(body === null ? {} : { method: 'POST', body }),
      retry: false,
      headers: { 'X-Practice-Control': controlToken },
    });
  }
}

/** An answer that says that the request was wrong, and the service right (RFC 9110, 15.5). */
const isRefusal = (status = 0): boolean => status >= 400 && status < 500;

const practiceIn = (connections: Connections): Connection | null =>
  connections.list().find(({ kind }) => kind === 'practice') ?? null;

import { everyPart } from '../../src/domain/connections/copied-parts.ts';
import { firstFileCeiling } from '../../src/domain/connections/file-ceiling.ts';
import { RateLimit } from '../../electron/remote/rate-limit.ts';
import { rateLimited, unlimited } from '../../electron/remote/service-decorators.ts';
import { ConnectionSync } from '../../electron/sync/connection/connection-sync.ts';
import type { Clock, Tables } from '../../electron/sync/ports.ts';
import { EditQueue } from '../../electron/sync/outbox/edit-queue.ts';
import type { UndoHistory } from '../../electron/sync/outbox/undo-history.ts';
import type { OutboxTable } from '../../electron/database/outbox/outbox.ts';
import type { PacedService, Service } from '../../electron/remote/service.ts';
import { accountRefOf, type ConflictRule, type Connection, noTraits } from '../../src/domain/connections/connection.ts';
import { fieldValue, type Field } from '../../src/domain/files/field.ts';
import { connectionId, type FileId } from '../../src/domain/core/ids.ts';
import type { MetadataMode } from '../../src/domain/service/metadata-mode.ts';
import { learningFromReads } from './learning-from-reads.ts';
import type { ListWatch } from './lists.ts';
import { isUndone } from './own-order.ts';
import { MemoryFiles, noIndexes, noKeys, noSignatures } from './memory-mirror.ts';
import { MemoryOutbox } from './memory-outbox-table.ts';
import { memoryUndo } from './memory-undo.ts';
import type { SimulatedNetwork } from './network.ts';
import type { SimulatedServer } from './server.ts';
import type { Happened, HappeningKind } from './situations/happening.ts';
import type { Random } from './random.ts';
import type { Sabotage } from './sabotage.ts';
import type { VirtualTime } from './virtual-time.ts';
import { OutboxSnapshots } from './outbox-snapshots.ts';
import { unfinishedChanges } from '../../electron/sync/outbox/project-edits.ts';

export type WorkstationParts = {
  readonly name: string;
  readonly server: SimulatedServer;
  readonly time: VirtualTime;
  readonly random: Random;
  readonly rule: ConflictRule;
  readonly network: () => SimulatedNetwork;
  readonly lists: ListWatch;
  /** The pace of its requests; null for no limit. */
  readonly perMinute: number | null;
  readonly log: (line: () => string) => void;
  readonly happened: Happened;
  /** What a control takes away. */
  readonly sabotage: Sabotage;
};

/** One computer with Pinfold on it: its disk outlives its program. */
export class Workstation {
  readonly name: string;
  readonly outbox = new MemoryOutbox();
  readonly files = new MemoryFiles();
  readonly snapshots = new OutboxSnapshots(this.outbox, this.files);
  readonly queue: EditQueue;
  readonly undo: UndoHistory;
  readonly #parts: WorkstationParts;
  connection: Connection;
  #network: SimulatedNetwork | null = null;
  #sync: ConnectionSync | null = null;
  #epoch = 0;
  readonly bugs: unknown[] = [];
  /** Lists that were believed about a file though they were asked for before its last update. */
  readonly staleLists: string[] = [];
  readonly lists: ListWatch;
  /** Values a person looked at when they typed over them. */
  readonly seen = new Set<string>();
  /** The place in the queue of the edit that first wanted a value: a later decision gives an edit another one. */
  readonly wantedAt = new Map<string, number>();

  constructor(parts: WorkstationParts) {
    this.name = parts.name;
    this.#parts = parts;
    this.lists = parts.lists;
    this.connection = {
      id: connectionId.parse(parts.random.uuid()),
      name: parts.name,
      kind: 'service',
      baseUrl: 'https://service.example/v3',
      account: 'account',
      tokenKey: null,
      paused: false,
      copiedParts: everyPart,
      conflictRule: parts.rule,
      readBeforeWrite: parts.sabotage.readBeforeWrite ?? true,
      checkEveryMinutes: 2,
      gateway: null,
      fileCeiling: firstFileCeiling,
      readOnly: false,
      requestsPerMinute: null,
      formerAccounts: [],
      learnt: { ...noTraits, ...parts.sabotage.learnt },
      createdAtMs: 0,
    };
    const { random } = parts;
    this.files.onListed = (record, requestSeq) => {
      if (isUndone(this, parts.server, record, requestSeq)) this.staleLists.push(`${parts.name}: ${record.id}`);
    };
    this.files.onFullCheck = () => this.lists.completed();
    const clock = this.#clock(0);
    const tables = { outbox: this.#outbox(), files: this.files, clock, random };
    this.queue = new EditQueue({ ...tables, remember: () => undefined });
    this.undo = memoryUndo({ ...tables, queue: this.queue });
  }

  #outbox(): OutboxTable {
    return this.#parts.sabotage.outbox?.(this.outbox) ?? this.outbox;
  }

  #service(network: SimulatedNetwork): Service {
    const { sabotage } = this.#parts;
    const service = sabotage.service?.(network) ?? network;
    const learn = (keyvaluesMode: MetadataMode): void => {
      this.connection = { ...this.connection, learnt: { ...this.connection.learnt, keyvaluesMode } };
    };
    return sabotage.learnsFromReads === true ? learningFromReads(service, learn) : service;
  }

  #paced(service: Service, clock: Clock): PacedService {
    const { perMinute, sabotage } = this.#parts;
    if (perMinute === null) return unlimited(service);
    const paced = rateLimited(service, new RateLimit(perMinute, clock));
    return sabotage.turnsApart === true ? unlimited(paced) : paced;
  }

  #clock(epoch: number): Clock {
    const { time, random } = this.#parts;
    const alive = (run: () => void) => () => (epoch === 0 || epoch === this.#epoch ? run() : undefined);
    return {
      nowMs: () => time.nowMs,
      wakeAt: (atMs, wake) => time.at(Number.isFinite(atMs) ? atMs : time.nowMs + 2 ** 31, alive(wake)),
      // A busy program is slow to take its next turn, and one that crashes before it never does.
      yieldToEventLoop: () => new Promise((resolve) => void time.after(random.between(0, 50), alive(resolve))),
      hasPendingMessages: () => false,
    };
  }

  get isOn(): boolean {
    return this.#sync !== null;
  }

  get isQuiet(): boolean {
    return this.#sync?.state.work === 'none' && !this.#sync.state.push.isWanted && !this.#sync.state.pull.isWanted;
  }

  switchOn(): void {
    const epoch = ++this.#epoch;
    const { random, sabotage, log, name, time } = this.#parts;
    const outbox = this.#outbox();
    outbox.endAbandonedAttempts(time.nowMs);
    this.#network = this.#parts.network();
    const tables: Tables = {
      outbox,
      files: sabotage.files?.(this.files) ?? this.files,
      keys: noKeys,
      signatures: noSignatures,
      sortIndexes: noIndexes,
    };
    this.#sync = new ConnectionSync({
      tables,
      clock: this.#clock(epoch),
      random,
      service: this.#paced(this.#service(this.#network), this.#clock(epoch)),
      connection: () => this.connection,
      saveTraits: (traits) => {
        const learnt = { ...this.connection.learnt, ...traits, ...sabotage.learnt };
        this.connection = { ...this.connection, learnt };
      },
      remember: () => undefined,
      announce: () => undefined,
      keysChecked: () => undefined,
      isWatched: () => true,
      report: (error) => void this.bugs.push(error),
    });
    log(() => `${time.nowMs} ${name} on`);
    this.happened('switchedOn');
    this.#sync.send({ kind: 'started', mode: 'running' });
  }

  /** Kill -9: nothing the program was about to do happens any more. */
  crash(): void {
    const { log, name, time } = this.#parts;
    log(() => `${time.nowMs} ${name} crash`);
    this.happened('crashed');
    this.#epoch++;
    if (this.#network !== null) this.#network.isCutOff = true;
    this.#sync = null;
  }

  takeSnapshot(): void {
    for (const { id } of this.snapshots.take(this.connection.id)) this.happened('copied', id);
  }

  /** The queue is damaged: what the snapshot holds takes its place. Call while the program is off. */
  restore(): void {
    const { log, name, time, sabotage } = this.#parts;
    log(() => `${time.nowMs} ${name} takes its queue from a snapshot`);
    const { id: of } = this.connection;
    const back = this.snapshots.restore(of, this.#clock(0), sabotage.sendsRestored === true);
    for (const { id } of back) this.happened('restored', id);
  }

  tell(kind: 'editQueued' | 'checkAsked' | 'networkUp' | 'networkDown'): void {
    this.#sync?.send({ kind });
  }

  /** Into the story that the situations are looked for in. */
  happened(kind: HappeningKind, id: FileId | null = null): void {
    this.#parts.happened(kind, this.name, id);
  }

  /** What a person sees in a field; undefined for a file that is not in the copy yet. */
  shown(id: FileId, field: Field): string | null | undefined {
    const row = this.files.row({ network: 'public', id });
    return row === undefined ? undefined : fieldValue(row.shown, field);
  }

  edit(id: FileId, field: Field, mine: string | null): void {
    const base = this.shown(id, field);
    if (base === undefined || base === mine) return;
    const { log, name, time } = this.#parts;
    log(() => `${time.nowMs} ${name} edits ${id} ${field} ${base} -> ${mine}`);
    this.happened('edited', id);
    this.seen.add(seenText(id, field, base));
    const wanted = [{ key: { network: 'public' as const, id }, changes: [{ field, base, mine }] }];
    this.queue.enqueue(this.connection.id, accountRefOf(this.connection), 'edit', wanted);
    this.noteWanted(id, field, mine);
    this.tell('editQueued');
  }

  /** Notes a value that the topmost edit of a field wants now. */
  noteWanted(id: FileId, field: Field, value: string | null): void {
    const topmost = this.openChanges(id).findLast((one) => one.field === field && one.mine === value);
    const text = seenText(id, field, value);
    if (topmost !== undefined && !this.wantedAt.has(text)) this.wantedAt.set(text, topmost.seq);
  }

  /** Into the story, with what waits of that file. */
  note(what: string, id: FileId): void {
    const { log, name, time } = this.#parts;
    const waiting = () => this.openChanges(id).map((one) => `${one.field} ${one.base} -> ${one.mine} ${one.status}`);
    log(() => `${time.nowMs} ${name} ${what} ${id}: ${waiting().join(', ')}`);
  }

  of(id: FileId) {
    return { connectionId: this.connection.id, network: 'public' as const, id };
  }

  openChanges(id: FileId) {
    return unfinishedChanges(this.outbox, this.of(id));
  }
}

export const seenText = (id: FileId, field: string, value: string | null): string => JSON.stringify([id, field, value]);

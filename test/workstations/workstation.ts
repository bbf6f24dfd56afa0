import { setTimeout as pause } from 'node:timers/promises';
import type { Channel, Input, Reply } from '../../src/contract/index.ts';
import { changeSetId, connectionId, type ConnectionId, fileId } from '../../src/domain/core/ids.ts';
import { filesWithEdits } from '../../src/domain/edits/edit.ts';
import { field, keyField } from '../../src/domain/files/field.ts';
import type { FileRecord } from '../../src/domain/files/file.ts';
import { type AppClient, enter } from '../torture/app-client.ts';
import { type AppProcess, startApp } from '../torture/app-process.ts';
import type { Fields, Outcome, Value } from './checker/history.ts';

/** A field that both sides changed, as the person sees it. */
export type Clash = { readonly file: string; readonly field: string; readonly mine: Value; readonly server: Value };
export type Choice = 'mine' | 'server' | { readonly value: string };
/** What a person learns of one saved edit. Null while the workstation cannot be asked. */
export type Answer<Of> = Promise<Of | null>;

/** One person's program in front of a shared service. Every answer is null while the program does not run. */
export type Workstation = {
  readonly start: () => Promise<void>;
  readonly kill: () => Promise<void>;
  readonly shown: (file: string) => Answer<Fields>;
  /** @returns the change set, once it was called saved */
  readonly edit: (file: string, field: string, base: Value, mine: Value) => Answer<string>;
  readonly clashes: () => Answer<readonly Clash[]>;
  readonly decide: (clash: Clash, choice: Choice) => Answer<true>;
  readonly discard: (set: string) => Answer<true>;
  readonly outcome: (set: string) => Answer<Outcome | 'needsPerson'>;
  readonly check: () => Answer<true>;
  /** Files whose edits are on no way to the service yet, or wait for the person. */
  readonly open: () => Answer<number>;
  readonly stop: () => Promise<void>;
};

const LONGEST_START_MS = 60_000;
const TOKEN = 'token-of-a-workstation';

export type WorkstationPlace = {
  readonly program: string;
  readonly profile: string;
  readonly cache: string;
  readonly baseUrl: string;
  /** Whether it keeps the pace of the app; without it, requests go out as fast as they can. */
  readonly isPaced?: boolean;
};

/** The real program on a profile of its own, driven over its socket as its page would. */
export class RealWorkstation implements Workstation {
  readonly #place: WorkstationPlace;
  #app: AppProcess | null = null;
  #client: AppClient | null = null;
  #connection: ConnectionId | null = null;

  constructor(place: WorkstationPlace) {
    this.#place = place;
  }

  /** @throws when the program does not start, or warns of its files */
  async start(): Promise<void> {
    const { program, profile, cache, baseUrl, isPaced = false } = this.#place;
    const env = { PINFOLD_TOKEN: TOKEN, ...(isPaced ? {} : { PINFOLD_REQUESTS_PER_MINUTE: '1000000' }) };
    const app = startApp(program, profile, cache, { words: ['--connect', baseUrl], env });
    const address = await Promise.race([app.address, pause(LONGEST_START_MS, null, { ref: false })]);
    const client = address === null ? null : await enter(address);
    if (client === null) throw new Error(`A workstation did not start: ${app.output()}`);
    const info = await client.ask('app.info', null);
    if (info?.ok && info.value.warnings.length > 0) throw new Error(`Warned of nothing: ${info.value.warnings[0]}`);
    // As a page does: three starts without it, each ended by a kill, lead to safe mode.
    await client.ask('recovery.pageShown', null);
    const list = await client.ask('connections.list', null);
    this.#connection = connectionId.parse(list?.ok ? list.value[0]?.connection.id : null);
    this.#app = app;
    this.#client = client;
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /** The process, for whoever measures it. */
  get pid(): number | null {
    return this.#app?.child.pid ?? null;
  }

  /** Another window on the same program. */
  async window(): Answer<AppClient> {
    return (await this.#client?.another()) ?? null;
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const app = this.#app;
    this.#app = null;
    if (app === null) return;
    if (signal === 'SIGTERM' && process.platform === 'win32') app.child.disconnect();
    else app.child.kill(signal);
    await app.ended;
    this.#client?.close();
    this.#client = null;
  }

  async shown(file: string): Answer<Fields> {
    const reply = await this.#ask('files.get', (id) => ({ connectionId: id, key: keyOf(file) }));
    return reply?.ok ? fieldsOf(reply.value.shown) : null;
  }

  async edit(file: string, of: string, base: Value, mine: Value): Answer<string> {
    const changes = [{ field: field.parse(of), base, mine }];
    const reply = await this.#ask('files.edit', (id) => ({ connectionId: id, key: keyOf(file), changes }));
    return reply?.ok ? reply.value.changeSetId : null;
  }

  async clashes(): Answer<readonly Clash[]> {
    const reply = await this.#ask('changes.conflicts', (id) => ({ connectionId: id, changeSetId: null }));
    if (!reply?.ok) return null;
    return reply.value.map(({ key, field: of, mine, server }) => ({ file: key.id, field: of, mine, server }));
  }

  async decide({ file, field: of, server }: Clash, choice: Choice): Answer<true> {
    const made = typeof choice === 'string' ? { kind: choice } : { kind: 'byHand' as const, value: choice.value };
    const decisions = [{ field: field.parse(of), choice: made, server }];
    const reply = await this.#ask('changes.decide', (id) => ({ connectionId: id, key: keyOf(file), decisions }));
    return reply?.ok ? true : null;
  }

  async discard(set: string): Answer<true> {
    const target = { changeSetId: changeSetId.parse(set) };
    const reply = await this.#ask('changes.discard', (id) => ({ connectionId: id, target }));
    return reply?.ok ? true : null;
  }

  async outcome(set: string): Answer<Outcome | 'needsPerson'> {
    const asked = { changeSetId: changeSetId.parse(set), from: 0, to: 1 };
    const reply = await this.#ask('changes.set', (id) => ({ connectionId: id, ...asked }));
    const change = reply?.ok ? reply.value.edits[0]?.edit.changes[0] : undefined;
    if (change === undefined) return null;
    if (change.status === 'settled') return change.settlement ?? 'unfinished';
    if (change.status === 'discarded') return 'discarded';
    return change.status === 'refused' || change.status === 'gone' ? 'needsPerson' : 'unfinished';
  }

  async check(): Answer<true> {
    return (await this.#ask('connections.checkNow', (id) => ({ id })))?.ok ? true : null;
  }

  async open(): Answer<number> {
    const reply = await this.#ask('connections.list', () => null);
    if (!reply?.ok) return null;
    return reply.value.reduce((sum, { status }) => sum + filesWithEdits(status.counts), 0);
  }

  async #ask<C extends Channel>(name: C, input: (id: ConnectionId) => Input<C>): Promise<Reply<C> | null> {
    if (this.#client === null || this.#connection === null) return null;
    return await this.#client.ask(name, input(this.#connection));
  }
}

const keyOf = (id: string) => ({ network: 'public' as const, id: fileId.parse(id) });

function fieldsOf({ name, keyvalues }: FileRecord): Fields {
  return { name, ...Object.fromEntries(keyvalues.map(([key, value]) => [keyField(key), value])) };
}

import { RateLimit } from '../../electron/remote/rate-limit.ts';
import { rateLimited, unlimited } from '../../electron/remote/service-decorators.ts';
import { ConnectionSync } from '../../electron/sync/connection/connection-sync.ts';
import type { Clock, Tables } from '../../electron/sync/ports.ts';
import { EditQueue } from '../../electron/sync/outbox/edit-queue.ts';
import type { RequestedEdit } from '../../electron/sync/outbox/enqueue-edits.ts';
import type { UndoHistory } from '../../electron/sync/outbox/undo-history.ts';
import type { OutboxTable } from '../../electron/database/outbox/outbox.ts';
import type { PacedService, Service } from '../../electron/remote/service.ts';
import { accountRefOf, type ConflictRule, type Connection } from '../../src/domain/connections/connection.ts';
import { fieldValue, type Field } from '../../src/domain/files/field.ts';
import type { RequestedChange } from '../../src/domain/edits/edit.ts';
import type { FileId } from '../../src/domain/core/ids.ts';
import type { MetadataMode } from '../../src/domain/service/metadata-mode.ts';
import { learningFromReads } from './learning-from-reads.ts';
import type { ListWatch } from './lists.ts';
import { isUndone } from './own-order.ts';
import { MemoryFiles, noIndexes, noKeys, noSignatures } from './memory-mirror.ts';
import { MemoryOutbox } from './memory-outbox-table.ts';
import { memoryUndo } from './memory-undo.ts';
import { UndoWatch } from './undo-watch.ts';
import type { SimulatedNetwork } from './network.ts';
import type { HappeningKind } from './situations/happening.ts';
import { OutboxSnapshots } from './outbox-snapshots.ts';
import { RulesInForce } from './rules-in-force.ts';
import { ValueLog } from './value-log.ts';
import { firstConnection, type WorkstationParts } from './workstation-parts.ts';
import { unfinishedChanges } from '../../electron/sync/outbox/edits-of-file.ts';
import { UnshownFiles } from '../../electron/sync/outbox/unshown-files.ts';

/** One computer with Pinfold on it: its disk outlives its program. */
export class Workstation {
  readonly name: string;
  readonly outbox = new MemoryOutbox();
  readonly files = new MemoryFiles();
  readonly snapshots = new OutboxSnapshots(this.outbox, this.files);
  readonly queue: EditQueue;
  readonly undo: UndoHistory;
  readonly undoWatch = new UndoWatch(this.outbox, (kind, id) => this.happened(kind, id));
  readonly #parts: WorkstationParts;
  connection: Connection;
  #network: SimulatedNetwork | null = null;
  #sync: ConnectionSync | null = null;
  readonly #unshown = new UnshownFiles();
  #epoch = 0;
  readonly bugs: unknown[] = [];
  /** Lists that were believed about a file though they were asked for before its last update. */
  readonly staleLists: string[] = [];
  readonly lists: ListWatch;
  readonly values = new ValueLog();
  readonly rules: RulesInForce;

  constructor(parts: WorkstationParts) {
    this.name = parts.name;
    this.#parts = parts;
    this.lists = parts.lists;
    this.connection = firstConnection(parts);
    this.rules = new RulesInForce(parts.rule);
    this.outbox.onUpdate = (changes) => this.rules.noteDiscards(changes, parts.time.nowMs);
    const { random } = parts;
    this.files.onListed = (record, requestSeq) => {
      if (isUndone(this, parts.server, record, requestSeq)) this.staleLists.push(`${parts.name}: ${record.id}`);
    };
    this.files.onFullCheck = () => this.lists.completed();
    const clock = this.#clock(0);
    const tables = { outbox: this.#outbox(), files: this.files, unshown: this.#unshown, clock, random };
    this.queue = new EditQueue({
      ...tables,
      remember: () => undefined,
      report: (error) => {
        throw error;
      },
    });
    const undoQueue = parts.sabotage.undoQueue?.(this.queue, (id, field) => this.shown(id, field)) ?? this.queue;
    this.undo = memoryUndo({ ...tables, queue: undoQueue }, (entries) => this.undoWatch.partDone(entries));
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
    const { random, sabotage, time } = this.#parts;
    const outbox = this.#outbox();
    outbox.endAbandonedAttempts(time.nowMs);
    this.#network = this.#parts.network();
    const tables: Tables = {
      outbox,
      files: sabotage.files?.(this.files) ?? this.files,
      keys: noKeys,
      signatures: noSignatures,
      sortIndexes: noIndexes,
      unshown: this.#unshown,
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
      keysChecked: async () => undefined,
      isWatched: () => true,
      report: (error) => void this.bugs.push(error),
    });
    this.say('on');
    this.happened('switchedOn');
    this.#sync.send({ kind: 'started', mode: 'running' });
  }

  /** Kill -9: nothing the program was about to do happens any more. */
  crash(): void {
    this.say('crash');
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
    this.say('takes its queue from a snapshot');
    const isSent = this.#parts.sabotage.sendsRestored === true;
    const back = this.snapshots.restore(this.connection.id, this.#clock(0), isSent);
    for (const { id } of back) this.happened('restored', id);
  }

  /** The person chooses what is done about conflicts from now on. */
  chooseRule(conflictRule: ConflictRule): void {
    this.say(`goes by the rule ${conflictRule}`);
    this.happened('ruleChosen');
    this.rules.choose(conflictRule, this.#parts.time.nowMs);
    this.connection = { ...this.connection, conflictRule };
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

  /** One change set that gives files the same values. */
  edit(ids: readonly FileId[], values: ReadonlyMap<Field, string | null>): void {
    const wanted = ids.flatMap((id) => {
      const changes = [...values].flatMap(([field, mine]) => this.#change(id, field, mine));
      return changes.length === 0 ? [] : [{ key: { network: 'public' as const, id }, changes }];
    });
    if (wanted.length === 0) return;
    this.#enqueue(wanted);
    for (const { key } of wanted) this.noteWanted(key.id);
    this.tell('editQueued');
  }

  /** @returns nothing for a file that is not in the copy yet, and for a field that has the value */
  #change(id: FileId, field: Field, mine: string | null): readonly RequestedChange[] {
    const base = this.shown(id, field);
    if (base === undefined || base === mine) return [];
    this.say(`edits ${id} ${field} ${base} -> ${mine}`);
    this.happened('edited', id);
    this.values.see(id, field, base);
    return [{ field, base, mine }];
  }

  #enqueue(wanted: readonly RequestedEdit[]): void {
    const { id } = this.connection;
    const set = this.queue.enqueue(id, accountRefOf(this.connection), 'edit', wanted);
    this.undo.queued(id, 'edit', set);
  }

  /** Into the story. */
  say(what: string): void {
    this.#log(() => what);
  }

  #log(what: () => string): void {
    const { log, name, time } = this.#parts;
    log(() => `${time.nowMs} ${name} ${what()}`);
  }

  /** Notes what the waiting edits of a file want now. */
  noteWanted(id: FileId): void {
    this.values.noteWaiting(id, this.openChanges(id));
  }

  /** Notes what the waiting edits of all files want now. */
  noteAllWanted(): void {
    for (const { id } of this.outbox.filesWithOpenChanges(this.connection.id)) this.noteWanted(id);
  }

  /** Into the story, with what waits of that file. */
  note(what: string, id: FileId): void {
    const waiting = () => this.openChanges(id).map((one) => `${one.field} ${one.base} -> ${one.mine} ${one.status}`);
    this.#log(() => `${what} ${id}: ${waiting().join(', ')}`);
  }

  of(id: FileId) {
    return { connectionId: this.connection.id, network: 'public' as const, id };
  }

  openChanges(id: FileId) {
    return unfinishedChanges(this.outbox, this.of(id));
  }
}

import type { Database } from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { deferredIndexes } from '../../electron/database/mirror/deferred-indexes.ts';
import { filesTable } from '../../electron/database/mirror/files-table.ts';
import { historyTable, type HistoryValue } from '../../electron/database/outbox/history-tables.ts';
import { keysTable } from '../../electron/database/keys/keys-table.ts';
import { openMirror } from '../../electron/database/mirror/open-mirror.ts';
import { openOutbox } from '../../electron/database/outbox/open-outbox.ts';
import { outboxTable } from '../../electron/database/outbox/outbox-table.ts';
import type { StoredAttempt } from '../../electron/database/outbox/outbox.ts';
import { signaturesTable } from '../../electron/database/signatures/signatures-table.ts';
import { unlimited } from '../../electron/remote/service-decorators.ts';
import type { PacedService, Service } from '../../electron/remote/service.ts';
import { ConnectionSync } from '../../electron/sync/connection/connection-sync.ts';
import { EditQueue } from '../../electron/sync/outbox/edit-queue.ts';
import { UnshownFiles } from '../../electron/sync/outbox/unshown-files.ts';
import { unfinishedChanges } from '../../electron/sync/outbox/edits-of-file.ts';
import type { Changed, Job, SortIndexes, SyncPorts, Tables } from '../../electron/sync/ports.ts';
import type { PushPorts } from '../../electron/sync/push/overdue-turns.ts';
import { pull } from '../../electron/sync/pull/pull.ts';
import { push, type PushResult } from '../../electron/sync/push/push.ts';
import type { ObservedValue } from '../../src/domain/edits/remote-change.ts';
import { accountRefOf, type Connection } from '../../src/domain/connections/connection.ts';
import { editId, type EditId, fileId, type FileId, type FileRef, type Network } from '../../src/domain/core/ids.ts';
import { type FieldChange, isOpen, projectedRecord } from '../../src/domain/edits/edit.ts';
import { type Field, fieldValue, type FieldValue } from '../../src/domain/files/field.ts';
import { type FileState, fileStates } from '../../src/domain/files/file.ts';
import { aConnection } from './builders.ts';
import { fakeId, FakeService } from './fake-service.ts';
import { ManualClock } from './manual-clock.ts';
import { seededRandom } from './seeded-random.ts';

type Given = {
  readonly service?: Service | PacedService;
  readonly clock?: ManualClock;
  readonly connection?: Partial<Connection>;
  /** Stands in front of the tables: the place for a crash or a broken disk. */
  readonly tables?: (tables: Tables) => Tables;
};

type Past = Omit<HistoryValue, 'source'> & { readonly source: HistoryValue['source'] | 'observed' };
const observed = { source: 'observed', editId: null } as const;
const past = ({ field, value, atMs }: ObservedValue): Past => ({ field, value, atMs, ...observed });

/** The part of a change that tests look at. */
export type Told = Pick<FieldChange, 'field' | 'base' | 'mine' | 'status'>;

/**
 * One connection with real tables in memory, the fake service and time that moves when told. Files are called by number,
 * as in `fakeFile`.
 */
export class SyncWorld {
  readonly fake = new FakeService();
  readonly clock: ManualClock;
  readonly random = seededRandom();
  readonly tables: Tables;
  /** The history of the outbox, and what the mirror saw other people change. */
  readonly history: { list(of: FileRef): readonly Past[] };
  readonly queue: EditQueue;
  readonly sync: ConnectionSync;
  connection: Connection;
  isWatched = true;
  /** How often a check of the keys has ended. */
  keyChecks = 0;
  readonly announced: Changed[] = [];
  readonly jobs: (Job | null)[] = [];
  readonly bugs: unknown[] = [];
  readonly mirrorDb: Database;
  readonly outboxDb: Database;

  constructor(given: Given = {}) {
    this.clock = given.clock ?? new ManualClock();
    this.outboxDb = opened(openOutbox(':memory:', this.clock.nowMs()).db);
    this.mirrorDb = opened(openMirror(':memory:', this.clock.nowMs()).db);
    const tables = tablesOf(this.outboxDb, this.mirrorDb);
    this.tables = given.tables?.(tables) ?? tables;
    const displaced = historyTable(this.outboxDb);
    const seen = (of: FileRef) => this.tables.files.observedValues(of).map(past);
    this.history = { list: (of) => [...displaced.list(of), ...seen(of)] };
    this.connection = aConnection(given.connection);
    const remember: SyncPorts['remember'] = (of, { from, ...lost }, atMs) =>
      displaced.put(of, { ...lost, source: from, atMs });
    const report = (error: unknown): void => void this.bugs.push(error);
    this.queue = new EditQueue({ ...this.tables, clock: this.clock, random: this.random, remember, report });
    this.sync = new ConnectionSync({
      tables: this.tables,
      clock: this.clock,
      random: this.random,
      service: paced(given.service ?? this.fake),
      connection: () => this.connection,
      saveTraits: (traits) =>
        void (this.connection = { ...this.connection, learnt: { ...this.connection.learnt, ...traits } }),
      remember,
      announce: (changed) => void this.announced.push(changed),
      keysChecked: async () => void (this.keyChecks += 1),
      isWatched: () => this.isWatched,
      report,
    });
    onTestFinished(() => this.sync.close());
  }

  get ports(): PushPorts {
    return { ...this.sync.sync, progress: (job) => void this.jobs.push(job) };
  }

  /** The values of a file's history that lost against others; what was only seen on the service is left out. */
  gaveWay(number: number): readonly Past[] {
    return this.history.list(this.of(number)).filter(({ source }) => source !== 'observed');
  }

  get outbox(): Tables['outbox'] {
    return this.tables.outbox;
  }

  push(signal = new AbortController().signal): Promise<PushResult> {
    return push(this.ports, signal);
  }

  pull(signal = new AbortController().signal): ReturnType<typeof pull> {
    return pull(this.ports, signal);
  }

  /** Takes the service's files into the copy, so that there is something to edit. */
  async copy(): Promise<void> {
    const pulled = await this.pull();
    if (!pulled.ok) throw new Error(JSON.stringify(pulled.failure));
    this.fake.calls.length = 0;
  }

  of(file: number | FileId, network: Network = 'public'): FileRef {
    return { connectionId: this.connection.id, network, id: typeof file === 'number' ? fakeId(file) : file };
  }

  /** Queues one change set on one file, on top of what the person sees. */
  edit(file: number | FileId, fields: Readonly<Partial<Record<Field, FieldValue>>>): EditId {
    const of = this.of(file);
    const mirrored = this.tables.files.get(of);
    if (mirrored === null) throw new Error(`The copy has no file ${file}`);
    const seen = projectedRecord(mirrored.record, unfinishedChanges(this.outbox, of));
    const changes = (Object.entries(fields) as [Field, FieldValue][]).map(([field, mine]) => ({
      field,
      base: fieldValue(seen, field),
      mine,
    }));
    const set = this.queue.enqueue(this.connection.id, accountRefOf(this.connection), 'a change set', [
      { key: { network: of.network, id: of.id }, changes },
    ]);
    return editId.parse(this.outbox.editIdsOfSet(set)[0]);
  }

  /** Every change that is still open, oldest first. */
  open(file: number | FileId): readonly Told[] {
    return unfinishedChanges(this.outbox, this.of(file))
      .filter(isOpen)
      .map(({ field, base, mine, status }) => ({ field, base, mine, status }));
  }

  /** How the changes of one edit stand. */
  ended(id: EditId): readonly Pick<FieldChange, 'field' | 'status' | 'settlement' | 'server'>[] {
    return this.outbox
      .edit(id)!
      .changes.map(({ field, status, settlement, server }) => ({ field, status, settlement, server }));
  }

  statusOf(id: EditId): FieldChange['status'] | undefined {
    return this.outbox.edit(id)?.changes[0]?.status;
  }

  /** The service's own words about an edit it did not take. */
  words(id: EditId) {
    return this.outbox.edit(id)?.refusal ?? null;
  }

  /** Newest first. */
  attempts(file: number | FileId): readonly StoredAttempt[] {
    return this.outbox.attemptsSince(this.of(file), 0);
  }

  /** What lists show of a file: its name and metadata as stored in the copy's indexed columns; null when it is not there. */
  shown(file: number | FileId): { name: string | null; keyvalues: Readonly<Record<string, string>> } | null {
    const { network, id } = this.of(file);
    const row = this.mirrorDb
      .prepare<[string, string], { row_id: number; shown_name: string | null }>(
        'SELECT row_id, shown_name FROM files WHERE network = ? AND id = ?',
      )
      .get(network, id);
    if (row === undefined) return null;
    const pairs = this.mirrorDb
      .prepare<[number], [string, string]>('SELECT key, value FROM metadata WHERE row_id = ? ORDER BY key')
      .raw()
      .all(row.row_id);
    return { name: row.shown_name, keyvalues: Object.fromEntries(pairs) };
  }

  /** How lists mark a file; null when it is not in the copy. */
  marked(file: number | FileId): FileState | null {
    const { network, id } = this.of(file);
    const select = this.mirrorDb.prepare<[string, string], number>(
      'SELECT state FROM files WHERE network = ? AND id = ?',
    );
    return fileStates[select.pluck().get(network, id) ?? -1] ?? null;
  }

  /** What must be shown: the copy's record with the open edits replayed. */
  replayed(file: number | FileId): ReturnType<SyncWorld['shown']> {
    const mirrored = this.tables.files.get(this.of(file));
    if (mirrored === null) return null;
    const { name, keyvalues } = projectedRecord(mirrored.record, unfinishedChanges(this.outbox, this.of(file)));
    return { name, keyvalues: Object.fromEntries(keyvalues) };
  }

  /** The bodies of the updates that left, oldest first; looks by empty update are not among them. */
  get sent(): readonly unknown[] {
    return this.fake.calls
      .filter(({ name, input }) => name === 'updateFile' && input[2] !== '{}')
      .map(({ input }) => JSON.parse(String(input[2])) as unknown);
  }

  get asked(): readonly string[] {
    return this.fake.calls.map(({ name }) => name);
  }

  /** What the service holds. */
  served(file: number): { name: string | null; keyvalues: Readonly<Record<string, unknown>> } | null {
    const held = this.fake.file('public', fakeId(file));
    return held === null ? null : { name: held.name, keyvalues: Object.fromEntries(held.keyvalues) };
  }
}

const paced = (service: Service | PacedService): PacedService => ('reserve' in service ? service : unlimited(service));

/** The real ones, made in this thread. */
function indexesIn(mirror: Database): SortIndexes {
  const { areMissing, makeNext } = deferredIndexes(mirror);
  return {
    areMissing,
    makeNext: async () => {
      makeNext();
      return true;
    },
  };
}

export const tablesOf = (outbox: Database, mirror: Database): Tables => ({
  outbox: outboxTable(outbox),
  files: filesTable(mirror),
  keys: keysTable(mirror),
  signatures: signaturesTable(mirror),
  sortIndexes: indexesIn(mirror),
  unshown: new UnshownFiles(),
});

export const aFileId = (text: string): FileId => fileId.parse(text);

function opened(db: Database): Database {
  onTestFinished(() => void db.close());
  return db;
}

import type { Database } from 'better-sqlite3';
import { selectedFiles } from '../../electron/database/file-lists/query-rows.ts';
import { changeQueries } from '../../electron/database/outbox/change-set-queries.ts';
import { parkedEdits } from '../../electron/database/outbox/parked-edits.ts';
import { historyTable, undoTable } from '../../electron/database/outbox/history-tables.ts';
import { fileEdits } from '../../electron/database/outbox/outbox-table.ts';
import type { OpenProfile } from '../../electron/database/profile/open-profile.ts';
import type { HandlerContext } from '../../electron/ipc/handler-context.ts';
import { type BulkPlan, BulkPlans } from '../../electron/sync/bulk/bulk-plans.ts';
import { type DoneStep, UndoHistory } from '../../electron/sync/outbox/undo-history.ts';
import { undoStacks } from '../../electron/sync/outbox/undo-step.ts';
import { type AccountRef, accountRefOf } from '../../src/domain/connections/connection.ts';
import type { ChangeSetId, EditId, FileKey } from '../../src/domain/core/ids.ts';
import type { BulkOperation } from '../../src/domain/edits/bulk.ts';
import type { Field, FieldValue } from '../../src/domain/files/field.ts';
import { fakeFile, fakeId } from '../support/fake-service.ts';
import { readingHere } from '../support/lines-here.ts';
import { SyncWorld, tablesOf } from '../support/sync-world.ts';

type Given = ConstructorParameters<typeof SyncWorld>[0];

/** What a person works with, on real tables: plans, undo, and the handlers' view of it all. */
export class InMemorySync {
  readonly world: SyncWorld;
  readonly plans: BulkPlans;
  readonly undo: UndoHistory;
  readonly slices: HandlerContext;
  readonly outboxDb: Database;

  /** @param profile a queue and a copy on disk; without one they are in memory */
  constructor(given: Given = {}, profile: OpenProfile | null = null) {
    this.world = new SyncWorld(
      profile === null ? given : { ...given, tables: () => tablesOf(profile.outbox, profile.mirror) },
    );
    const { tables, queue, clock, random, connection } = this.world;
    this.outboxDb = profile?.outbox ?? this.world.outboxDb;
    const stacks = undoTable(this.outboxDb, (kept) => undoStacks.parse(kept));
    this.plans = new BulkPlans({
      ...{ ...tables, queue, clock },
      ...{ accountRef: () => this.accountRef, limits: () => this.world.connection.learnt.limits },
    });
    this.undo = new UndoHistory({
      ...tables,
      queue,
      load: stacks.get,
      clock,
      random,
      save: stacks.set,
      journal: stacks.journal,
    });
    // Connections run engines of their own, which would send what these tests want to see waiting.
    const connections = {
      get: (id: string) => (id === connection.id ? this.world.connection : null),
      running: (id: string) => (id === connection.id ? { sync: this.world.ports, send: () => undefined } : null),
    };
    this.slices = {
      tables,
      queue,
      connections,
      clock,
      random,
      plans: this.plans,
      texts: readingHere(clock),
      undo: this.undo,
      undoId: () => null,
      queries: changeQueries(this.outboxDb),
      parked: parkedEdits(this.outboxDb),
      history: historyTable(this.outboxDb).list,
      editsOfFile: fileEdits(this.outboxDb),
      chosen: selectedFiles(profile?.searching() ?? this.world.mirrorDb),
      announce: () => undefined,
    } as unknown as HandlerContext;
  }

  get accountRef(): AccountRef {
    return accountRefOf(this.world.connection);
  }

  /** A plan that is not too large. */
  async planned(keys: readonly FileKey[], operations: readonly BulkOperation[]): Promise<BulkPlan> {
    const made = await this.plans.prepareBulk(this.world.connection.id, keys, operations);
    if (!made.ok) throw new Error(made.failure.kind);
    return made.value;
  }

  /** Puts files 1 to `count` on the service and into the copy. */
  async files(count: number): Promise<readonly FileKey[]> {
    const numbers = Array.from({ length: count }, (_, at) => at + 1);
    this.world.fake.put(...numbers.map((number) => fakeFile(number, { keyvalues: new Map([['env', 'test']]) })));
    await this.world.copy();
    return numbers.map((number) => ({ network: 'public', id: fakeId(number) }));
  }

  /** One change set on one file, remembered for undo. */
  changeFile(file: number, fields: Readonly<Partial<Record<Field, FieldValue>>>, title = 'a change set'): EditId {
    const id = this.world.edit(file, fields);
    this.undo.queued(this.world.connection.id, title, this.world.outbox.edit(id)!.changeSetId);
    return id;
  }

  setOf = (id: EditId): ChangeSetId => this.world.outbox.edit(id)!.changeSetId;
  undoOnce = (): Promise<DoneStep | null> => this.undo.undo(this.world.connection.id, this.accountRef);
  redoOnce = (): Promise<DoneStep | null> => this.undo.redo(this.world.connection.id, this.accountRef);
  get state(): readonly [string | null, string | null] {
    const { undo, redo } = this.undo.state(this.world.connection.id);
    return [undo, redo];
  }

  /** Everything in the queue's file, to be compared with itself later. */
  rows(): unknown {
    const tables = ['change_sets', 'edits', 'edit_changes', 'attempts', 'gates', 'settled_files', 'late_checks'];
    const others = ['field_history', 'undo_steps', 'undo_runs', 'ledger'];
    return [...tables, ...others].map((table) => this.outboxDb.prepare(`SELECT * FROM ${table}`).all());
  }
}

import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { connection, type Connection } from '../../../src/domain/connections/connection.ts';
import { selfTestTrace, type SelfTestTrace } from '../../../src/domain/connections/self-test.ts';
import { type ConnectionId, connectionId } from '../../../src/domain/core/ids.ts';
import { look, type Look } from '../../../src/domain/library/look.ts';
import { readableViews, type SavedView } from '../../../src/domain/files/queries.ts';
import { jsonColumn } from '../sqlite/column-parsers.ts';
import { transactions } from '../sqlite/transactions.ts';

const storedConnection = jsonColumn(connection);

/** What a connection has beside its edits: a connection that is added again has another id, and would never show it. */
const TABLES_BESIDE = [
  'saved_views',
  'key_alerts',
  'drafts',
  'library_looks',
  'activity',
  'stars',
  'file_notes',
  'group_names',
  'undo_steps',
  'undo_runs',
  'self_tests',
] as const;

/** The connections of this profile, in the order of their addition; their tokens are in the vault. */
export function connectionsTable(db: Database) {
  const selectAll = db.prepare<[], unknown>('SELECT connection_json FROM connections ORDER BY rowid').pluck();
  const selectIds = db.prepare<[], unknown>('SELECT id FROM connections ORDER BY rowid').pluck();
  const select = db.prepare<[string], unknown>('SELECT connection_json FROM connections WHERE id = ?').pluck();
  const upsert = db.prepare<[string, string]>(/* sql */ `
    INSERT INTO connections (id, connection_json) VALUES (?, ?)
    ON CONFLICT (id) DO UPDATE SET connection_json = excluded.connection_json
  `);
  const remove = db.prepare<[string]>('DELETE FROM connections WHERE id = ?');
  const removalsBeside = TABLES_BESIDE.map((table) =>
    db.prepare<[string]>(`DELETE FROM ${table} WHERE connection_id = ?`),
  );

  const unit = transactions(db);
  // A cache, because every step of sync asks for its connection; whoever writes the rows has this one table.
  const cache = new Map<ConnectionId, Connection>();
  const changed = (id: ConnectionId): void => {
    cache.delete(id);
    unit.afterRollback(() => cache.clear());
  };

  return {
    list: (): readonly Connection[] => selectAll.all().map((row) => storedConnection.parse(row)),
    /** Also of connections whose row cannot be read: what lies beside one stays in reach. */
    ids: (): readonly ConnectionId[] => selectIds.all().map((id) => connectionId.parse(id)),
    get: (id: ConnectionId): Connection | null => {
      const cached = cache.get(id);
      const row = cached === undefined ? select.get(id) : undefined;
      if (row === undefined) return cached ?? null;
      const read = storedConnection.parse(row);
      cache.set(id, read);
      return read;
    },
    put: (of: Connection): void => {
      upsert.run(of.id, JSON.stringify(of));
      changed(of.id);
    },
    /** Deletes the rows of the connection in the tables beside too. Its edits stay. */
    remove: (id: ConnectionId): void =>
      unit.atomically(() => {
        for (const removal of [remove, ...removalsBeside]) removal.run(id);
        changed(id);
      }),
  };
}

const storedViews = jsonColumn(z.unknown());

/** The saved views of each connection, in their order. */
export function savedViewsTable(db: Database) {
  const select = db.prepare<[string], unknown>('SELECT views_json FROM saved_views WHERE connection_id = ?').pluck();
  const upsert = db.prepare<[string, string]>(/* sql */ `
    INSERT INTO saved_views (connection_id, views_json) VALUES (?, ?)
    ON CONFLICT (connection_id) DO UPDATE SET views_json = excluded.views_json
  `);
  return {
    list: (id: ConnectionId): readonly SavedView[] => readableViews(storedViews.safeParse(select.get(id)).data) ?? [],
    set: (id: ConnectionId, views: readonly SavedView[]): void => void upsert.run(id, JSON.stringify(views)),
  };
}
export type SavedViewsTable = ReturnType<typeof savedViewsTable>;

const storedLook = jsonColumn(look);

/** A person's visits to the library of each connection. */
export function libraryLooksTable(db: Database) {
  const select = db.prepare<[string], unknown>('SELECT look_json FROM library_looks WHERE connection_id = ?').pluck();
  const upsert = db.prepare<[string, string]>(/* sql */ `
    INSERT INTO library_looks (connection_id, look_json) VALUES (?, ?)
    ON CONFLICT (connection_id) DO UPDATE SET look_json = excluded.look_json
  `);
  return {
    /** @returns null before the first visit, and for one that cannot be read */
    get: (id: ConnectionId): Look | null => storedLook.safeParse(select.get(id)).data ?? null,
    put: (id: ConnectionId, of: Look): void => void upsert.run(id, JSON.stringify(of)),
  };
}
export type LibraryLooksTable = ReturnType<typeof libraryLooksTable>;

const storedTrace = jsonColumn(selfTestTrace);

/** Traces of self-tests on services, by connection: they outlive every mirror, and are as durable as an edit. */
export function selfTestsTable(db: Database) {
  const select = db.prepare<[string], unknown>('SELECT self_test_json FROM self_tests WHERE connection_id = ?').pluck();
  const upsert = db.prepare<[string, string]>(/* sql */ `
    INSERT INTO self_tests (connection_id, self_test_json) VALUES (?, ?)
    ON CONFLICT (connection_id) DO UPDATE SET self_test_json = excluded.self_test_json
  `);
  const remove = db.prepare<[string]>('DELETE FROM self_tests WHERE connection_id = ?');
  return {
    get: (id: ConnectionId): SelfTestTrace | null => {
      const row = select.get(id);
      return row === undefined ? null : storedTrace.parse(row);
    },
    put: (id: ConnectionId, trace: SelfTestTrace): void => void upsert.run(id, JSON.stringify(trace)),
    remove: (id: ConnectionId): void => void remove.run(id),
  };
}
export type SelfTestsTable = ReturnType<typeof selfTestsTable>;

const storedPreferences = jsonColumn(z.unknown());

/** The person's preferences, as JSON whose shape only the caller knows. */
export function preferencesTable(db: Database) {
  const select = db.prepare<[], unknown>('SELECT preferences_json FROM preferences').pluck();
  const upsert = db.prepare<[string]>(/* sql */ `
    INSERT INTO preferences (only_row, preferences_json) VALUES (1, ?)
    ON CONFLICT (only_row) DO UPDATE SET preferences_json = excluded.preferences_json
  `);
  return {
    /** @returns null when the person has chosen none yet, and for what cannot be read */
    get: (): unknown => storedPreferences.safeParse(select.get()).data ?? null,
    set: (preferences: unknown): void => void upsert.run(JSON.stringify(preferences)),
  };
}

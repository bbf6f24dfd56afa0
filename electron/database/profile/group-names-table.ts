import type { Database } from 'better-sqlite3';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { type GroupName, groupName, MOST_GROUP_NAMES } from '../../../src/domain/files/group-names.ts';
import { numberOf } from '../sqlite/column-parsers.ts';

/** The names that a person gave to groups, by connection. As durable as an edit once they are kept. */
export function groupNamesTable(db: Database) {
  const select = db.prepare<[string], unknown>(
    'SELECT group_id AS "group", name FROM group_names WHERE connection_id = ? ORDER BY group_id',
  );
  const upsert = db.prepare<[string, string, string]>(/* sql */ `
    INSERT INTO group_names (connection_id, group_id, name) VALUES (?, ?, ?)
    ON CONFLICT (connection_id, group_id) DO UPDATE SET name = excluded.name
  `);
  const isThere = db
    .prepare<[string, string], unknown>('SELECT 1 FROM group_names WHERE connection_id = ? AND group_id = ?')
    .pluck();
  const remove = db.prepare<[string, string]>('DELETE FROM group_names WHERE connection_id = ? AND group_id = ?');
  const removeAll = db.prepare<[string]>('DELETE FROM group_names WHERE connection_id = ?');
  const count = db.prepare<[string], unknown>('SELECT count(*) FROM group_names WHERE connection_id = ?').pluck();
  const countOf = (id: ConnectionId): number => numberOf(count.get(id));

  return {
    list: (id: ConnectionId): readonly GroupName[] => select.all(id).map((row) => groupName.parse(row)),
    count: countOf,
    /**
     * Keeps a name in place of the one before; an empty one removes it.
     *
     * @returns false when the connection has as many names as are kept; nothing is written then
     */
    put: (id: ConnectionId, { group, name }: GroupName): boolean => {
      if (name === '') remove.run(id, group);
      else if (isThere.get(id, group) === undefined && countOf(id) >= MOST_GROUP_NAMES) return false;
      else upsert.run(id, group, name);
      return true;
    },
    discardAll: (id: ConnectionId): void => void removeAll.run(id),
  };
}
export type GroupNamesTable = ReturnType<typeof groupNamesTable>;

import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { savedView, type SavedView } from '../../../src/domain/files/saved-view.ts';
import { jsonColumn } from '../sqlite/column-parsers.ts';

const stored = jsonColumn(z.array(savedView));

/** The saved views of each connection, in their order. */
export function savedViewsTable(db: Database) {
  const select = db.prepare<[string], unknown>('SELECT views_json FROM saved_views WHERE connection_id = ?').pluck();
  const upsert = db.prepare<[string, string]>(/* sql */ `
    INSERT INTO saved_views (connection_id, views_json) VALUES (?, ?)
    ON CONFLICT (connection_id) DO UPDATE SET views_json = excluded.views_json
  `);
  return {
    list: (id: ConnectionId): readonly SavedView[] => {
      const row = select.get(id);
      return row === undefined ? [] : stored.parse(row);
    },
    set: (id: ConnectionId, views: readonly SavedView[]): void => void upsert.run(id, JSON.stringify(views)),
  };
}
export type SavedViewsTable = ReturnType<typeof savedViewsTable>;

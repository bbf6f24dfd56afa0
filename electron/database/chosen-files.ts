import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { fileId, network, type ConnectionId, type FileKey } from '../../src/domain/core/ids.ts';
import type { FileQuery } from '../../src/domain/files/queries.ts';
import { chosenRows } from './file-lists/selected-files.ts';

const keyRow = z.object({ network, id: fileId });

/** Every file of a view but a few, in the view's order: a selection frozen when an action starts. */
export function chosenFiles(
  db: Database,
): (connectionId: ConnectionId, query: FileQuery, except: readonly FileKey[]) => readonly FileKey[] {
  const rowIds = chosenRows(db);
  const select = db.prepare<[number], unknown>('SELECT network, id FROM files WHERE row_id = ?');
  return (connectionId, query, except) =>
    Array.from(rowIds(connectionId, { kind: 'view', query, except: [...except] }), (rowId) =>
      keyRow.parse(select.get(rowId)),
    );
}

import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { fileId, network, type ConnectionId, type FileKey } from '../../src/domain/ids.ts';
import type { FileQuery } from '../../src/domain/view-query.ts';
import { copies } from './copies.ts';
import { viewQuery } from './view-query.ts';

const keyRow = z.object({ network, id: fileId });

/** Every file of a view but a few, in the view's order: a selection frozen when an action starts. */
export function chosenFiles(
  db: Database,
): (connectionId: ConnectionId, query: FileQuery, except: readonly FileKey[]) => readonly FileKey[] {
  const copy = copies(db);
  const find = viewQuery(db);
  const select = db.prepare<[number], unknown>('SELECT network, id FROM files WHERE row_id = ?');
  const rowIdsNow = db.transaction((connectionId: ConnectionId, query: FileQuery): Uint32Array => {
    const of = copy.find(connectionId);
    const whole = (among: number) => find.order(query.sort.column, among, null);
    return (of === null ? null : find.rowIds(of, query, whole)) ?? new Uint32Array();
  });
  return (connectionId, query, except) => {
    const left = new Set(except.map(keyText));
    const rowIds = rowIdsNow(connectionId, query);
    return Array.from(rowIds, (rowId) => keyRow.parse(select.get(rowId))).filter((key) => !left.has(keyText(key)));
  };
}

const keyText = ({ network: on, id }: FileKey): string => `${on}/${id}`;

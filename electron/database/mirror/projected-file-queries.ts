import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { type ConnectionId, fileId, type FileKey, network } from '../../../src/domain/core/ids.ts';
import { mirrorIds } from './mirror-ids.ts';
import type { FilesTable } from './mirror.ts';
import { fileStates } from '../../../src/domain/files/file.ts';

/** @returns projected names in the order of the keys; null for a file outside the mirror or without a name */
export function projectedNames(
  db: Database,
): (connectionId: ConnectionId, keys: readonly FileKey[]) => readonly (string | null)[] {
  const name = z.string().nullish();
  const select = db
    .prepare<[string, string, string], unknown>(
      /* sql */ `
      SELECT file.shown_name FROM copies AS copy JOIN files AS file ON file.copy = copy.number
      WHERE copy.connection_id = ? AND file.network = ? AND file.id = ?
    `,
    )
    .pluck();
  return (connectionId, keys) =>
    keys.map(({ network, id }) => name.parse(select.get(connectionId, network, id)) ?? null);
}

const keyRow = z.object({ network, id: fileId });

/** Finds the files of a mirror whose projection has an open edit, whatever the outbox holds of them. */
export function projectedDifferences(db: Database): FilesTable['shownAsEdited'] {
  const ids = mirrorIds(db);
  const select = db.prepare<[number], unknown>(
    `SELECT network, id FROM files WHERE copy = ? AND state < ${fileStates.indexOf('onServer')} ORDER BY id`,
  );
  return (connectionId) => {
    const mirrorId = ids.find(connectionId);
    return mirrorId === null ? [] : select.all(mirrorId).map((row) => keyRow.parse(row));
  };
}

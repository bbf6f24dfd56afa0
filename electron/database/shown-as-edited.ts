import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { fileId, network } from '../../src/domain/ids.ts';
import { fileStates } from '../../src/domain/shown.ts';
import { copies } from './copies.ts';
import type { FilesTable } from './mirror-types.ts';

const keyRow = z.object({ network, id: fileId });

/** Finds the files of a copy that are shown with an open edit, whatever the queue says of them. */
export function shownAsEdited(db: Database): FilesTable['shownAsEdited'] {
  const copy = copies(db);
  const select = db.prepare<[number], unknown>(
    `SELECT network, id FROM files WHERE copy = ? AND state < ${fileStates.indexOf('onServer')} ORDER BY id`,
  );
  return (connectionId) => {
    const number = copy.find(connectionId);
    return number === null ? [] : select.all(number).map((row) => keyRow.parse(row));
  };
}

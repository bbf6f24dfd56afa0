import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { fileId, network } from '../../src/domain/core/ids.ts';
import { fileStates } from '../../src/domain/edits/project-edits.ts';
import { copies } from './mirror/mirror-ids.ts';
import type { FilesTable } from './mirror/mirror.ts';

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

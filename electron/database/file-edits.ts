import type { Database } from 'better-sqlite3';
import { editId, type EditId } from '../../src/domain/core/ids.ts';
import type { FileOf } from './outbox/outbox.ts';

/** Every edit there ever was of a file, settled and given up ones included. */
export function fileEdits(db: Database): (of: FileOf, limit: number) => readonly EditId[] {
  const select = db
    .prepare<[string, string, string, number], unknown>(
      /* sql */ `
      SELECT edit.id FROM edited_files AS file JOIN edits AS edit ON edit.edited_file = file.number
      WHERE file.connection_id = ? AND file.network = ? AND file.file_id = ? ORDER BY edit.seq DESC LIMIT ?
    `,
    )
    .pluck();
  return ({ connectionId, network, id }, limit) =>
    select.all(connectionId, network, id, limit).map((row) => editId.parse(row));
}

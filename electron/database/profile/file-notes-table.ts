import type { Database } from 'better-sqlite3';
import type { ConnectionId, FileKey } from '../../../src/domain/core/ids.ts';
import { MOST_FILE_NOTES } from '../../../src/domain/files/file-marks.ts';
import { numberOf, readableFileKeys, textOf } from '../sqlite/column-parsers.ts';

/** What a person wrote about files for themselves, by connection. As durable as an edit once it is kept. */
export function fileNotesTable(db: Database) {
  const where = 'connection_id = ? AND network = ? AND file_id = ?';
  const select = db.prepare<[string, string, string], unknown>(`SELECT note FROM file_notes WHERE ${where}`).pluck();
  const upsert = db.prepare<[string, string, string, string]>(/* sql */ `
    INSERT INTO file_notes (connection_id, network, file_id, note) VALUES (?, ?, ?, ?)
    ON CONFLICT (connection_id, network, file_id) DO UPDATE SET note = excluded.note
  `);
  const remove = db.prepare<[string, string, string]>(`DELETE FROM file_notes WHERE ${where}`);
  const removeAll = db.prepare<[string]>('DELETE FROM file_notes WHERE connection_id = ?');
  const selectKeys = db.prepare<[string], unknown>(
    'SELECT network, file_id FROM file_notes WHERE connection_id = ? ORDER BY network, file_id',
  );
  const count = db.prepare<[string], unknown>('SELECT count(*) FROM file_notes WHERE connection_id = ?').pluck();
  const countOf = (id: ConnectionId): number => numberOf(count.get(id));

  /** @returns null without a note */
  function get(id: ConnectionId, key: FileKey): string | null {
    const note = select.get(id, key.network, key.id);
    return note === undefined ? null : textOf(note);
  }

  return {
    get,
    /** The files with a note. */
    list: (id: ConnectionId): readonly FileKey[] => readableFileKeys(selectKeys.all(id)),
    count: countOf,
    /**
     * Keeps a note in place of the one before; an empty one removes it.
     *
     * @returns false when the connection has as many notes as are kept; nothing is written then
     */
    put: (id: ConnectionId, key: FileKey, note: string): boolean => {
      if (note === '') remove.run(id, key.network, key.id);
      else if (get(id, key) === null && countOf(id) >= MOST_FILE_NOTES) return false;
      else upsert.run(id, key.network, key.id, note);
      return true;
    },
    discardAll: (id: ConnectionId): void => void removeAll.run(id),
  };
}
export type FileNotesTable = ReturnType<typeof fileNotesTable>;

import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { ChangeSetId } from '../../../src/domain/core/ids.ts';

/** What people wrote about their change sets. A note is no part of an edit: no checksum covers it, and nothing sends it. */
export function notesTable(db: Database) {
  const put = db.prepare<[string, string]>(/* sql */ `
    INSERT INTO change_set_notes (change_set, note) SELECT number, ? FROM change_sets WHERE id = ?
    ON CONFLICT (change_set) DO UPDATE SET note = excluded.note
  `);
  const remove = db.prepare<[string]>(
    'DELETE FROM change_set_notes WHERE change_set = (SELECT number FROM change_sets WHERE id = ?)',
  );
  return {
    /** @param note empty to remove it */
    put: (id: ChangeSetId, note: string): void => {
      if (note === '') remove.run(id);
      else put.run(note, id);
    },
  };
}
export type NotesTable = ReturnType<typeof notesTable>;

const pendingNote = z
  .object({ id: z.string(), title: z.string(), note: z.string() })
  .transform(({ id, ...row }) => ({ changeSetId: id, ...row }));
export type PendingNote = z.infer<typeof pendingNote>;

/** The notes of change sets with an edit that is not over. */
export function pendingNotes(db: Database): readonly PendingNote[] {
  const select = db.prepare<[], unknown>(/* sql */ `
    SELECT change_sets.id, change_sets.title, note FROM change_set_notes
    JOIN change_sets ON change_sets.number = change_set_notes.change_set
    WHERE queued + held + conflicted + refused + gone > 0 ORDER BY change_sets.number
  `);
  return select.all().map((row) => pendingNote.parse(row));
}

import type { Database } from 'better-sqlite3';
import { connectionsTable } from './profile-tables.ts';
import { marksTable } from '../mirror/marks-table.ts';
import { fileNotesTable } from './file-notes-table.ts';
import { starsTable } from './stars-table.ts';

/** Carries the marks of the outbox to the mirror, which may have been copied anew, or behind since a crash. */
export function carryMarks(outbox: Database, mirror: Database): void {
  const [stars, notes, marks] = [starsTable(outbox), fileNotesTable(outbox), marksTable(mirror)];
  for (const id of connectionsTable(outbox).ids()) {
    marks.replace(id, 'star', stars.list(id));
    marks.replace(id, 'note', notes.list(id));
  }
}

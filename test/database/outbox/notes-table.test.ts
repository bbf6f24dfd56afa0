import { expect, test } from 'vitest';
import { changeQueries } from '../../../electron/database/outbox/change-set-queries.ts';
import { notesTable } from '../../../electron/database/outbox/notes-table.ts';
import { recoverPendingEdits } from '../../../electron/database/outbox/recover-pending-edits.ts';
import { KEPT_MS, prune } from '../../../electron/database/outbox/retention.ts';
import { DAY_MS } from '../../../src/domain/core/durations.ts';
import { aChangeSet, accountRefA, anEdit } from '../../support/builders.ts';
import { anOutbox } from '../../support/database.ts';

function withNote() {
  const { db, outbox } = anOutbox();
  const set = aChangeSet(1, { title: 'Set tier = gold', edits: [anEdit(1, 'a')] });
  outbox.enqueue(set);
  notesTable(db).put(set.id, 'for the printer');
  const noteOf = () => changeQueries(db).set(set.id, accountRefA)?.note;
  return { db, outbox, set, noteOf };
}

test('a note is kept with its change set, replaced by a later one, and removed by an empty one', () => {
  const { db, set, noteOf } = withNote();
  expect(noteOf()).toBe('for the printer');
  notesTable(db).put(set.id, 'wait for Monday');
  expect(noteOf()).toBe('wait for Monday');
  notesTable(db).put(set.id, '');
  expect(noteOf()).toBeNull();
});

test('a note is exported with the edits that wait, and goes with a set that is kept no longer', () => {
  const { db, outbox, set, noteOf } = withNote();
  expect(recoverPendingEdits(db).notes).toEqual([
    { changeSetId: set.id, title: 'Set tier = gold', note: 'for the printer' },
  ]);
  outbox.update([{ editId: anEdit(1).id, field: 'name', status: 'settled' }]);
  expect(recoverPendingEdits(db).notes).toEqual([]);
  for (const nowMs of [1, 1 + KEPT_MS, 1 + KEPT_MS + DAY_MS]) prune(db, nowMs);
  expect(noteOf()).toBeUndefined();
  expect(db.prepare('SELECT count(*) FROM change_set_notes').pluck().get()).toBe(0);
});

test('the waiting edits of a file that has no notes yet are exported all the same', () => {
  const { db } = withNote();
  db.exec('DROP TABLE change_set_notes');
  expect(recoverPendingEdits(db)).toMatchObject({ edits: [{ seq: 1 }], notes: [] });
});

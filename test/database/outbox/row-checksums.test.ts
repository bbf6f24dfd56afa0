import { expect, test } from 'vitest';
import { integrity, rowChecksums } from '../../../electron/database/outbox/row-checksums.ts';
import { aChangeSet, anEdit, uuid } from '../../support/builders.ts';
import { anOutbox } from '../../support/database.ts';

test('an edit is not as written when one of its changes is not, whichever that is', () => {
  for (const field of ['name', 'key:env']) {
    const { db, outbox } = anOutbox();
    const fields = [{}, { field: 'key:env', base: null, mine: 'prod' }] as const;
    outbox.enqueue(aChangeSet(1, { edits: [anEdit(1, uuid(1), ...fields), anEdit(2)] }));
    expect([rowChecksums(db), integrity(db)(1)]).toEqual([[], true]);
    db.prepare(`UPDATE edit_changes SET mine_json = '"flipped"' WHERE edit_seq = 1 AND field = ?`).run(field);
    expect([rowChecksums(db).length, integrity(db)(1), integrity(db)(2)]).toEqual([1, false, true]);
  }
});

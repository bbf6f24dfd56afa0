import { expect, test } from 'vitest';
import { aChange, aFile, connectionA, fileOf, observed } from '../../support/builders.ts';
import { aMirror } from '../../support/database.ts';

test.each([
  ['a rename', [aChange({ mine: 'dawn.png' })], 'name_key, open_changes, shown_name, state'],
  ['an edit of metadata', [aChange({ field: 'key:env', base: 'prod', mine: 'test' })], 'open_changes, state'],
])('%s writes no column that stays the same: its index would be written too', (_, changes, written) => {
  const { db, files } = aMirror();
  files.put(connectionA, [observed(aFile())], { seenAtMs: 5, requestSeq: 1, scanId: null }, () => []);
  db.exec('CREATE TEMP TABLE written (name TEXT)');
  for (const column of [
    'shown_name',
    'name_key',
    'cid',
    'size_bytes',
    'mime_type',
    'group_id',
    'created_at',
    'state',
    'open_changes',
  ])
    db.exec(
      `CREATE TEMP TRIGGER write_${column} AFTER UPDATE OF ${column} ON files BEGIN INSERT INTO written VALUES ('${column}'); END`,
    );
  files.project(fileOf(), changes);
  expect(db.prepare("SELECT group_concat(name, ', ' ORDER BY name) FROM written").pluck().get()).toBe(written);
});

import SQLite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { filesTable } from '../../../electron/database/mirror/files-table.ts';
import { aFile, connectionA, observed } from '../../support/builders.ts';
import { EndedProfile } from '../../support/ended-profile.ts';

/** A file that is in the index, and one that is not. */
function indexedWorld(): EndedProfile {
  const world = new EndedProfile();
  const put = (id: string): void =>
    void filesTable(world.mirror).put(
      connectionA,
      [observed(aFile({ id, name: 'first' }))],
      { seenAtMs: 1, requestSeq: 1, scanId: null },
      () => [],
    );
  put('a');
  world.all();
  put('b');
  return world;
}

test.each([
  ['holds no state', 'DELETE FROM index_state'],
  ['says that it indexed what is no row', `UPDATE index_state SET noted_json = '[1.5]', slices = slices + 1`],
  ['says so in a list of something else', `UPDATE index_state SET noted_json = '["a"]'`],
  ['says so in no JSON', `UPDATE index_state SET noted_json = '[1'`],
])('an index that %s is made anew, and no reason against a start', (_what, sql) => {
  const world = indexedWorld();
  world.restart(() => {
    const db = new SQLite(world.path('search.db'));
    // As a flipped bit does, which asks no constraint.
    db.pragma('ignore_check_constraints = ON');
    expect(db.prepare(sql).run().changes).toBe(1);
    db.close();
  });
  expect(world.found('first').found).toEqual([1, 2]);
  const index = new SQLite(world.path('search.db'), { readonly: true });
  expect(index.prepare('SELECT slices, noted_json FROM index_state').raw().all()).toEqual([[0, '[]']]);
  index.close();
  world.close();
});

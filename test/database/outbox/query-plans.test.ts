import type { Database } from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { adopter } from '../../../electron/database/outbox/adopt-edits.ts';
import { openConflicts } from '../../../electron/database/outbox/conflict-queries.ts';
import { nextRetry } from '../../../electron/database/outbox/due-files.ts';
import { enqueuer } from '../../../electron/database/outbox/enqueue.ts';
import { waitingEdit } from '../../../electron/database/outbox/waiting-edit.ts';
import { anOutbox } from '../../support/database.ts';

/** The steps in which SQLite carries out each statement of a query. */
function plansOf(make: (db: Database) => unknown): readonly string[] {
  const { db } = anOutbox();
  const prepare = vi.spyOn(db, 'prepare');
  make(db);
  const statements = prepare.mock.calls.map(([sql]) => sql);
  prepare.mockRestore();
  return statements.map((sql) => {
    const names = [...sql.matchAll(/@(\w+)/g)].map(([, name = '']) => [name, 'a'] as const);
    const values = names.length > 0 ? [Object.fromEntries(names)] : [...sql.matchAll(/\?/g)].map(() => 'a');
    return JSON.stringify(db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values));
  });
}

test('a conflict is looked for among the edits of its own file, and not among all of a change set', () => {
  const [plan] = plansOf(openConflicts);
  expect(plan).toContain('SEARCH own USING INDEX edits_by_file (edited_file=?)');
});

test('the next retry is looked for among the files that failed, and not among all that wait', () => {
  const [plan] = plansOf(nextRetry);
  expect(plan).toContain('SEARCH gate USING INDEX gates_by_time (connection_id=?)');
});

test('whether a change set has parked edits is looked for among its last ones first, and not among all that are parked', () => {
  const plans = plansOf(adopter).filter((plan) => plan.includes('edits_by_set'));
  expect(plans).toContainEqual(
    expect.stringContaining('SEARCH edits USING COVERING INDEX edits_by_set (change_set=?)'),
  );
});

test('the failures of a change set are looked for among the files that failed, and not among all of the set', () => {
  const [plan] = plansOf(waitingEdit);
  expect(plan).toContain('SEARCH edit USING INDEX edits_by_file (edited_file=?)');
});

test('the files of a change set that grows are counted by the edits of those files, and not anew among all of its edits', () => {
  const plans = plansOf(enqueuer);
  expect(plans.filter((plan) => plan.includes('count(DISTINCT)'))).toEqual([]);
  expect(plans).toContainEqual(
    expect.stringContaining('SEARCH edits USING INDEX edits_by_file (edited_file=? AND seq>? AND seq<?)'),
  );
});

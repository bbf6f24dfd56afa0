import SQLite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { attemptsAfterEdits } from '../../../electron/database/outbox/migrations/0012-attempts-after-edits.ts';
import { outboxSchema } from '../../../electron/database/outbox/open-outbox.ts';
import { migrate } from '../../../electron/database/sqlite/migrate.ts';
import { aChangeSet, anAttempt, anEdit, fileOf } from '../../support/builders.ts';
import { anOutbox } from '../../support/database.ts';

test('only one attempt per file is under way, whoever tries', () => {
  const { outbox } = anOutbox();
  outbox.enqueue(aChangeSet(1));
  outbox.beginAttempt(anAttempt(1));
  expect(() => outbox.beginAttempt(anAttempt(2))).toThrow('UNIQUE');
  outbox.beginAttempt(anAttempt(3, fileOf('other')));
  outbox.endAttempt('attempt-1', ended(true));
  outbox.beginAttempt(anAttempt(2));
  expect(outbox.attemptsOfEdit(anEdit(1).id).map((one) => one.attemptId)).toEqual([
    'attempt-2',
    'attempt-3',
    'attempt-1',
  ]);
});

test('an attempt stays unresolved until its value was seen', () => {
  const { outbox } = anOutbox();
  outbox.enqueue(aChangeSet(1));
  outbox.beginAttempt(anAttempt(1));
  const open = {
    ...anAttempt(1),
    endedAtMs: null,
    outcome: null,
    isResolved: false,
    wasNotApplied: false,
    wasAnswered: false,
    requestId: null,
    lastEditSeq: 1,
  };
  expect(outbox.unresolvedAttempt(fileOf())).toEqual(open);
  outbox.endAttempt('attempt-1', ended(false));
  expect(outbox.unresolvedAttempt(fileOf())).toEqual({ ...open, endedAtMs: 8, outcome: 'no answer', requestId: 'r' });
  outbox.resolveAttempts(fileOf());
  expect(outbox.unresolvedAttempt(fileOf())).toBeNull();
});

test('attempts that a crash left without an end are ended and unresolved', () => {
  const { outbox } = anOutbox();
  outbox.beginAttempt(anAttempt(1));
  outbox.endAbandonedAttempts(77);
  expect(outbox.unresolvedAttempt(fileOf())).toMatchObject({ endedAtMs: 77, isResolved: false });
  outbox.beginAttempt(anAttempt(2));
});

test('an attempt that was never begun cannot end', () => {
  const { outbox } = anOutbox();
  outbox.beginAttempt(anAttempt(1));
  expect(() => outbox.endAttempt('attempt-2', ended(true))).toThrow('No attempt attempt-2');
});

test('attempts of a file are told since a time, the latest first, and those of others are not', () => {
  const { outbox } = anOutbox();
  for (const number of [1, 2, 3]) {
    outbox.beginAttempt(anAttempt(number));
    outbox.endAttempt(`attempt-${number}`, ended(true));
  }
  outbox.beginAttempt(anAttempt(4, fileOf('other')));
  const since = (sinceMs: number) => outbox.attemptsSince(fileOf(), sinceMs).map(({ attemptId }) => attemptId);
  expect([since(1_002), since(1_003), since(1_004)]).toEqual([['attempt-3', 'attempt-2'], ['attempt-3'], []]);
});

test('an attempt says whether the service answered with the record', () => {
  const { outbox } = anOutbox();
  outbox.beginAttempt(anAttempt(1));
  outbox.endAttempt('attempt-1', { ...ended(true), answeredRaw: '{}' });
  expect(outbox.attemptsSince(fileOf(), 0)).toMatchObject([{ wasAnswered: true, isResolved: true }]);
});

const ended = (isResolved: boolean) => ({
  endedAtMs: 8,
  outcome: 'no answer',
  isResolved,
  requestId: 'r',
  answeredRaw: null,
});

test('attempts of an older file have their place after their own edits, and without one before all', () => {
  const db = new SQLite(':memory:');
  db.pragma('foreign_keys = OFF');
  const [first, ...later] = outboxSchema.migrations;
  migrate(db, {
    ...outboxSchema,
    migrations: [first, ...later.filter(({ version }) => version < attemptsAfterEdits.version)],
  });
  const insert = db.prepare(/* sql */ `
    INSERT INTO attempts (number, id, connection_id, network, file_id, origin, account, edit_ids_json, writes_json, body,
      request_seq, started_at_ms, ended_at_ms)
    VALUES (@number, @number, '', '', '', '', '', '[]', '[]', '', 0, 0, 0)
  `);
  for (const number of [1, 2]) insert.run({ number });
  db.exec('INSERT INTO attempt_edits (edit_seq, attempt) VALUES (5, 2), (7, 2)');
  migrate(db, outboxSchema);
  expect(db.prepare('SELECT last_edit_seq FROM attempts ORDER BY number').pluck().all()).toEqual([0, 7]);
  db.close();
});

import SQLite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { delayedChecksPart } from '../../../electron/database/outbox/delayed-checks-table.ts';
import { migrate } from '../../../electron/database/sqlite/migrate.ts';
import { outboxSchema } from '../../../electron/database/outbox/migrations/index.ts';
import { bindingA, bindingB, connectionA, uuid } from '../../support/builders.ts';
import { closedAfterwards } from '../../support/database.ts';

const beforeChecksWereBound = {
  ...outboxSchema,
  migrations: outboxSchema.migrations.filter(({ version }) => version < 6),
};

test('a later look that waited from an earlier release goes to the account of the latest attempt', () => {
  const db = closedAfterwards(new SQLite(':memory:'));
  migrate(db, beforeChecksWereBound);
  const attempt = db.prepare(/* sql */ `
    INSERT INTO attempts (id, connection_id, network, file_id, origin, account, edit_ids_json, writes_json, body,
      request_seq, started_at_ms, ended_at_ms)
    VALUES (?, ?, 'public', ?, ?, ?, '[]', '[]', '{}', 1, 1, 1)
  `);
  const check = db.prepare("INSERT INTO late_checks VALUES (?, 'public', ?, ?)");
  for (const [number, binding] of [bindingA, bindingB].entries()) {
    attempt.run(`attempt ${number}`, connectionA, uuid(1), binding.origin, binding.account);
  }
  attempt.run('another', connectionA, uuid(2), bindingA.origin, bindingA.account);
  for (const [file, dueAtMs] of [
    [uuid(1), 10],
    [uuid(2), 20],
  ] as const)
    check.run(connectionA, file, dueAtMs);
  migrate(db, outboxSchema);
  const checks = delayedChecksPart(db);
  expect([bindingA, bindingB].map((binding) => checks.dueChecks(connectionA, binding, 99))).toEqual([
    [{ network: 'public', id: uuid(2) }],
    [{ network: 'public', id: uuid(1) }],
  ]);
  expect(db.pragma('foreign_key_check')).toEqual([]);
});

import type { Migration } from '../../sqlite/migrate.ts';

/**
 * A later look at a file belongs to the account whose updates may land late, as the updates do. One that was asked for
 * before this release goes to the account of the file's latest attempt.
 */
export const boundChecks: Migration = {
  version: 6,
  up: /* sql */ `
    ALTER TABLE late_checks RENAME TO unbound_checks;
    DROP INDEX late_checks_by_time;
    CREATE TABLE late_checks (
      connection_id TEXT NOT NULL,
      network       TEXT NOT NULL,
      file_id       TEXT NOT NULL,
      origin        TEXT NOT NULL,
      account       TEXT NOT NULL,
      due_at_ms     INTEGER NOT NULL,
      PRIMARY KEY (connection_id, network, file_id, origin, account)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX late_checks_by_time ON late_checks (connection_id, origin, account, due_at_ms);
    INSERT INTO late_checks (connection_id, network, file_id, origin, account, due_at_ms)
    SELECT late.connection_id, late.network, late.file_id, attempt.origin, attempt.account, late.due_at_ms
    FROM unbound_checks AS late JOIN attempts AS attempt USING (connection_id, network, file_id)
    WHERE attempt.number = (
      SELECT max(latest.number) FROM attempts AS latest
      WHERE latest.connection_id = late.connection_id AND latest.network = late.network
        AND latest.file_id = late.file_id);
    DROP TABLE unbound_checks;
  `,
};

import type { Migration } from '../../sqlite/migrate.ts';

/** Files to be looked at once more because a request of ours may land late. */
export const delayedChecks: Migration = {
  version: 2,
  up: /* sql */ `
    CREATE TABLE late_checks (
      connection_id TEXT NOT NULL,
      network       TEXT NOT NULL,
      file_id       TEXT NOT NULL,
      due_at_ms     INTEGER NOT NULL,
      PRIMARY KEY (connection_id, network, file_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX late_checks_by_time ON late_checks (connection_id, due_at_ms);
    CREATE INDEX attempts_by_file ON attempts (connection_id, network, file_id, number);
  `,
};

import type { Migration } from '../../sqlite/migrate.ts';

/** What scans saw other people change: history of the mirror, which goes with it. */
export const remoteChanges: Migration = {
  version: 11,
  up: /* sql */ `
    -- One row for each changed record. The narrow columns stand first: SQLite then prunes without reading the values.
    CREATE TABLE remote_changes (
      number       INTEGER PRIMARY KEY,
      row_id       INTEGER NOT NULL,
      at_ms        INTEGER NOT NULL,
      size_bytes   INTEGER NOT NULL,
      changes_json TEXT NOT NULL
    ) STRICT;
    CREATE INDEX remote_changes_by_row ON remote_changes (row_id, number);
  `,
};

import type { Migration } from '../../sqlite/migrate.ts';

/** Taking a large gesture back, part by part, so that a crash in the middle can be made good. */
export const undoRuns: Migration = {
  version: 4,
  up: /* sql */ `
    CREATE TABLE undo_runs (
      connection_id TEXT NOT NULL,
      position      INTEGER NOT NULL,
      part_json     TEXT NOT NULL CHECK (json_valid(part_json)),
      PRIMARY KEY (connection_id, position)
    ) STRICT, WITHOUT ROWID;
  `,
};

import type { Migration } from '../../sqlite/migrate.ts';

/** Gestures that can be taken back, across restarts. */
export const undo: Migration = {
  version: 3,
  up: /* sql */ `
    CREATE TABLE undo_stacks (
      connection_id TEXT NOT NULL PRIMARY KEY,
      stacks_json   TEXT NOT NULL CHECK (json_valid(stacks_json))
    ) STRICT;
  `,
};

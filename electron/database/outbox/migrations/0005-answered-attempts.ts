import type { Migration } from '../../sqlite/migrate.ts';

/** Counts by day of the edits that a service took, and a person's visits to the screen that shows them. */
export const answeredAttempts: Migration = {
  version: 13,
  up: /* sql */ `
    CREATE INDEX attempts_answered ON attempts (connection_id, ended_at_ms) WHERE outcome = 'answered';
    CREATE TABLE library_looks (
      connection_id TEXT NOT NULL PRIMARY KEY,
      look_json     TEXT NOT NULL CHECK (json_valid(look_json))
    ) STRICT;
  `,
};

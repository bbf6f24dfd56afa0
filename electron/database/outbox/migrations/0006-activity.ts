import type { Migration } from '../../sqlite/migrate.ts';

/** What happened to each connection: checks, troubles and finished jobs, bounded by age and count. */
export const activity: Migration = {
  version: 14,
  up: /* sql */ `
    CREATE TABLE activity (
      number        INTEGER PRIMARY KEY,
      connection_id TEXT NOT NULL,
      at_ms         INTEGER NOT NULL,
      origin        TEXT NOT NULL CHECK (origin IN ('elsewhere', 'app')),
      event_json    TEXT NOT NULL CHECK (json_valid(event_json))
    ) STRICT;
    CREATE INDEX activity_by_time ON activity (connection_id, number);
  `,
};

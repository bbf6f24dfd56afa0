import type { Migration } from '../../sqlite/migrate.ts';

/** What a person wrote about a change set, and the finished sends of each connection. */
export const notesAndSends: Migration = {
  version: 15,
  up: /* sql */ `
    CREATE TABLE change_set_notes (
      change_set INTEGER PRIMARY KEY REFERENCES change_sets (number),
      note       TEXT NOT NULL
    ) STRICT;
    CREATE TABLE sends (
      number        INTEGER PRIMARY KEY,
      connection_id TEXT NOT NULL,
      ended_at_ms   INTEGER NOT NULL,
      send_json     TEXT NOT NULL CHECK (json_valid(send_json))
    ) STRICT;
    CREATE INDEX sends_by_time ON sends (connection_id, number);
  `,
};

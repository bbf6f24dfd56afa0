import type { Migration } from '../../sqlite/migrate.ts';

/** What a person wrote about a change set. */
export const notes: Migration = {
  version: 15,
  up: /* sql */ `
    CREATE TABLE change_set_notes (
      change_set INTEGER PRIMARY KEY REFERENCES change_sets (number),
      note       TEXT NOT NULL
    ) STRICT;
  `,
};

import type { Migration } from '../../sqlite/migrate.ts';

/** The log of adoptions: the account an edit was made for before, and who said that it is the same one. */
export const adoptions: Migration = {
  version: 10,
  up: /* sql */ `
    CREATE TABLE adoptions (
      number        INTEGER PRIMARY KEY,
      edit_seq      INTEGER NOT NULL REFERENCES edits (seq),
      adopted_at_ms INTEGER NOT NULL,
      origin        TEXT NOT NULL,
      account       TEXT NOT NULL,
      reason        TEXT NOT NULL CHECK (reason IN ('person', 'proof'))
    ) STRICT;
    CREATE INDEX adoptions_by_edit ON adoptions (edit_seq, number);
  `,
};

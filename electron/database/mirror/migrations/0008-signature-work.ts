import type { Migration } from '../../sqlite/migrate.ts';

export const signatureWork: Migration = {
  version: 8,
  up: /* sql */ `
    -- What checking came to, with a digest of everything that went into it: the same inputs are not checked twice.
    ALTER TABLE signatures ADD COLUMN standing TEXT NOT NULL DEFAULT 'unchecked'
      CHECK (standing IN ('notSigned', 'unchecked', 'valid', 'noMatch', 'malformed'));
    ALTER TABLE signatures ADD COLUMN inputs TEXT;
    ALTER TABLE signatures ADD COLUMN checked_at_ms INTEGER;
    ALTER TABLE signatures ADD COLUMN address TEXT;
    ALTER TABLE signatures ADD COLUMN date_json TEXT CHECK (json_valid(date_json));
    UPDATE signatures SET standing = 'notSigned' WHERE signature IS NULL;
    CREATE INDEX signatures_by_standing ON signatures (copy, standing, address, fetched_at_ms);
    CREATE INDEX signatures_by_age ON signatures (copy, fetched_at_ms);

    -- Signatures being fetched: one job a copy, and what it has not asked for yet. selection_json is the choice that is
    -- not turned into CIDs yet.
    CREATE TABLE signature_jobs (
      copy           INTEGER PRIMARY KEY,
      started_at_ms  INTEGER NOT NULL,
      only_missing   INTEGER NOT NULL CHECK (only_missing IN (0, 1)),
      selection_json TEXT CHECK (json_valid(selection_json)),
      total          INTEGER NOT NULL DEFAULT 0,
      done           INTEGER NOT NULL DEFAULT 0,
      failed         INTEGER NOT NULL DEFAULT 0,
      failure        TEXT
    ) STRICT;
    CREATE TABLE signature_wants (
      number  INTEGER PRIMARY KEY,
      copy    INTEGER NOT NULL,
      network TEXT NOT NULL CHECK (network IN ('public', 'private')),
      cid     TEXT NOT NULL,
      tries   INTEGER NOT NULL DEFAULT 0,
      UNIQUE (copy, network, cid)
    ) STRICT;
    CREATE INDEX signature_wants_in_order ON signature_wants (copy, number);
  `,
};

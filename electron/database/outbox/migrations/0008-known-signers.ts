import type { Migration } from '../../sqlite/migrate.ts';

/** Whose wallets are whose, as a person says: nobody else knows, so it is kept beside the edits. */
export const knownSigners: Migration = {
  version: 8,
  up: /* sql */ `
    CREATE TABLE known_signers (
      address     TEXT NOT NULL PRIMARY KEY,
      label       TEXT NOT NULL,
      added_at_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
};

import type { Migration } from '../../sqlite/migrate.ts';

/** Drafts: typing that nobody has saved, by file and by what was typed into. */
export const drafts: Migration = {
  version: 12,
  up: /* sql */ `
    CREATE TABLE drafts (
      connection_id TEXT NOT NULL,
      network       TEXT NOT NULL CHECK (network IN ('public', 'private')),
      file_id       TEXT NOT NULL,
      part          TEXT NOT NULL CHECK (part IN ('name', 'metadata')),
      draft_json    TEXT NOT NULL CHECK (json_valid(draft_json)),
      typed_at_ms   INTEGER NOT NULL,
      PRIMARY KEY (connection_id, network, file_id, part)
    ) STRICT, WITHOUT ROWID;
  `,
};

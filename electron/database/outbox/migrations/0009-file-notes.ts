import type { Migration } from '../../sqlite/migrate.ts';

/** What a person wrote about files for themselves: nothing sends it, so that no service could give it back. */
export const fileNotes: Migration = {
  version: 17,
  up: /* sql */ `
    CREATE TABLE file_notes (
      connection_id TEXT NOT NULL,
      network       TEXT NOT NULL CHECK (network IN ('public', 'private')),
      file_id       TEXT NOT NULL,
      note          TEXT NOT NULL CHECK (note <> ''),
      PRIMARY KEY (connection_id, network, file_id)
    ) STRICT, WITHOUT ROWID;
  `,
};

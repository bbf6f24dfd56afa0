import type { Migration } from '../../sqlite/migrate.ts';

/** Stars that a person gave to files: nothing sends them, so that no service could give them back. */
export const stars: Migration = {
  version: 16,
  up: /* sql */ `
    CREATE TABLE stars (
      connection_id TEXT NOT NULL,
      network       TEXT NOT NULL CHECK (network IN ('public', 'private')),
      file_id       TEXT NOT NULL,
      PRIMARY KEY (connection_id, network, file_id)
    ) STRICT, WITHOUT ROWID;
  `,
};

import type { Migration } from '../../sqlite/migrate.ts';

/** Names that a person gave to groups, of which a service tells no more than the id. Nothing sends them. */
export const groupNames: Migration = {
  version: 18,
  up: /* sql */ `
    CREATE TABLE group_names (
      connection_id TEXT NOT NULL,
      group_id      TEXT NOT NULL,
      name          TEXT NOT NULL CHECK (name <> ''),
      PRIMARY KEY (connection_id, group_id)
    ) STRICT, WITHOUT ROWID;
  `,
};

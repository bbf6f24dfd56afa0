import type { Migration } from '../../sqlite/migrate.ts';

/** Questions about files that a person gave a name to: they outlive every copy. */
export const savedViews: Migration = {
  version: 5,
  up: /* sql */ `
    CREATE TABLE saved_views (
      connection_id TEXT NOT NULL PRIMARY KEY,
      views_json    TEXT NOT NULL CHECK (json_valid(views_json))
    ) STRICT;
  `,
};

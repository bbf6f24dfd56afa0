import type { Migration } from '../../sqlite/migrate.ts';

export const orders: Migration = {
  version: 2,
  up: /* sql */ `
    -- Ties are broken by row id, which every index carries anyway: half as large as with the file's id in it.
    -- All but the first are made by the indexer once rows are there: see deferred-indexes.ts.
    DROP INDEX files_by_name;
    DROP INDEX files_by_type;
    DROP INDEX files_by_group;
    DROP INDEX metadata_by_value;
    CREATE INDEX files_by_name ON files (copy, name_key);

    -- Rows that changed or went, for a reader that keeps them in order. New rows are told by their ids.
    CREATE TABLE row_changes (
      seq    INTEGER PRIMARY KEY,
      row_id INTEGER NOT NULL
    ) STRICT;
  `,
};

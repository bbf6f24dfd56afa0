import type { Migration } from '../../sqlite/migrate.ts';

/** Filters and their counts are answered from sets of rows instead of from an index entry per row and value. */
export const rowSets: Migration = {
  version: 3,
  up: /* sql */ `
    DROP TABLE facets;
    DROP INDEX IF EXISTS metadata_by_value;
    DROP INDEX IF EXISTS files_edited;
    ALTER TABLE copies ADD COLUMN size_bytes INTEGER NOT NULL DEFAULT 0;

    -- Which rows have a value: those in the blocks of that number, or, below zero, the one row whose id it is. key is the metadata key of a 'value', and empty for everything else; value is cut where
    -- it is long, and folded holds the whole text where folding changes it.
    CREATE TABLE row_sets (
      copy   INTEGER NOT NULL,
      field  TEXT NOT NULL CHECK (field IN
        ('network', 'type', 'family', 'group', 'state', 'sizeStep', 'month', 'key', 'value')),
      key    TEXT NOT NULL,
      value  TEXT NOT NULL,
      number INTEGER NOT NULL,
      count  INTEGER NOT NULL CHECK (count > 0),
      folded TEXT,
      PRIMARY KEY (copy, field, key, value)
    ) STRICT, WITHOUT ROWID;
    -- A value of a single row is never among the most frequent, and there may be a million of them.
    CREATE INDEX row_sets_by_count ON row_sets (copy, field, key, count) WHERE count > 1;

    -- The rows themselves, so many row ids to a block.
    CREATE TABLE row_set_blocks (
      number INTEGER NOT NULL,
      block  INTEGER NOT NULL,
      rows   BLOB NOT NULL,
      PRIMARY KEY (number, block)
    ) STRICT, WITHOUT ROWID;
  `,
};

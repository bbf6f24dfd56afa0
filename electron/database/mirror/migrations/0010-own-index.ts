import type { Migration } from '../../sqlite/migrate.ts';

export const ownIndex: Migration = {
  version: 10,
  up: /* sql */ `
    -- The text index has a file of its own now, written by a thread of its own. Here it is kept which rows it holds as
    -- they are: those up to indexed_through without a note. An index of another epoch says nothing about this copy.
    DROP TABLE search_index;
    DROP TABLE index_backlog;
    DROP TABLE index_progress;
    CREATE TABLE index_progress (
      only_row        INTEGER PRIMARY KEY CHECK (only_row = 1),
      epoch           TEXT NOT NULL,
      slices          INTEGER NOT NULL,
      indexed_through INTEGER NOT NULL
    ) STRICT;
    INSERT INTO index_progress (only_row, epoch, slices, indexed_through) VALUES (1, hex(randomblob(16)), 0, 0);
    -- Rows whose text is another since they were indexed, or that are gone. Numbers are never used twice.
    CREATE TABLE index_notes (number INTEGER PRIMARY KEY AUTOINCREMENT, row_id INTEGER NOT NULL) STRICT;
    CREATE INDEX index_notes_by_row ON index_notes (row_id);
  `,
};

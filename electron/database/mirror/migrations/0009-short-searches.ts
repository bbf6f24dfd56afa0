import type { Migration } from '../../sqlite/migrate.ts';

export const shortSearches: Migration = {
  version: 9,
  up: /* sql */ `
    -- Texts are indexed with an ending now, so that their last characters begin a term too. The indexer makes the index
    -- anew from its first row; until it is there, texts are read.
    INSERT INTO search_index (search_index) VALUES ('delete-all');
    DELETE FROM index_backlog;
    UPDATE index_progress SET indexed_through = 0;
  `,
};

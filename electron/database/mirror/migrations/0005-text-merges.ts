import type { Migration } from '../../sqlite/migrate.ts';

export const textMerges: Migration = {
  version: 5,
  up: /* sql */ `
    -- Left to itself the text index merges its parts in the middle of a write, for half a second at a million rows: the
    -- indexer does it in small steps of its own, and the second line is for the case that it never comes to it.
    INSERT INTO search_index (search_index, rank) VALUES ('automerge', 0);
    INSERT INTO search_index (search_index, rank) VALUES ('crisismerge', 64);
  `,
};

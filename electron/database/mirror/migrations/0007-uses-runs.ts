import type { Migration } from '../../sqlite/migrate.ts';

export const usesRuns: Migration = {
  version: 7,
  up: /* sql */ `
    -- Every check takes a sample of a key's uses. Samples that say the same are one row, from at_ms to to_ms: a forecast
    -- has to know that a key was not used as well as that it was.
    ALTER TABLE key_uses ADD COLUMN to_ms INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE key_uses ADD COLUMN use_limit INTEGER;
    UPDATE key_uses SET to_ms = at_ms;
  `,
};

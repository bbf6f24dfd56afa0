import type { Migration } from '../../sqlite/migrate.ts';

/** Tells attempts that certainly changed nothing from those that may have. An older row says nothing, so it may have. */
export const unappliedAttempts: Migration = {
  version: 19,
  up: /* sql */ `
    ALTER TABLE attempts ADD COLUMN was_not_applied INTEGER NOT NULL DEFAULT 0 CHECK (was_not_applied IN (0, 1));
  `,
};

import type { Migration } from '../../sqlite/migrate.ts';

export const fullChecks: Migration = {
  version: 4,
  up: /* sql */ `
    -- When every file was last looked at: a check of a large library mostly looks at new ones only.
    ALTER TABLE copies ADD COLUMN full_check_at_ms INTEGER;
  `,
};

import type { Migration } from '../../sqlite/migrate.ts';

export const noVersions: Migration = {
  version: 6,
  up: /* sql */ `
    -- Readers follow row_changes; nobody asks for these counts any more.
    ALTER TABLE copies DROP COLUMN said_version;
    ALTER TABLE copies DROP COLUMN shown_version;
  `,
};

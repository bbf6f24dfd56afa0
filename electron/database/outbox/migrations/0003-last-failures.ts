import type { Migration } from '../../sqlite/migrate.ts';

/** The last failure of a file that waits for its next try: `{status, kind, words}`; null where none was kept. */
export const lastFailures: Migration = {
  version: 11,
  up: /* sql */ `ALTER TABLE gates ADD COLUMN last_failure_json TEXT CHECK (json_valid(last_failure_json));`,
};

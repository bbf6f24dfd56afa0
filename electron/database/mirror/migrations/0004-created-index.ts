import type { Migration } from '../../sqlite/migrate.ts';

/**
 * The order in which a list begins, kept up from the first page of a first copy on: services list the newest first, so
 * that nearly every entry goes to one end of the index.
 */
export const createdIndex: Migration = {
  version: 13,
  up: 'CREATE INDEX IF NOT EXISTS files_by_created ON files (copy, created_at);',
};

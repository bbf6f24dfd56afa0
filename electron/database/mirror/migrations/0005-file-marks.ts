import type { Migration } from '../../sqlite/migrate.ts';

/**
 * Which files have a mark of the person, for lists: the outbox has the marks themselves. By file id, so that a file that is
 * listed again after it was gone has its marks again.
 */
export const fileMarks: Migration = {
  version: 14,
  up: /* sql */ `
    CREATE TABLE file_marks (
      copy    INTEGER NOT NULL,
      mark    TEXT NOT NULL CHECK (mark IN ('star', 'note')),
      network TEXT NOT NULL CHECK (network IN ('public', 'private')),
      file_id TEXT NOT NULL,
      PRIMARY KEY (copy, mark, network, file_id)
    ) STRICT, WITHOUT ROWID;
  `,
};

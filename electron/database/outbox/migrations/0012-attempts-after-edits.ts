import type { Migration } from '../../sqlite/migrate.ts';

/**
 * Orders attempts among edits without a clock: the newest edit of the queue when the attempt was stored. Of an older row only
 * its own edits are known.
 */
export const attemptsAfterEdits: Migration = {
  version: 20,
  up: /* sql */ `
    ALTER TABLE attempts ADD COLUMN last_edit_seq INTEGER NOT NULL DEFAULT 0;
    UPDATE attempts SET last_edit_seq = coalesce(
      (SELECT max(link.edit_seq) FROM attempt_edits AS link WHERE link.attempt = attempts.number), 0);
  `,
};

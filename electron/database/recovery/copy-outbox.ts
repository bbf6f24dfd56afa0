import SQLite from 'better-sqlite3';
import { outboxSchema } from '../outbox/open-outbox.ts';
import { textOf } from '../sqlite/column-parsers.ts';
import { syncFile } from '../sqlite/durable-files.ts';
import { DamagedFileError } from '../sqlite/errors.ts';
import { rejectInvalid, verifySchema } from '../sqlite/migrate.ts';
import { privateFile } from '../sqlite/private-files.ts';

/** Two megabytes: the writer's checkpoint waits no longer for a reader than for this. */
const PAGES_OF_A_STEP = 500;
/** A write begins the copy anew (https://sqlite.org/backup.html): a busy outbox is copied another time. */
const MOST_STEPS_OVER = 200;

/**
 * Copies an outbox that another connection writes, and checks the copy as a start would. Its rows are one moment of the
 * outbox, those in its log too.
 *
 * @param part takes the copy, synced and readable by its owner alone
 * @throws DamagedFileError when the copy is not whole; SQLite's own error when it could not be made
 */
export async function copyOutboxInUse(outboxPath: string, part: string): Promise<void> {
  privateFile(part);
  const from = new SQLite(outboxPath, { readonly: true, fileMustExist: true });
  try {
    let steps = 0;
    await from.backup(part, {
      progress: ({ totalPages }) => {
        if (++steps > totalPages / PAGES_OF_A_STEP + MOST_STEPS_OVER)
          throw new SQLite.SqliteError('The outbox is busy', 'SQLITE_BUSY');
        return PAGES_OF_A_STEP;
      },
    });
  } finally {
    from.close();
  }
  verify(part);
  syncFile(part);
}

function verify(path: string): void {
  const db = new SQLite(path);
  try {
    // A snapshot is one file: it has no log, and leaves none behind where somebody looks into it.
    db.pragma('journal_mode = DELETE');
    verifySchema(db, outboxSchema, rejectInvalid(db, outboxSchema));
    const found = textOf(db.pragma('integrity_check(1)', { simple: true }));
    if (found !== 'ok') throw new DamagedFileError(found);
  } finally {
    db.close();
  }
}

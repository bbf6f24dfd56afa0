import { workerData } from 'node:worker_threads';
import { z } from 'zod';
import { copyOutboxInUse } from '../../database/recovery/copy-outbox.ts';
import { openFailure, wordsOf } from '../../database/sqlite/errors.ts';
import { answerRequests } from '../answer-requests.ts';

/** The composition root of the thread that copies the outbox while the writer writes it. */
const { outboxPath, part } = z.object({ outboxPath: z.string(), part: z.string() }).parse(workerData);

answerRequests<null, string | null>(async () => {
  try {
    await copyOutboxInUse(outboxPath, part);
    return null;
  } catch (error) {
    // A full disk, a busy outbox or a damaged copy: there is another try later.
    const isBusy = error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
    if (!isBusy && openFailure(error, part) === null) throw error;
    return wordsOf(error);
  }
});

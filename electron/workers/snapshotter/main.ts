import { workerData } from 'node:worker_threads';
import { z } from 'zod';
import { errorCode, errorMessage } from '../../../src/domain/core/thrown.ts';
import { copyOutboxInUse } from '../../database/recovery/copy-outbox.ts';
import { openFailure } from '../../database/sqlite/errors.ts';
import { answerRequests } from '../answer-requests.ts';

/** The composition root of the thread that copies the outbox while the writer writes it. */
const { outboxPath, part } = z.object({ outboxPath: z.string(), part: z.string() }).parse(workerData);

answerRequests<null, string | null>(async () => {
  try {
    await copyOutboxInUse(outboxPath, part);
    return null;
  } catch (error) {
    // A full disk, a busy outbox or a damaged copy: there is another try later.
    const isBusy = errorCode(error)?.startsWith('SQLITE_BUSY') === true;
    if (!isBusy && openFailure(error, part) === null) throw error;
    return errorMessage(error);
  }
});

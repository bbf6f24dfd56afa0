import SQLite from 'better-sqlite3';
import { workerData } from 'node:worker_threads';
import { z } from 'zod';
import { deferredIndexes } from '../../database/mirror/deferred-indexes.ts';
import { answerRequests } from '../answer-requests.ts';

/** The composition root of the thread that makes the indexes sorting needs. */
const { mirrorPath } = z.object({ mirrorPath: z.string() }).parse(workerData);

answerRequests<null, null>(() => {
  const db = new SQLite(mirrorPath, { fileMustExist: true });
  try {
    // The writer may be in the middle of a page; it waits for this thread in turn.
    db.pragma('busy_timeout = 60000');
    deferredIndexes(db).make();
  } finally {
    db.close();
  }
  return null;
});

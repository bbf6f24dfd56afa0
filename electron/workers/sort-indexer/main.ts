import SQLite from 'better-sqlite3';
import { workerData } from 'node:worker_threads';
import { z } from 'zod';
import { deferredIndexes } from '../../database/mirror/deferred-indexes.ts';
import { answerRequests } from '../answer-requests.ts';

/** The composition root of the thread that makes the indexes for sorting. */
const { mirrorPath } = z.object({ mirrorPath: z.string() }).parse(workerData);

answerRequests<null, null>(() => {
  const db = new SQLite(mirrorPath, { fileMustExist: true });
  try {
    // The writer may hold the write lock for a page of records, and then waits for this thread.
    db.pragma('busy_timeout = 60000');
    deferredIndexes(db).makeNext();
  } finally {
    db.close();
  }
  return null;
});

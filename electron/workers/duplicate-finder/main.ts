import SQLite from 'better-sqlite3';
import { workerData } from 'node:worker_threads';
import { z } from 'zod';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { duplicateContent, type DuplicateContent } from '../../database/duplicates/duplicate-content.ts';
import { answerRequests } from '../answer-requests.ts';

/** The composition root of the thread that finds files with the same content. */
const { mirrorPath } = z.object({ mirrorPath: z.string() }).parse(workerData);

answerRequests<ConnectionId, DuplicateContent>((connectionId) => {
  const db = new SQLite(mirrorPath, { readonly: true, fileMustExist: true });
  try {
    db.pragma('busy_timeout = 5000');
    return duplicateContent(db)(connectionId);
  } finally {
    db.close();
  }
});

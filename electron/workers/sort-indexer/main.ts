import SQLite from 'better-sqlite3';
import { workerData } from 'node:worker_threads';
import { z } from 'zod';
import { deferredIndexes } from '../../database/mirror/deferred-indexes.ts';

/** The composition root of the thread that makes the indexes sorting needs, and ends. */
const { mirrorPath } = z.object({ mirrorPath: z.string() }).parse(workerData);

const db = new SQLite(mirrorPath, { fileMustExist: true });
// The writer may be in the middle of a page; it waits for us in turn.
db.pragma('busy_timeout = 60000');
deferredIndexes(db).make();
db.close();

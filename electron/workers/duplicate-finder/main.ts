import SQLite from 'better-sqlite3';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { connectionId } from '../../../src/domain/core/ids.ts';
import { duplicateContent } from '../../database/duplicates/duplicate-content.ts';

/** The composition root of the thread that looks for files of the same content, and ends. */
const port = parentPort;
if (port === null) throw new Error('The finder is a thread of the core');
const asked = z.object({ mirrorPath: z.string(), connectionId }).parse(workerData);

const db = new SQLite(asked.mirrorPath, { readonly: true, fileMustExist: true });
db.pragma('busy_timeout = 5000');
port.postMessage(duplicateContent(db)(asked.connectionId));
db.close();
port.close();

import SQLite from 'better-sqlite3';
import { setTimeout as pause } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { z } from 'zod';

const LOOK_MS = 20;

/** The program of a thread that ends once every row has been indexed, be it changed since: a look may wait for the disk, and the main thread is measured. */
const { mirrorPath } = z.object({ mirrorPath: z.string() }).parse(workerData);

const mirror = new SQLite(mirrorPath, { readonly: true });
const left = mirror
  .prepare<[], number>(
    /* sql */ `
      SELECT (SELECT max(row_id) FROM search_texts) > (SELECT indexed_through FROM index_progress)
    `,
  )
  .pluck();
while (left.get() === 1) await pause(LOOK_MS);
mirror.close();

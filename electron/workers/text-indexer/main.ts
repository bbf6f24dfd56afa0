import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import type { IndexedSlice } from '../../database/text-index/index-queue.ts';
import { diskFailure, isDamage, wordsOf } from '../../database/sqlite/errors.ts';
import { openTextIndexer } from '../../database/text-index/indexer.ts';
import { lowerPriority } from '../../hosting/lower-priority.ts';
import type { IndexFailure } from '../../sync/text-index/schedule-indexing.ts';

/** What the writer says to it. Both ends are ours and of one build, so nothing of it is parsed. */
export type ToTextIndexer = { readonly kind: 'slice'; readonly limitRows: number } | { readonly kind: 'close' };
/** Its answer to each slice that was asked for. */
export type Indexed = Result<IndexedSlice | null, IndexFailure>;

/** The composition root of the thread that writes the text index. */
const port = parentPort;
if (port === null) throw new Error('The text indexer is a thread of the core');
const { mirrorPath } = z.object({ mirrorPath: z.string() }).parse(workerData);

lowerPriority();
const indexer = openTextIndexer(mirrorPath);

function slice(limitRows: number): Indexed {
  try {
    return ok(indexer.slice(limitRows));
  } catch (error) {
    if (isDamage(error)) return fail({ kind: 'damaged', detail: wordsOf(error) });
    const disk = diskFailure(error);
    if (disk === null) throw error;
    return fail({ kind: 'disk', detail: disk.detail });
  }
}

port.on('message', (message: ToTextIndexer) => {
  if (message.kind === 'slice') return port.postMessage(slice(message.limitRows));
  indexer.close();
  port.close();
});

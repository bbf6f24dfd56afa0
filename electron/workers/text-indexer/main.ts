import { workerData } from 'node:worker_threads';
import { z } from 'zod';
import { errorMessage } from '../../../src/domain/core/thrown.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import type { IndexedSlice } from '../../database/text-index/index-queue.ts';
import { diskFailure, isDamage } from '../../database/sqlite/errors.ts';
import { openTextIndexer } from '../../database/text-index/indexer.ts';
import { lowerPriority } from '../../hosting/lower-priority.ts';
import { answerRequests } from '../answer-requests.ts';
import type { IndexFailure } from '../../sync/text-index/schedule-indexing.ts';

export type IndexRequest = { readonly limitRows: number };
/** Null when the index contains every row. */
export type IndexReply = Result<IndexedSlice | null, IndexFailure>;

/** The composition root of the thread that writes the text index. */
const { mirrorPath } = z.object({ mirrorPath: z.string() }).parse(workerData);

lowerPriority();
const indexer = openTextIndexer(mirrorPath);

function slice(limitRows: number): IndexReply {
  try {
    return ok(indexer.slice(limitRows));
  } catch (error) {
    if (isDamage(error)) return fail({ kind: 'damaged', detail: errorMessage(error) });
    const disk = diskFailure(error);
    if (disk === null) throw error;
    return fail({ kind: 'disk', detail: disk.detail });
  }
}

answerRequests<IndexRequest, IndexReply>(
  ({ limitRows }) => slice(limitRows),
  () => indexer.close(),
);

import { onTestFinished } from 'vitest';
import { indexQueue, type IndexedSlice } from '../../../electron/database/text-index/index-queue.ts';
import { openIndexer } from '../../../electron/database/text-index/indexer.ts';
import { IndexingSchedule, type IndexFailure } from '../../../electron/sync/text-index/schedule-indexing.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import { aFile, connectionA, observed } from '../../support/builders.ts';
import { aMirror } from '../../support/database.ts';
import { ManualClock } from '../../support/manual-clock.ts';

export const SECOND = 1_000;

/** A mirror with so many files, and a schedule whose slices a test may hold or break. */
export function aWorld(files: number) {
  const { db, files: table } = aMirror();
  const clock = new ManualClock();
  const bugs: unknown[] = [];
  const asked: number[] = [];
  const indexer = openIndexer(db);
  let trouble: IndexFailure | Error | null = null;
  let release: () => void = () => undefined;
  let held: Promise<void> | null = null;
  const slice = async (limitRows: number): Promise<Result<IndexedSlice | null, IndexFailure>> => {
    asked.push(limitRows);
    if (held !== null) await held;
    if (trouble instanceof Error) throw trouble;
    return trouble === null ? ok(indexer.slice(limitRows)) : fail(trouble);
  };
  const progress = indexQueue(db);
  const indexing = new IndexingSchedule({ progress, slice, clock, report: (error) => void bugs.push(error) });
  onTestFinished(() => indexing.close());
  const put = (...ids: readonly string[]): void => {
    const all = ids.map((id) => observed(aFile({ id })));
    table.put(connectionA, all, { seenAtMs: 1, requestSeq: 1, scanId: null }, () => []);
  };
  put(...Array.from({ length: files }, (_, at) => `f${at}`));
  return {
    ...{ put, table, clock, bugs, asked, indexing, progress },
    breaks: (how: IndexFailure | Error | null) => void (trouble = how),
    hold: () => void (held = new Promise((resolve) => (release = resolve))),
    release: () => release(),
    indexed: () => db.prepare('SELECT count(*) FROM search_index').pluck().get(),
  };
}

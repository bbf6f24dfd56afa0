import { indexQueue } from '../../database/text-index/index-queue.ts';
import type { OpenProfile } from '../../database/profile/open-profile.ts';
import { IndexingSchedule } from '../../sync/text-index/schedule-indexing.ts';
import { systemClock } from '../clock.ts';
import { WorkerClient } from '../worker-client.ts';
import { workerProgram } from '../worker-program.ts';
import type { IndexReply, IndexRequest } from './main.ts';

export type TextIndexerClient = {
  /** Wraps `announce`: changed files wake the indexer too. */
  readonly listening: <Name extends string>(announce: (name: Name) => void) => (name: Name) => void;
  readonly wake: () => void;
  /** Empties the index at once, after the mirror has erased records. */
  readonly giveUp: () => void;
  /** Call before the mirror is closed. */
  readonly close: () => Promise<void>;
};

/** A thread of its own keeps the text index; it starts with the first row that the index lacks. */
export function textIndexerClient(profile: OpenProfile, report: (error: unknown) => void): TextIndexerClient {
  const client = new WorkerClient<IndexRequest, IndexReply>({
    program: workerProgram(import.meta.url, './main.ts', 'text-indexer'),
    name: 'pinfold text indexer',
    // SQLite does all of the work, outside V8's heap.
    resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 },
    workerData: { mirrorPath: profile.mirrorPath },
  });
  const schedule = new IndexingSchedule({
    progress: indexQueue(profile.mirror),
    slice: (limitRows) => client.ask({ limitRows }),
    clock: systemClock,
    report,
  });
  const wake = (): void => schedule.wake();
  return {
    listening: (announce) => (name) => {
      announce(name);
      if (name === 'files.changed') wake();
    },
    wake,
    giveUp: () => schedule.indexNow(),
    close: async () => {
      await schedule.close();
      await client.close();
    },
  };
}

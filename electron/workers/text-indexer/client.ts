import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { indexQueue } from '../../database/text-index/index-queue.ts';
import type { OpenProfile } from '../../database/profile/open-profile.ts';
import { systemClock } from '../clock.ts';
import { IndexingSchedule, type IndexingPorts } from '../../sync/text-index/schedule-indexing.ts';
import type { Indexed, ToTextIndexer } from './main.ts';
import { workerProgram } from '../worker-program.ts';

const program = workerProgram(import.meta.url, './main.ts', 'text-indexer');

/** All of it is done in SQL. */
const resourceLimits = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 };

export type TextIndexerClient = {
  /** Also tells the indexer, which has something to do whenever the shown files are others. */
  readonly heard: <Name extends string>(told: (name: Name) => void) => (name: Name) => void;
  readonly wake: () => void;
  /** Empties it at once: what it holds was erased from the copy. */
  readonly giveUp: () => void;
  /** Before the copy is closed. */
  readonly close: () => Promise<void>;
};

/** Makes what keeps the text index: a thread that is there from the first row on that it lacks. */
export function textIndexerClient(profile: OpenProfile, report: (error: unknown) => void): TextIndexerClient {
  let thread: Worker | null = null;
  const start = (): Worker => {
    const started = new Worker(program, {
      workerData: { mirrorPath: profile.mirrorPath },
      name: 'pinfold text indexer',
      resourceLimits,
    });
    // Whoever waits hears of it too.
    started.on('error', () => (thread = null));
    return started;
  };
  const slice: IndexingPorts['slice'] = async (limitRows) => {
    thread ??= start();
    const answered = once(thread, 'message');
    tell(thread, { kind: 'slice', limitRows });
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- our own thread, of this build
    const [indexed] = (await answered) as [Indexed];
    return indexed;
  };
  const indexing = new IndexingSchedule({ progress: indexQueue(profile.mirror), slice, clock: systemClock, report });
  const wake = (): void => indexing.wake();
  return {
    heard: (told) => (name) => {
      told(name);
      if (name === 'files.changed') wake();
    },
    wake,
    giveUp: () => indexing.giveUp(),
    close: async () => {
      await indexing.close();
      if (thread === null) return;
      const ended = once(thread, 'exit');
      tell(thread, { kind: 'close' });
      await ended;
    },
  };
}

const tell = (thread: Worker, message: ToTextIndexer): void => thread.postMessage(message);

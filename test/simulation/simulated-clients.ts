import { Worker } from 'node:worker_threads';
import { type Batch, played, type Played } from './batch.ts';
import { emptyTally, sumOf } from './situations/tally.ts';

const SEEDS_AT_ONCE = 100;

/** Threads that play seeds. One that dies takes its seeds with it, so that the whole run is worth nothing. */
export class Crew {
  readonly #workers: readonly Worker[];

  constructor(size: number, program: URL = new URL('seed-worker.ts', import.meta.url)) {
    this.#workers = Array.from({ length: size }, () => new Worker(program));
  }

  get size(): number {
    return this.#workers.length;
  }

  /**
   * Plays every seed of a batch, whichever worker has time.
   *
   * @param stop begins no further seeds: those that were begun are played to their end, and are the first of the batch
   * @returns what became of them, and how many were played
   */
  async play(
    { from, seeds, control }: Batch,
    stop: AbortSignal = new AbortController().signal,
  ): Promise<Played & { readonly seeds: number }> {
    const parts: Played[] = [];
    let next = from;
    const end = from + seeds;
    const work = async (worker: Worker): Promise<void> => {
      while (next < end && !stop.aborted) {
        const some = { from: next, seeds: Math.min(SEEDS_AT_ONCE, end - next), control };
        next += some.seeds;
        parts.push(await asked(worker, some));
      }
    };
    await Promise.all(this.#workers.map(work));
    return {
      seeds: next - from,
      broken: parts.flatMap(({ broken }) => broken).sort((a, b) => a.seed - b.seed),
      tally: parts.reduce((sum, part) => sumOf(sum, part.tally), emptyTally(from)),
    };
  }

  async end(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}

function asked(worker: Worker, batch: Batch): Promise<Played> {
  const { promise, resolve, reject } = Promise.withResolvers<Played>();
  const which = `seeds ${batch.from} to ${batch.from + batch.seeds - 1}`;
  const died = (error: unknown): void => reject(new Error(`A worker died at ${which}`, { cause: error }));
  const left = (code: number): void => died(`it left with ${code}`);
  const answered = (message: unknown): void => {
    worker.off('error', died).off('exit', left);
    resolve(played.parse(message));
  };
  worker.once('error', died).once('exit', left).once('message', answered);
  worker.postMessage(batch);
  return promise;
}

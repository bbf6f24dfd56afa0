import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { deferredIndexes } from '../../database/mirror/deferred-indexes.ts';
import type { OpenProfile } from '../../database/profile/open-profile.ts';
import type { SortIndexes } from '../../sync/ports.ts';
import { workerProgram } from '../worker-program.ts';

const program = workerProgram(import.meta.url, './main.ts', 'sort-indexer');

/** Indexes of a million rows take seconds, so a thread of its own makes them. */
export function sortIndexerClient({ mirror, mirrorPath }: OpenProfile): SortIndexes {
  return {
    areMissing: deferredIndexes(mirror).areMissing,
    make: async () => {
      const resourceLimits = { maxYoungGenerationSizeMb: 2 };
      const indexer = new Worker(program, { workerData: { mirrorPath }, name: 'pinfold indexer', resourceLimits });
      await once(indexer, 'exit');
    },
  };
}

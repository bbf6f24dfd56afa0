import { deferredIndexes } from '../../database/mirror/deferred-indexes.ts';
import type { OpenProfile } from '../../database/profile/open-profile.ts';
import type { SortIndexes } from '../../sync/ports.ts';
import { WorkerClient } from '../worker-client.ts';
import { workerProgram } from '../worker-program.ts';

/** Indexes of a million rows take seconds, so a thread of its own makes them. */
export function sortIndexerClient({ mirror, mirrorPath }: OpenProfile): SortIndexes {
  const client = new WorkerClient<null, null>({
    program: workerProgram(import.meta.url, './main.ts', 'sort-indexer'),
    name: 'pinfold sort indexer',
    resourceLimits: { maxYoungGenerationSizeMb: 2 },
    workerData: { mirrorPath },
    endsWhenIdle: true,
  });
  return { areMissing: deferredIndexes(mirror).areMissing, make: async () => void (await client.ask(null)) };
}

import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import type { DuplicateContent } from '../../database/duplicates/duplicate-content.ts';
import { WorkerClient } from '../worker-client.ts';
import { workerProgram } from '../worker-program.ts';

/** Finds files with the same content in a thread of its own, because the search reads every file. */
export const duplicateFinderClient = (mirrorPath: string): WorkerClient<ConnectionId, DuplicateContent> =>
  new WorkerClient({
    program: workerProgram(import.meta.url, './main.ts', 'duplicate-finder'),
    name: 'pinfold duplicate finder',
    resourceLimits: { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 256 },
    workerData: { mirrorPath },
    endsWhenIdle: true,
  });

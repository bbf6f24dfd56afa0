import type { ExportJob, ExportOutcome, Progress } from '../../export/job.ts';
import { LibraryExports, type ExportsPorts } from '../../export/library-exports.ts';
import { removePartialFile } from '../../export/partial-file.ts';
import { WorkerClient } from '../worker-client.ts';
import { workerProgram } from '../worker-program.ts';

type Always = Pick<ExportJob, 'mirrorPath' | 'profileDirectory' | 'downloadsDirectory' | 'appVersion'>;
type Environment = Pick<ExportsPorts, 'newId' | 'announce' | 'report'> & { readonly nowMs: () => number };

/** Exports of this profile, written by a thread of their own. Removes what an earlier run of the app left unfinished. */
export function exporterClient(always: Always, { nowMs, ...ports }: Environment): LibraryExports {
  const client = new WorkerClient<ExportJob, ExportOutcome, Progress>({
    program: workerProgram(import.meta.url, './main.ts', 'exporter'),
    name: 'pinfold exporter',
    // Records are short-lived: more room makes nothing faster and keeps memory that nobody uses.
    resourceLimits: { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 192 },
    endsWhenIdle: true,
  });
  const clean = (): void => removePartialFile(always.profileDirectory);
  clean();
  return new LibraryExports({
    ...ports,
    clean,
    run: (request, progress) => {
      const { reply, cancel } = client.begin({ ...always, ...request, atMs: nowMs() }, progress);
      return { outcome: reply, cancel };
    },
  });
}

import type { ExportJob, ExportOutcome, Progress } from '../../export/job.ts';
import { LibraryExports, type ExportsPorts } from '../../export/library-exports.ts';
import { removePartialFiles } from '../../export/partial-files-note.ts';
import { WorkerClient } from '../worker-client.ts';
import { workerProgram } from '../worker-program.ts';

type JobEnvironment = Pick<ExportJob, 'mirrorPath' | 'profileDirectory' | 'downloadsDirectory' | 'appVersion'>;
type ClientPorts = Pick<ExportsPorts, 'newId' | 'announce' | 'report'> & { readonly nowMs: () => number };

/** The exports of this profile, in a thread of their own. Removes the partial files of an earlier run of the app. */
export function exporterClient(environment: JobEnvironment, { nowMs, ...ports }: ClientPorts): LibraryExports {
  const client = new WorkerClient<ExportJob, ExportOutcome, Progress>({
    program: workerProgram(import.meta.url, './main.ts', 'exporter'),
    name: 'pinfold exporter',
    // Records are short-lived: larger limits make nothing faster and keep unused memory.
    resourceLimits: { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 192 },
    endsWhenIdle: true,
  });
  const clean = (): void => removePartialFiles(environment.profileDirectory).forEach(ports.report);
  clean();
  return new LibraryExports({
    ...ports,
    clean,
    run: (request, progress) => {
      const { reply, cancel } = client.begin({ ...environment, ...request, atMs: nowMs() }, progress);
      return { outcome: reply, cancel };
    },
  });
}

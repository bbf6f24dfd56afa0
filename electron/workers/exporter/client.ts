import { Worker } from 'node:worker_threads';
import type { ExportJob, ExportOutcome, ExporterMessage } from '../../export/job.ts';
import { LibraryExports, type ExportsPorts, type RunningExport } from '../../export/library-exports.ts';
import { removePartialFile } from '../../export/partial-file.ts';
import { workerProgram } from '../worker-program.ts';

const program = workerProgram(import.meta.url, './main.ts', 'exporter');

/** Records are short-lived: with more room nothing is faster, and memory is held that nobody uses. */
const resourceLimits = { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 192 };

type Always = Pick<ExportJob, 'mirrorPath' | 'profileDirectory' | 'downloadsDirectory' | 'appVersion'>;
type Environment = Pick<ExportsPorts, 'newId' | 'announce' | 'report'> & { readonly nowMs: () => number };

/** Exports of this profile, each in a thread of its own. What an earlier run of the app left unfinished is removed. */
export function exporterClient(always: Always, { nowMs, ...ports }: Environment): LibraryExports {
  const clean = (): void => removePartialFile(always.profileDirectory);
  clean();
  return new LibraryExports({
    ...ports,
    clean,
    run: (wish, progress) => inThread({ ...always, ...wish, atMs: nowMs() }, progress),
  });
}

function inThread(job: ExportJob, progress: Parameters<ExportsPorts['run']>[1]): RunningExport {
  const thread = new Worker(program, { workerData: job, name: 'pinfold exporter', resourceLimits });
  const outcome = new Promise<ExportOutcome>((resolve, reject) => {
    thread.on('message', (message: ExporterMessage) => {
      if (message.kind === 'progress') progress(message.progress);
      else resolve(message.outcome);
    });
    thread.on('error', reject);
    thread.on('exit', () => reject(new Error('The exporter ended without a word')));
  });
  return { outcome, cancel: () => thread.postMessage('cancel') };
}

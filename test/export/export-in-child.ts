import { exportJob } from '../../electron/export/job.ts';
import { runExport } from '../../electron/export/run-export.ts';
import { quiet } from './exporting.ts';

/** Runs one export in a process that may have limits of its own, and prints how it went. */
const outcome = await runExport(exportJob.parse(JSON.parse(process.argv[2] ?? '')), quiet());
process.stdout.write(JSON.stringify(outcome));

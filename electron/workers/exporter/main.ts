import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../clock.ts';
import { exportJob, type ExporterMessage } from '../../export/job.ts';
import { runExport } from '../../export/run-export.ts';
import { fileSink } from '../../export/text-output.ts';

/** The composition root of the thread that writes one export, and ends. */
const port = parentPort;
if (port === null) throw new Error('The exporter is a thread of the core');

const say = (message: ExporterMessage): void => port.postMessage(message);
const cancelling = new AbortController();
// The only thing there is to be said to it.
port.on('message', () => cancelling.abort());

const outcome = await runExport(exportJob.parse(workerData), {
  openSink: fileSink,
  yieldToEventLoop: systemClock.yieldToEventLoop,
  signal: cancelling.signal,
  progress: (progress) => say({ kind: 'progress', progress }),
});
say({ kind: 'ended', outcome });
port.close();

import { exportJob, type ExportJob, type ExportOutcome, type Progress } from '../../export/job.ts';
import { runExport } from '../../export/run-export.ts';
import { fileSink } from '../../export/text-output.ts';
import { answerRequests } from '../answer-requests.ts';
import { systemClock } from '../clock.ts';

/** The composition root of the thread that writes an export. */
answerRequests<ExportJob, ExportOutcome, Progress>((job, progress, signal) =>
  runExport(exportJob.parse(job), {
    openSink: fileSink,
    held: {
      wait: (ms) => new Promise((resolve) => void systemClock.wakeAt(systemClock.nowMs() + ms, resolve)),
      platform: process.platform,
    },
    yieldToEventLoop: systemClock.yieldToEventLoop,
    signal,
    progress,
  }),
);

import { exportJob, type ExportJob, type ExportOutcome, type Progress } from '../../export/job.ts';
import { runExport } from '../../export/run-export.ts';
import { fileSink } from '../../export/text-output.ts';
import { answerRequests } from '../answer-requests.ts';
import { heldFiles, systemClock } from '../clock.ts';

/** The composition root of the thread that writes an export. */
answerRequests<ExportJob, ExportOutcome, Progress>((job, progress, signal) =>
  runExport(exportJob.parse(job), {
    openSink: fileSink,
    held: heldFiles,
    yieldToEventLoop: systemClock.yieldToEventLoop,
    signal,
    progress,
  }),
);

import { bytes, count } from '../../components/format.ts';
import { unreachable } from '../../domain/core/result.ts';
import { MOST_KEY_COLUMNS, type ExportFormat, type ExportState } from '../../domain/exports/library-export.ts';
import { fileCount } from '../messages/app-messages.ts';

export const exportMessages = {
  label: 'Export',
  format: 'Format of the file',
  formats: {
    csv: 'CSV, for a spreadsheet',
    jsonl: 'JSON Lines, without loss',
    sqlite: 'SQLite, a database of its own',
  } satisfies Record<ExportFormat, string>,
  hints: {
    csv: 'A column for each metadata key. A cell that a spreadsheet would run begins with an apostrophe.',
    jsonl: 'An object in each line, with everything that is known of a file.',
    sqlite: 'Tables of files and of metadata, and a note in it that explains them.',
  } satisfies Record<ExportFormat, string>,
  where: 'The file is written to your Downloads folder on this computer; where there is none, to the data folder.',
  busy: 'An export is running. Another one can begin when it has ended.',
  progress: 'Files exported',
  cancel: 'Cancel export',
  hide: 'Hide this result',
  copyPath: 'Copy the path',
  copied: 'Copied',
  exporting: 'Exporting',
  stopping: 'Stopping the export…',
  looking: 'Looking at the files to export…',
  running: (done: number, total: number) => `Exporting: ${count(done)} of ${fileCount(total)}`,
  done: (files: number, sizeBytes: number) => `${fileCount(files)} exported · ${bytes(sizeBytes)}`,
  failed: 'The export came to nothing:',
  trouble: {
    diskFull: 'the disk is full. What was written of it is removed.',
    readOnly: 'the folder cannot be written to.',
    diskError: 'the disk did not take it.',
    tooManyKeys: `there are more than ${count(MOST_KEY_COLUMNS)} metadata keys, and CSV has a column for each. Choose another format.`,
    broken: 'something broke in Pinfold. Nothing was lost.',
  } satisfies Record<Extract<ExportState, { kind: 'failed' }>['trouble'], string>,
} as const;

type Shown = Exclude<ExportState, { kind: 'idle' }>;

/** @returns the state of the export in a sentence */
export function exportMessage(state: Shown): string {
  switch (state.kind) {
    case 'running':
      if (state.stopping) return exportMessages.stopping;
      return state.total === null ? exportMessages.looking : exportMessages.running(state.done, state.total);
    case 'done':
      return exportMessages.done(state.files, state.sizeBytes);
    case 'failed':
      return `${exportMessages.failed} ${exportMessages.trouble[state.trouble]}`;
    default:
      return unreachable(state);
  }
}

/** `exportMessage` without the running count, for the live region. */
export function exportAnnouncement(state: ExportState): string {
  if (state.kind === 'idle') return '';
  return state.kind === 'running' ? exportMessages.exporting : exportMessage(state);
}

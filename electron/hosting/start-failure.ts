import type { StartFailure } from '../host.ts';

/** What a person is told when the core did not start. Nothing has been deleted in any of these. */
export function sentenceFor(failure: StartFailure): string {
  switch (failure.kind) {
    case 'profileInUse':
      return `Another Pinfold is using ${failure.path}. Close it, or choose another folder with --profile.`;
    case 'fromTheFuture':
      return `${failure.path} was written by a newer Pinfold. Use that version; nothing was changed.`;
    case 'damaged':
      return `${failure.path} is damaged (${failure.detail}). Nothing was deleted; keep a copy of this folder.${wayOut(failure.path)}`;
    case 'notWritable':
      return `Pinfold cannot write to ${failure.path} (${failure.detail}).`;
  }
}

/** The waiting edits lie in the queue's file alone. */
const wayOut = (path: string): string =>
  path.endsWith('outbox.db')
    ? ' To save the waiting edits that can still be read, start with --export-pending FILE.'
    : '';

import { count } from '../../../components/format.ts';
import type { HistoryEntry } from '../../../contract/files.ts';
import type { ChangeStatus } from '../../../domain/edits/edit.ts';

export const historyMessages = {
  list: 'What happened to this file, newest first',
  loading: 'The history is on its way',
  empty: 'Nothing has happened to this file on this computer yet.',
  offline: 'Working offline: this is what this computer has seen and done. What others do meanwhile is not in it yet.',
  restored: (fields: number) =>
    fields === 1
      ? 'Saved on this computer as a new edit.'
      : `Saved on this computer as a new edit of ${count(fields)} fields.`,
  before: 'Before:',
  value: 'After:',
  emptyValue: 'empty',
  now: 'as it is now',
  observed: 'Seen on the service',
  vanished: 'After your edit, the service no longer has this',
  gaveWay: 'Gave way in a conflict',
  restore: 'Restore this value',
  restoreBefore: 'Restore the value before',
  restoreAll: 'Restore these values',
  restoreAllBefore: 'Restore the values before',
  more: (left: number) => `Show ${count(Math.min(left, 50))} more`,
} as const;

export const editedMessages: Record<ChangeStatus, string> = {
  queued: 'Your edit, waiting',
  held: 'Your edit, held on this computer',
  conflicted: 'Your edit, needs your decision',
  refused: 'Your edit, not accepted by the service',
  gone: 'Your edit, kept: the file was gone',
  settled: 'Your edit, on server',
  discarded: 'Your edit, discarded',
};

export function historyEntryMessage({ kind, status }: Pick<HistoryEntry, 'kind' | 'status'>): string {
  if (kind === 'observed') return historyMessages.observed;
  if (kind === 'vanished') return historyMessages.vanished;
  return kind === 'gaveWay' || status === null ? historyMessages.gaveWay : editedMessages[status];
}

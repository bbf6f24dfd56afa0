import { clockTime, count, isOne, moment } from '../../../components/format.ts';
import type { DryRun } from '../../../contract/changes.ts';
import type { SyncStatus } from '../../../contract/connections.ts';
import { unreachable } from '../../../domain/core/result.ts';
import type { DryRunReason } from '../../../domain/edits/dry-run/dry-run.ts';
import type { FileState } from '../../../domain/files/file.ts';
import { failureWithWords, limitMessage } from '../../messages/problem-messages.ts';

type Verdict = DryRun['files'][number]['verdict'];

export const dryRunMessages = {
  go: 'Dry run',
  goFor: (title: string) => `Dry run: ${title}`,
  title: 'Dry run',
  ofAll: 'Everything that is ticked. Held changes are left out.',
  asking: 'Asking what sending would do…',
  again: 'Run again',
  nothing: 'Nothing is waiting, so nothing would be sent.',
  wroteNothing: 'Nothing was written.',
  outdated: 'Changes have moved since then.',
  nothingToSend: 'nothing would be sent for them',
  onlyServiceKnows: 'would need you: only the service knows',
  unlisted: (files: number) => `${count(files)} more, which ${isOne(files) ? 'is' : 'are'} counted and not listed`,
  showFile: 'Show in Files',
  more: (left: number) => `Show ${count(Math.min(left, 100))} more`,
  goneRest: 'The edit would be kept under Needs you.',
  unknownRest: 'It is not in the copy on this computer, so nothing can be said of it until the service is asked.',
  asked: (at: string) => `Asked the service at ${at}.`,
  notAsked: (copyOf: string, why: string) => `Checked against the copy of ${copyOf}, because ${why}.`,
  whyNot: {
    cannotRead: 'this service cannot be asked for a file without an update',
    offline: 'there is no network',
    paused: 'this connection is paused',
    noAnswer: 'the service did not answer',
    noToken: 'there is no token',
  },
  cannotRemove: (key: string) => `This service cannot remove a key (“${key}”)`,
  verdict: {
    wouldApply: 'would apply',
    alreadyThere: 'already there',
    conflict: 'would need you',
    wouldGiveWay: 'would give way',
    refused: 'would be refused',
    gone: 'gone from the service',
    unread: 'could not be read',
    unknown: 'not in the copy',
  } satisfies Record<Verdict, string>,
  /** The verdict beside its number of files. */
  counted: (verdict: Verdict, _files: number): string => dryRunMessages.verdict[verdict],
  heading: {
    wouldApply: 'Would apply',
    alreadyThere: 'Already there',
    conflict: 'Would need you',
    wouldGiveWay: 'Would be left as the service has it, by the conflict rule',
    refused: 'Would be refused',
    gone: 'Gone from the service',
    unread: 'Could not be read',
    unknown: 'Not in the copy',
  } satisfies Record<Verdict, string>,
} as const;

/** Why a file would be refused, or could not be read. */
export function dryRunReasonMessage(reason: DryRunReason): string {
  switch (reason.kind) {
    case 'cannotRemove':
      return dryRunMessages.cannotRemove(reason.key);
    case 'limit':
      return limitMessage(reason.limit);
    case 'unread':
      return failureWithWords(reason.failure);
    default:
      return unreachable(reason);
  }
}

/** @returns the source of the dry run and its time */
export function askedMessage(
  { against, cannotRead, asOfMs }: DryRun,
  status: SyncStatus | null,
  nowMs: number,
): string {
  if (against === 'service') return dryRunMessages.asked(clockTime(asOfMs));
  // One age for the copy: the one that the status strip names.
  const age = status?.caughtUpAtMs ?? asOfMs;
  return dryRunMessages.notAsked(
    moment(age, nowMs),
    dryRunMessages.whyNot[cannotRead ? 'cannotRead' : whyNotAsked(status)],
  );
}

function whyNotAsked(status: SyncStatus | null): keyof typeof dryRunMessages.whyNot {
  if (status?.network === 'down') return 'offline';
  if (status?.mode === 'paused') return 'paused';
  return status?.mode === 'running' ? 'noAnswer' : 'noToken';
}

export const fileStateOfVerdict: Record<Verdict, FileState> = {
  wouldApply: 'waiting',
  alreadyThere: 'onServer',
  conflict: 'needsYou',
  wouldGiveWay: 'onServer',
  refused: 'refused',
  gone: 'gone',
  unread: 'held',
  unknown: 'held',
};

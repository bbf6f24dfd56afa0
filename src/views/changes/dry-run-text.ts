import { clockTime, count, moment } from '../../components/format.ts';
import type { Rehearsal } from '../../contract/changes.ts';
import type { SyncStatus } from '../../contract/connections.ts';
import type { FileState } from '../../domain/shown.ts';
import { files } from './text.ts';

type Verdict = Rehearsal['files'][number]['verdict'];

export const dryRun = {
  go: 'Dry run',
  goFor: (title: string) => `Dry run: ${title}`,
  title: 'Dry run',
  ofAll: 'Everything that is ticked. Held changes are left out.',
  asking: 'Asking what sending would do…',
  again: 'Run again',
  nothing: 'Nothing is waiting, so nothing would be sent.',
  wroteNothing: 'Nothing was written.',
  outdated: 'Changes have moved since then.',
  list: 'What would happen to each file',
  listed: (shown: number, all: number) =>
    shown === all
      ? `${files(all)}, those that need you first`
      : `${count(shown)} of ${files(all)}, those that need you first`,
  more: (left: number) => `Show ${count(Math.min(left, 100))} more`,
  goneRest: 'The edit would be kept under Discarded.',
  unknownRest: 'It is not in the copy on this computer, so nothing can be said of it until the service is asked.',
  verdict: {
    wouldApply: 'would apply',
    alreadyThere: 'already there',
    conflict: 'would need you',
    gone: 'gone from the service',
    unknown: 'not in the copy',
  } satisfies Record<Verdict, string>,
  counted: {
    wouldApply: (number: number) => `${count(number)} would apply`,
    alreadyThere: (number: number) => `${count(number)} already there`,
    conflict: (number: number) => `${count(number)} ${number === 1 ? 'conflicts' : 'conflict'}`,
    gone: (number: number) => `${count(number)} ${number === 1 ? 'is' : 'are'} gone`,
    unknown: (number: number) => `${count(number)} not in the copy`,
  } satisfies Record<Verdict, (number: number) => string>,
} as const;

export const verdicts: readonly Verdict[] = ['wouldApply', 'alreadyThere', 'conflict', 'gone', 'unknown'];

/** "298 would apply", "4 conflict", …: what nothing is true of is left out. */
export const verdictCounts = (counts: Rehearsal['counts']): readonly { verdict: Verdict; words: string }[] =>
  verdicts
    .filter((verdict) => counts[verdict] > 0)
    .map((verdict) => ({ verdict, words: dryRun.counted[verdict](counts[verdict]) }));

/** What was asked, and when. */
export function askedWords({ against, asOfMs }: Rehearsal, status: SyncStatus | null, nowMs: number): string {
  if (against === 'service') return `Asked the service at ${clockTime(asOfMs)}.`;
  return `Checked against the copy of ${moment(asOfMs, nowMs)}, because ${whyNotAsked(status)}.`;
}

function whyNotAsked(status: SyncStatus | null): string {
  if (status?.network === 'down') return 'there is no network';
  if (status?.standing === 'paused') return 'this connection is paused';
  return status?.standing === 'running' ? 'the service did not answer' : 'there is no token';
}

export const markOfVerdict: Record<Verdict, FileState> = {
  wouldApply: 'waiting',
  alreadyThere: 'onServer',
  conflict: 'needsYou',
  gone: 'gone',
  unknown: 'held',
};

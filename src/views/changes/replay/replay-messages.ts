import { count, duration, isOne, plural, until } from '../../../components/format.ts';
import type { ReplayOutcome } from '../../../domain/edits/replay.ts';

const files = (number: number): string => plural(number, 'file', 'files');

export const replayMessages = {
  running: 'Sending changes',
  progress: 'Files sent',
  sent: (done: number, all: number) => `${count(done)} of ${count(all)}`,
  pace: (perSecond: number) => `${count(Math.round(perSecond))}/s`,
  left: (leftMs: number) => `about ${until(leftMs, 0)} left`,
  refusedSoFar: (number: number, reasons: number | null) =>
    `${count(number)} refused so far${reasons === 1 ? ', one reason' : ''}`,
  pause: 'Pause',
  ended: 'What became of your changes',
  title: (all: number, tookMs: number) => `Sent changes to ${files(all)} in ${duration(tookMs)}`,
  nothingSent: (all: number) => `Nothing was sent of the changes to ${files(all)}`,
  undecided: (number: number) =>
    isOne(number)
      ? '1 stays on this computer until you decide'
      : `${count(number)} stay on this computer until you decide`,
  stillWaiting: (number: number) => `${count(number)} still waiting`,
  outcomes: {
    onServer: 'on server',
    combined: 'combined with a change by somebody else',
    gaveWay: 'left as the service has it, by the conflict rule',
    needsYou: 'changed in both places',
    refused: 'refused',
    gone: 'gone from the service',
  } satisfies Record<ReplayOutcome, string>,
  refusedFor: (reasons: number) => `refused, ${isOne(reasons) ? 'one reason' : plural(reasons, 'reason', 'reasons')}`,
  links: {
    onServer: 'Show what was sent',
    combined: 'Show what was combined',
    gaveWay: 'Show what was given up',
    needsYou: 'Decide',
    refused: 'See why',
    gone: 'Look at them',
  } satisfies Record<ReplayOutcome, string>,
  times: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
  /** What a tick of the tape stands for. */
  tick: (files: number) =>
    isOne(files) ? 'One tick is one file, in the order sent.' : `One tick is ${count(files)} files, in the order sent.`,
  copy: 'Copy as text',
  copied: 'Copied',
  close: 'Close',
} as const;

import { count, duration, isOne, plural, until } from '../../components/format.ts';
import type { ReplayOutcome } from '../../domain/edits/replay.ts';

const files = (number: number): string => plural(number, 'file', 'files');

export const replayMessages = {
  running: 'Sending changes',
  progress: 'Files sent',
  sent: (done: number, all: number) => `${count(done)} of ${count(all)}`,
  pace: (perSecond: number) => `${count(Math.round(perSecond))}/s`,
  left: (leftMs: number) => `about ${until(leftMs, 0)} left`,
  refusedSoFar: (number: number, reasons: number) =>
    `${count(number)} refused so far${isOne(reasons) ? ', one reason' : ''}`,
  pause: 'Pause',
  ended: 'What became of your changes',
  title: (all: number, tookMs: number) => `Sent changes to ${files(all)} in ${duration(tookMs)}`,
  undecided: (number: number) =>
    isOne(number)
      ? '1 stays on this computer until you decide'
      : `${count(number)} stay on this computer until you decide`,
  stillWaiting: (number: number) => `${count(number)} still waiting`,
  outcomes: {
    onServer: 'on server',
    combined: 'combined with a change by somebody else',
    needsYou: 'changed in both places',
    refused: 'refused',
    gone: 'gone from the service',
  } satisfies Record<ReplayOutcome, string>,
  reasons: (number: number) => (isOne(number) ? 'one reason' : plural(number, 'reason', 'reasons')),
  links: {
    onServer: 'Show what was sent',
    combined: 'Show what was combined',
    needsYou: 'Decide',
    refused: 'See why',
    gone: 'Look at them',
  } satisfies Record<ReplayOutcome, string>,
  close: 'Close',
} as const;

import { count } from '../../../components/format.ts';
import {
  filesDone,
  filesSent,
  filesToDecide,
  type Replay,
  type ReplayOutcome,
  replayOutcomes,
} from '../../../domain/edits/replay.ts';
import { replayMessages as messages } from './replay-messages.ts';

/** The outcomes that a replay has, in the order of the receipt. */
export const outcomesOf = ({ counts }: Replay): readonly ReplayOutcome[] =>
  replayOutcomes.filter((outcome) => counts[outcome] > 0);

export const titleOf = (ended: Replay): string =>
  filesSent(ended) + ended.counts.refused === 0
    ? messages.nothingSent(filesDone(ended))
    : messages.title(filesDone(ended), ended.activeMs);

export const outcomeWords = ({ reasons }: Replay, outcome: ReplayOutcome): string =>
  outcome === 'refused' && reasons !== null && reasons > 0 ? messages.refusedFor(reasons) : messages.outcomes[outcome];

/** What remains, beside the pace. */
export const restOf = (ended: Replay): readonly string[] => [
  ...(ended.waiting === 0 ? [] : [messages.stillWaiting(ended.waiting)]),
  ...(filesToDecide(ended) === 0 ? [] : [messages.undecided(filesToDecide(ended))]),
];

/** The receipt in one breath, for a screen reader. */
export const spoken = (ended: Replay): string =>
  [
    titleOf(ended),
    ...outcomesOf(ended).map((outcome) => `${count(ended.counts[outcome])} ${outcomeWords(ended, outcome)}`),
  ].join('. ');

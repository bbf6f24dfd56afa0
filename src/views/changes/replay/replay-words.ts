import { clockTimeToTheSecond, count } from '../../../components/format.ts';
import { filesToDecide } from '../../../domain/edits/edit.ts';
import {
  filesDone,
  filesPerSecond,
  filesSent,
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

/** When, how fast, and what remains. */
export const factsOf = (ended: Replay): readonly string[] => {
  const perSecond = filesPerSecond(ended);
  return [
    messages.times(clockTimeToTheSecond(ended.startedAtMs), clockTimeToTheSecond(ended.endedAtMs ?? ended.startedAtMs)),
    ...(perSecond === null ? [] : [messages.pace(perSecond)]),
    ...restOf(ended),
  ];
};

const restOf = (ended: Replay): readonly string[] => [
  ...(ended.waiting === 0 ? [] : [messages.stillWaiting(ended.waiting)]),
  ...(filesToDecide(ended.counts) === 0 ? [] : [messages.undecided(filesToDecide(ended.counts))]),
];

const countedOutcomes = (ended: Replay): readonly string[] =>
  outcomesOf(ended).map((outcome) => `${count(ended.counts[outcome])} ${outcomeWords(ended, outcome)}`);

/** The receipt in one breath, for a screen reader. */
export const spoken = (ended: Replay): string => [titleOf(ended), ...countedOutcomes(ended)].join('. ');

/** The receipt as lines of text, for a message to somebody. */
export const receiptText = (ended: Replay): string =>
  [`${titleOf(ended)} (${factsOf(ended).join(' · ')})`, ...countedOutcomes(ended)].join('\n');

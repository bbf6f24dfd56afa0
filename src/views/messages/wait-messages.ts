import { until } from '../../components/format.ts';
import type { ConnectionSummary, SyncStatus } from '../../contract/connections.ts';
import type { FileWait } from '../../domain/edits/file-wait.ts';
import { type FileRetry, statusIn } from '../../domain/service/remote-failure.ts';
import {
  failedMessage,
  neverReached,
  nextTryMessage,
  oftenMessage,
  problemSentence,
  troubleMessage,
} from './problem-messages.ts';

type PushTrouble = NonNullable<SyncStatus['pushTrouble']>;

/** What a queued edit waits for. */
type WaitMessage = {
  /** With the time until when, where there is one: "The service answered 500 twice. Trying again in 24 s." */
  readonly sentence: string;
  /** The sentence without the last answer, for a place beside it: "Trying again in 24 s." */
  readonly next: string;
  /** The same in a line of a list: "500 twice, next try in 24 s". */
  readonly label: string;
  /** Whether the connection holds up all of its edits, and not this one alone. */
  readonly isAboutAll: boolean;
};

/**
 * What a queued edit waits for, and until when. What holds up the whole connection comes before the edit's own wait, unless
 * a person has to act on the edit, or its own last answer says more.
 *
 * @param wait null while the core has not said
 */
export function waitMessage(wait: FileWait | null, summary: ConnectionSummary | null, nowMs: number): WaitMessage {
  const own = wait ?? { kind: 'turn' };
  if (['decision', 'parked', 'sending', 'reading'].includes(own.kind) || summary === null) return ownWait(own, nowMs);
  return heldUp(summary, own, nowMs) ?? ownWait(own, nowMs);
}

function heldUp(summary: ConnectionSummary, own: FileWait, nowMs: number): WaitMessage | null {
  const { connection, status } = summary;
  if (connection.readOnly) return aboutAll(restMessages.readOnly);
  if (status.mode === 'paused' || status.mode === 'noToken') return aboutAll(restMessages[status.mode]);
  if (status.network === 'down') return aboutAll(restMessages.offline);
  const { pushTrouble } = status;
  if (pushTrouble === null) return null;
  if (own.kind === 'retry' && isAboutFiles(pushTrouble)) {
    const retryAtMs = Math.max(own.retry.retryAtMs, pushTrouble.retryAtMs);
    return retryWait({ ...own.retry, retryAtMs }, nowMs);
  }
  return troubleWait(summary, pushTrouble, nowMs);
}

/** Whether the trouble came from answers about single files, of which each keeps its own. */
const isAboutFiles = ({ reason }: PushTrouble): boolean =>
  ['notAnswering', 'notAllowed', 'notOurService'].includes(reason);

type Said = Pick<WaitMessage, 'sentence' | 'label'>;

const aboutAll = (said: Said): WaitMessage => ({ ...said, next: said.sentence, isAboutAll: true });

const aboutOne = (said: Said): WaitMessage => ({ ...said, next: said.sentence, isAboutAll: false });

export const restMessages = {
  readOnly: {
    sentence: 'This connection is read-only. Sends when Settings allow changes again.',
    label: 'Waiting: read-only',
  },
  paused: { sentence: 'This connection is paused. Sends when you resume.', label: 'Waiting: paused' },
  noToken: {
    sentence: 'There is no token on this computer. Sends when you give one in Settings.',
    label: 'Waiting for a token',
  },
  offline: { sentence: 'Sends when the network is back.', label: 'Waiting for the network' },
} as const;

function troubleWait(summary: ConnectionSummary, trouble: PushTrouble, nowMs: number): WaitMessage {
  const never = neverReached(summary);
  const { reason, attempt, detail } = trouble;
  const what = never === null ? troubleMessage(trouble) : problemSentence(never.problem);
  const status = statusIn(detail);
  const isAnswer = ['notAnswering', 'rateLimited'].includes(reason) && status !== null;
  const short = isAnswer ? `${status}${oftenMessage(attempt)}` : troubleLabelMessages[reason];
  return aboutAll({
    sentence: `${what} ${nextTryMessage(trouble, nowMs)}.`,
    label: `${short}, ${nextTryLabel(trouble, nowMs)}`,
  });
}

export const troubleLabelMessages: Record<PushTrouble['reason'], string> = {
  unreachable: 'Not reached',
  notAnswering: 'No answer',
  rateLimited: 'The service asks to wait',
  notOurService: 'Something else answered',
  notAllowed: 'Not allowed (403)',
  tokenRefused: 'Token refused (401)',
  incompleteList: 'Waiting',
  fileCeiling: 'Waiting',
  disk: 'Disk full or not writable',
};

function ownWait(wait: FileWait, nowMs: number): WaitMessage {
  switch (wait.kind) {
    case 'retry':
      return retryWait(wait.retry, nowMs);
    case 'earlierUpdate': {
      const left = until(wait.untilMs, nowMs);
      return aboutOne(ownWaitMessages.earlierUpdate(left));
    }
    case 'later': {
      const left = until(wait.untilMs, nowMs);
      return aboutOne(ownWaitMessages.later(left));
    }
    case 'decision':
      return aboutOne(ownWaitMessages.decision[wait.about]);
    case 'turn':
    case 'sending':
    case 'reading':
    case 'parked':
      return aboutOne(ownWaitMessages[wait.kind]);
  }
}

function retryWait(retry: FileRetry, nowMs: number): WaitMessage {
  const next = `${nextTryMessage(retry, nowMs)}.`;
  return {
    next,
    isAboutAll: false,
    sentence: `${failedMessage(retry)} ${next}`,
    label: `${answerLabel(retry)}${oftenMessage(retry.failures)}, ${nextTryLabel(retry, nowMs)}`,
  };
}

const nextTryLabel = ({ retryAtMs }: Pick<FileRetry, 'retryAtMs'>, nowMs: number): string =>
  retryAtMs > nowMs ? ownWaitMessages.nextTry(until(retryAtMs, nowMs)) : ownWaitMessages.nextTryNow;

export const ownWaitMessages = {
  turn: { sentence: 'It waits for its turn.', label: 'Waiting for its turn' },
  sending: { sentence: 'It is sent to the service now.', label: 'Sending…' },
  reading: {
    sentence: 'The service was asked for this file first, and has not answered yet.',
    label: 'Asked, no answer yet',
  },
  parked: {
    sentence: 'It was made with another token, account or address, and is sent only when you say so.',
    label: 'Parked: another token, account or address',
  },
  earlierUpdate: (left: string) => ({
    sentence: `An earlier update of this file may still arrive at the service. Sends in ${left}.`,
    label: `Waiting ${left} for an earlier update`,
  }),
  later: (left: string) => ({ sentence: `Sends in ${left}.`, label: `Waiting ${left}` }),
  decision: {
    conflicted: {
      sentence: 'It waits for your decision about an earlier edit of the same field.',
      label: 'Waiting for your decision on an earlier edit',
    },
    refused: {
      sentence: 'It waits for you: another edit of this file was not accepted by the service.',
      label: 'Waiting for you: another edit was refused',
    },
    gone: {
      sentence: 'It waits for you: this file is no longer on the service.',
      label: 'Waiting for you: the file is gone',
    },
  },
  nextTry: (left: string) => `next try in ${left}`,
  nextTryNow: 'tried again next',
} as const;

const answerLabel = ({ lastFailure: { kind, status } }: FileRetry): string =>
  status === null ? answerLabelMessages[kind] : String(status);

export const answerLabelMessages: Record<FileRetry['lastFailure']['kind'], string> = {
  notSent: 'Not reached',
  noAnswer: 'No answer',
  answered: 'An answer',
  malformed: 'Unreadable answer',
  notOurService: 'Something else answered',
  wrongRecord: 'Another file answered',
};

/** The wait of one file in the few letters of a column. */
export const briefWaitMessages = {
  inTime: (answer: string, left: string) => `${answer} · in ${left}`,
  next: (answer: string) => `${answer} · next`,
  waiting: (left: string) => `waiting · ${left}`,
  sending: 'sending…',
  reading: 'no answer yet',
  parked: 'parked',
  answers: {
    notSent: 'not reached',
    noAnswer: 'no answer',
    answered: 'answered',
    malformed: 'unreadable',
    notOurService: 'not reached',
    wrongRecord: 'wrong file',
    rateLimited: 'to wait',
    disk: 'disk trouble',
  },
} as const;

import type { ConnectionSummary, SyncStatus } from '../../contract/connections.ts';
import { count, until } from '../../components/format.ts';
import { type FileRetry, type LastFailure, statusIn } from '../../domain/service/remote-failure.ts';
import type { LimitInTheWay, RecordMeasure } from '../../domain/service/service-limits.ts';
import { hasAnswered } from '../../domain/connections/connection.ts';
import { storedWordsMessages } from './stored/stored-words-messages.ts';

type Problem = NonNullable<SyncStatus['trouble']>;

/** What a person can change when a connection does not work: its address, or its token. */
export type SettingToMend = 'address' | 'token';

export const problemMessages = {
  neverReached: (host: string) => `${host} was never reached`,
  neverReachedRest: (host: string) =>
    `The address is ${host}. It was never reached, so nothing is copied to this computer yet.`,
  remedy: { address: 'Change the address', token: 'Replace the token' } satisfies Record<SettingToMend, string>,
  remove: 'Remove this connection',
} as const;

/** What keeps a connection from working: a person's pause, its token, the network or a problem of the service. */
export type Standstill = Exclude<SyncStatus['mode'], 'running'> | 'offline' | Problem['reason'];

/** @returns null for a connection that works */
export function standstillOf({ mode, network, trouble }: SyncStatus): Standstill | null {
  if (mode !== 'running') return mode;
  return network === 'down' ? 'offline' : (trouble?.reason ?? null);
}

/**
 * The problem of a connection whose service never answered once; null for every other connection. Such a connection is
 * not offline: its address may be wrong, and no network will mend that.
 */
export function neverReached({ connection, status }: ConnectionSummary): { problem: Problem; host: string } | null {
  const { mode, network, trouble, caughtUpAtMs } = status;
  if (mode !== 'running' || network === 'down' || trouble?.reason !== 'unreachable') return null;
  if (caughtUpAtMs !== null || hasAnswered(connection)) return null;
  return { problem: trouble, host: new URL(connection.baseUrl).host };
}

/** How a file that waits failed last, and how often: "The service answered 500 twice." */
export const failedMessage = ({ failures, lastFailure }: FileRetry): string =>
  `${answerMessage(lastFailure)}${oftenMessage(failures)}.`;

const answerMessage = ({ kind, status }: LastFailure): string =>
  status === null ? answerMessages.unanswered[kind] : answerMessages.answered(status);

/** How a request failed, with the words of the service or the system: "No answer came: the connection was reset". */
export const failureWithWords = (failure: LastFailure): string =>
  failure.kind === 'wrongRecord'
    ? answerMessage(failure)
    : `${answerMessage(failure)}: ${storedWordsMessages.shown(failure.words)}`;

/** The measure in which a service is known to refuse a record, with both sizes. */
export const limitMessage = ({ measure, size, refused }: LimitInTheWay): string =>
  limitMessages[measure](count(size), count(refused));

export const limitMessages = {
  pairs: (size: string, refused: string) => `Metadata would have ${size} pairs, and this service refused ${refused}`,
  name: (size: string, refused: string) =>
    `The name would have ${size} characters, and this service refused ${refused}`,
  key: (size: string, refused: string) =>
    `A metadata key would have ${size} characters, and this service refused ${refused}`,
  value: (size: string, refused: string) =>
    `A metadata value would have ${size} characters, and this service refused ${refused}`,
} satisfies Record<RecordMeasure, unknown>;

/** How often, after a message: nothing for once, " twice", " three times", ", 12 times". A status may stand before it. */
export const oftenMessage = (times: number): string =>
  answerMessages.few[Math.max(1, times)] ?? answerMessages.often(times);

type AnyTrouble = Pick<NonNullable<SyncStatus['pushTrouble']>, 'reason' | 'attempt' | 'detail'>;

/** What is wrong with a connection, with the service's status where it gave one: "The service answered 500 twice." */
export function troubleMessage({ reason, attempt, detail }: AnyTrouble): string {
  const status = statusIn(detail);
  if (reason === 'notAnswering' && status !== null)
    return `${answerMessages.answered(status)}${oftenMessage(attempt)}.`;
  return reason === 'rateLimited' ? answerMessages.rateLimited(status) : troubleMessages[reason];
}

export const troubleMessages: Record<Exclude<AnyTrouble['reason'], 'rateLimited'>, string> = {
  notAnswering: 'The service is not answering.',
  unreachable: 'The service cannot be reached.',
  notOurService: 'Something else answered in place of the service.',
  notAllowed: 'The service does not allow this (403).',
  tokenRefused: 'The service refused this token (401).',
  incompleteList: 'The service’s list does not come to its end: what is here may not be all.',
  fileCeiling: 'The copy has as many files as it may have, and the service has more.',
  disk: 'The disk of this computer is full or cannot be written.',
};

export const answerMessages = {
  answered: (status: number) => `The service answered ${status}`,
  unanswered: {
    notSent: 'The service could not be reached',
    noAnswer: 'No answer came',
    answered: 'The service answered',
    malformed: 'The answer of the service could not be read',
    notOurService: 'Something else answered in place of the service',
    wrongRecord: 'The service answered with another file',
  } satisfies Record<FileRetry['lastFailure']['kind'], string>,
  rateLimited: (status: number | null) =>
    `The service asks to wait${status === null ? '' : ` (${status})`}; the network is fine.`,
  /** By how often, from none to seven times. */
  few: ['', '', ' twice', ' three times', ' four times', ' five times', ' six times', ' seven times'],
  often: (times: number) => `, ${count(times)} times`,
  nextTry: (left: string) => `Trying again in ${left}`,
  nextTryNow: 'Trying again now',
} as const;

/** When a file is tried next: "Trying again in 24 s". */
export const nextTryMessage = ({ retryAtMs }: Pick<FileRetry, 'retryAtMs'>, nowMs: number): string =>
  retryAtMs > nowMs ? answerMessages.nextTry(until(retryAtMs, nowMs)) : answerMessages.nextTryNow;

/** The system's words as a sentence, without the code in brackets: "There is no host of that name." */
export function problemSentence({ detail }: Pick<Problem, 'detail'>): string {
  const words = storedWordsMessages.shown(detail.replace(/ \([A-Z0-9_]+\)$/, ''));
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
}

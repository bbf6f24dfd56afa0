import { HOUR_MS } from '../../domain/core/durations.ts';
import { partsLeftOut } from '../../domain/connections/copied-parts.ts';
import { type CeilingAnswer, ceilingAnswer, type FileCeiling } from '../../domain/connections/file-ceiling.ts';
import { clockTime, count, dayAndTime, until } from '../../components/format.ts';
import type { ConnectionSummary, SyncStatus } from '../../contract/connections.ts';
import { copiedPartsMessages } from '../messages/copied-parts-messages.ts';
import {
  failedMessage,
  neverReached,
  nextTryMessage,
  problemMessages,
  problemSentence,
  troubleMessage,
  type SettingToMend,
} from '../messages/problem-messages.ts';
import { filesToDecide, filesWithEdits } from '../../domain/edits/edit.ts';
import { frameMessages } from './frame-messages.ts';

const messages = frameMessages.status;

/** The messages of the status strip. Working offline has a neutral tone; a conflict has no progress. */
type StatusMessages = {
  readonly tone: 'calm' | 'offline' | 'trouble';
  /** The status without a countdown; the screen reader reads it out. */
  readonly state: string;
  /** The consequence of the status, or the time of the next try. */
  readonly rest: string;
  /** One count for each kind of unfinished edit. */
  readonly waits: readonly string[];
  readonly job: string | null;
  readonly again: string;
  /** What a person has to change before another try can succeed; null when time alone may help. */
  readonly remedy: SettingToMend | null;
  /** What a person may answer to a copy that has as many files as it may have. */
  readonly answers: readonly CeilingAnswer[];
};

/** What the copy holds, as the navigation counts it; null while unknown. */
export type CopyCounts = { readonly files: number | null; readonly keys: number | null };

const NOT_COUNTED: CopyCounts = { files: null, keys: null };

export function statusMessages(summary: ConnectionSummary, nowMs: number, copy = NOT_COUNTED): StatusMessages {
  const { status } = summary;
  return {
    remedy: null,
    answers: [],
    ...(neverReachedMessage(summary, nowMs) ?? modeMessage(summary, nowMs, copy)),
    waits: waits(status),
    job: jobMessage(status, copy),
    again: againMessage(status),
  };
}

/** A paused connection is not checked before it goes on. */
function againMessage({ mode, trouble, retry }: SyncStatus): string {
  if (mode === 'paused') return messages.goOn;
  return trouble === null && retry === null ? messages.checkNow : messages.tryNow;
}

type ModeMessage = Pick<StatusMessages, 'tone' | 'state' | 'rest'> &
  Partial<Pick<StatusMessages, 'remedy' | 'answers'>>;

function neverReachedMessage(summary: ConnectionSummary, nowMs: number): ModeMessage | null {
  const never = neverReached(summary);
  if (never === null) return null;
  const again = messages.tryingAgain(until(never.problem.retryAtMs, nowMs));
  const rest = `${problemMessages.neverReached(never.host)} · ${again}`;
  return { ...trouble(problemSentence(never.problem), rest), remedy: 'address' };
}

function modeMessage({ status, connection }: ConnectionSummary, nowMs: number, copy: CopyCounts): ModeMessage {
  if (status.mode === 'tokenRefused')
    return { ...trouble(messages.tokenRefused, messages.tokenRefusedRest), remedy: 'token' };
  if (status.mode === 'noToken') return { ...trouble(messages.noToken, messages.noTokenRest), remedy: 'token' };
  if (status.mode === 'paused') return { tone: 'offline', state: messages.paused, rest: messages.pausedRest };
  if (status.network === 'down') {
    return { tone: 'offline', state: messages.offline, rest: `${caughtUp(status, nowMs)} · ${messages.whenBack}` };
  }
  if (status.trouble?.reason === 'fileCeiling') return ceilingMessage(connection.fileCeiling, copy);
  if (status.trouble !== null) return troubled(status, status.trouble, nowMs);
  if (status.retry !== null && status.work !== 'push') {
    return trouble(failedMessage(status.retry), nextTryMessage(status.retry, nowMs));
  }
  if (status.work !== 'none') {
    const pulling = status.caughtUpAtMs === null ? messages.copying : messages.checking;
    const state = status.work === 'push' ? messages.sending : pulling;
    return { tone: 'calm', state, rest: status.caughtUpAtMs === null ? '' : caughtUp(status, nowMs) };
  }
  const { updates } = connection.learnt;
  if (updates.kind === 'no' && filesWithEdits(status.counts) > 0)
    return { ...trouble(messages.mayNotChange, messages.mayNotChangeRest), remedy: 'token' };
  return { tone: 'calm', state: idle(status, nowMs), rest: restOf(status, connection) };
}

/** A question until it is answered, and afterwards what was chosen. */
function ceilingMessage({ files, isFinal }: FileCeiling, copy: CopyCounts): ModeMessage {
  const here = count(copy.files ?? files);
  return isFinal
    ? { tone: 'calm', state: messages.stoppedAtCeiling(here), rest: messages.stoppedAtCeilingRest, answers: ['goOn'] }
    : { ...trouble(messages.ceiling(here), messages.ceilingRest), answers: ceilingAnswer.options };
}

/** A read-only connection keeps edits that were made before it became one. "Up to date" is said of what is copied. */
const restOf = ({ counts }: SyncStatus, connection: ConnectionSummary['connection']): string =>
  connection.readOnly && counts.waiting > 0
    ? messages.readOnlyRest
    : partsLeftOut(connection)
        .map((part) => copiedPartsMessages.leftOut[part])
        .join(' ');

const trouble = (state: string, rest: string): ModeMessage => ({ tone: 'trouble', state, rest });

function troubled(status: SyncStatus, of: NonNullable<SyncStatus['trouble']>, nowMs: number): ModeMessage {
  const left = until(of.retryAtMs, nowMs);
  if (of.reason === 'rateLimited') return trouble(troubleMessage(of), messages.goingOn(left, clockTime(of.retryAtMs)));
  const again = messages.tryingAgain(left);
  if (of.reason !== 'unreachable') return trouble(troubleMessage(of), again);
  return {
    tone: 'offline',
    state: messages.offline,
    rest: `${caughtUp(status, nowMs)} · ${troubleMessage(of)} ${again}`,
  };
}

const caughtUp = ({ caughtUpAtMs }: SyncStatus, nowMs: number): string =>
  caughtUpAtMs === null ? messages.neverCaughtUp : messages.lastCaughtUp(dayAndTime(caughtUpAtMs, nowMs));

/** "Up to date" needs a completed scan, of today or of the last hour, and no edit that the service still lacks. */
function idle({ caughtUpAtMs, counts }: SyncStatus, nowMs: number): string {
  if (caughtUpAtMs === null) return messages.notChecked;
  const isToday = new Date(caughtUpAtMs).toDateString() === new Date(nowMs).toDateString();
  return isToday || nowMs - caughtUpAtMs < HOUR_MS
    ? checked(counts, clockTime(caughtUpAtMs))
    : messages.notCheckedSince(dayAndTime(caughtUpAtMs, nowMs));
}

function checked(counts: SyncStatus['counts'], when: string): string {
  const needYou = filesToDecide(counts);
  if (needYou > 0) return messages.exceptNeedsYou(needYou, when);
  if (counts.waiting > 0) return messages.notAllSent(when);
  return counts.parked > 0 ? messages.exceptParked(counts.parked, when) : messages.upToDate(when);
}

function waits({ counts, setAside, setAsideReason }: SyncStatus): readonly string[] {
  const kinds = ['waiting', 'needsYou', 'refused', 'gone', 'held', 'parked'] as const;
  const changes = kinds.filter((kind) => counts[kind] > 0).map((kind) => messages[kind](counts[kind]));
  return setAside === 0 ? changes : [...changes, messages.setAside(setAside, setAsideReason)];
}

function jobMessage({ job, caughtUpAtMs }: SyncStatus, copy: CopyCounts): string | null {
  if (job === null) return null;
  const said = isCopying(job, caughtUpAtMs) ? copyMessage(job, copy) : workMessage(job);
  return job.perSecond === null || job.perSecond < 1
    ? said
    : frameMessages.job.pace(said, count(Math.round(job.perSecond)), timeLeft(job));
}

type Job = NonNullable<SyncStatus['job']>;

/** A scan copies until one has come to its end; every later one checks. */
const isCopying = ({ kind, total }: Job, caughtUpAtMs: number | null): boolean =>
  (kind === 'files' && total === null) || (kind === 'keys' && caughtUpAtMs === null);

/** A row that is listed twice is one file: the copy is counted, and not what was read. */
function copyMessage({ kind, done }: Job, copy: CopyCounts): string {
  return kind === 'files'
    ? frameMessages.copied.files(copy.files ?? done)
    : frameMessages.copied.keys(copy.keys ?? done);
}

const workMessage = ({ kind, done, total }: Job): string => frameMessages.job[kind](done, total);

/** @returns null while the total or the pace is unknown */
function timeLeft({ done, total, perSecond }: Job): string | null {
  if (total === null || perSecond === null || perSecond <= 0 || done >= total) return null;
  return until((1_000 * (total - done)) / perSecond, 0);
}

/** The status of a connection for the list of connections. */
export function connectionStatusMessage(summary: ConnectionSummary): string {
  const { mode } = frameMessages;
  const { status } = summary;
  const said = status.mode === 'running' ? runningMessage(summary) : mode[status.mode];
  return summary.connection.readOnly ? `${said}, ${frameMessages.readOnly}` : said;
}

function runningMessage(summary: ConnectionSummary): string {
  const { mode } = frameMessages;
  const { network, trouble } = summary.status;
  if (neverReached(summary) !== null) return mode.neverReached;
  if (network === 'down') return mode.offline;
  const isChosen = trouble?.reason === 'fileCeiling' && summary.connection.fileCeiling.isFinal;
  return trouble === null || isChosen ? mode.running : withinLine(troubleMessage(trouble));
}

/** A sentence as a part of a line. In both languages these sentences begin with a word that is small within one. */
const withinLine = (sentence: string): string =>
  `${sentence.charAt(0).toLowerCase()}${sentence.slice(1).replace(/\.$/, '')}`;

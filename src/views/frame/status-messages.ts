import type { SyncStatus } from '../../contract/connections.ts';
import { clockTime, count, dayAndTime, until } from '../../components/format.ts';
import { frameText } from './frame-messages.ts';

const words = frameText.status;
const HOUR_MS = 3_600_000;

/** The status strip in words. Offline is neutral, never an alarm; a conflict is never drawn as progress. */
export type StatusWords = {
  readonly tone: 'calm' | 'offline' | 'trouble';
  /** Where it stands, without anything that counts down: also what is read out. */
  readonly state: string;
  /** What follows from it, or when it goes on. */
  readonly rest: string;
  /** What waits, and for whom. */
  readonly waits: readonly string[];
  readonly job: string | null;
  readonly again: string;
};

export function statusWords(status: SyncStatus, nowMs: number): StatusWords {
  return {
    ...standing(status, nowMs),
    waits: waits(status),
    job: jobWords(status),
    again: status.trouble === null ? words.checkNow : words.tryNow,
  };
}

type Standing = Pick<StatusWords, 'tone' | 'state' | 'rest'>;

function standing(status: SyncStatus, nowMs: number): Standing {
  if (status.standing === 'tokenRefused') return trouble(words.tokenRefused, words.tokenRefusedRest);
  if (status.standing === 'noToken') return trouble(words.noToken, words.noTokenRest);
  if (status.standing === 'paused') return { tone: 'offline', state: words.paused, rest: words.pausedRest };
  if (status.network === 'down') {
    return { tone: 'offline', state: words.offline, rest: `${caughtUp(status, nowMs)} · ${words.whenBack}` };
  }
  if (status.trouble !== null) return troubled(status, status.trouble, nowMs);
  if (status.work !== 'none') {
    const state = status.work === 'push' ? words.sending : words.checking;
    return { tone: 'calm', state, rest: status.caughtUpAtMs === null ? '' : caughtUp(status, nowMs) };
  }
  return { tone: 'calm', state: idle(status, nowMs), rest: '' };
}

const trouble = (state: string, rest: string): Standing => ({ tone: 'trouble', state, rest });

function troubled(status: SyncStatus, of: NonNullable<SyncStatus['trouble']>, nowMs: number): Standing {
  const again = words.tryingAgain(until(of.retryAtMs, nowMs));
  if (of.reason !== 'unreachable') return trouble(words[of.reason], again);
  return { tone: 'offline', state: words.offline, rest: `${caughtUp(status, nowMs)} · ${words.unreachable} ${again}` };
}

const caughtUp = ({ caughtUpAtMs }: SyncStatus, nowMs: number): string =>
  caughtUpAtMs === null ? words.neverCaughtUp : words.lastCaughtUp(dayAndTime(caughtUpAtMs, nowMs));

/** "Up to date" only after a completed check, only while that was today, and never while an edit has not arrived. */
function idle({ caughtUpAtMs, counts }: SyncStatus, nowMs: number): string {
  if (caughtUpAtMs === null) return words.notChecked;
  const isToday = new Date(caughtUpAtMs).toDateString() === new Date(nowMs).toDateString();
  const upToDate = counts.waiting > 0 ? words.notAllSent : words.upToDate;
  return isToday || nowMs - caughtUpAtMs < HOUR_MS
    ? upToDate(clockTime(caughtUpAtMs))
    : words.notCheckedSince(dayAndTime(caughtUpAtMs, nowMs));
}

function waits({ counts, setAside }: SyncStatus): readonly string[] {
  const kinds = ['waiting', 'needsYou', 'refused', 'gone', 'held', 'parked'] as const;
  const changes = kinds.filter((kind) => counts[kind] > 0).map((kind) => words[kind](counts[kind]));
  return setAside === 0 ? changes : [...changes, words.setAside(setAside)];
}

function jobWords({ job }: SyncStatus): string | null {
  if (job === null) return null;
  const said = frameText.job[job.kind](count(job.done), job.total === null ? null : count(job.total));
  return job.perSecond === null || job.perSecond < 1
    ? said
    : frameText.job.pace(said, count(Math.round(job.perSecond)), timeLeft(job));
}

/** @returns null while nobody knows how much is left */
function timeLeft({ done, total, perSecond }: NonNullable<SyncStatus['job']>): string | null {
  if (total === null || perSecond === null || perSecond <= 0 || done >= total) return null;
  return until((1_000 * (total - done)) / perSecond, 0);
}

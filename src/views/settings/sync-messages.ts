import { dayAndTime, plural } from '../../components/format.ts';
import type { ConnectionSummary, SyncStatus } from '../../contract/connections.ts';
import type { Capability } from '../../domain/connections/connection.ts';
import { neverReached, troubleMessage } from '../messages/problem-messages.ts';

/** The offered scan intervals; `value` is in minutes. */
const checkIntervals = ['1', '5', '15', '60', '360', '1440'] as const;

export const syncMessages = {
  replayNotices: 'Tell me when many edits have been sent',
  replayNoticesHint:
    'A notification of the system, while no window of Pinfold is in front. Only in the desktop app; for all connections.',
  tray: 'Keep Pinfold among the icons of the system',
  trayHint:
    'The icon says how many files wait, and edits are sent while no window is open. Starting Pinfold again opens a window, also where a desktop shows no such icons. Only in the desktop app.',
  intervals: {
    '1': 'minute',
    '5': '5 minutes',
    '15': '15 minutes',
    '60': 'hour',
    '360': '6 hours',
    '1440': 'day',
  } satisfies Record<(typeof checkIntervals)[number], string>,
  minutes: (minutes: number) => plural(minutes, 'minute', 'minutes'),
  notChecked: 'not checked',
  checked: (when: string) => `checked ${when}`,
  yes: 'yes',
  no: 'no',
  mode: {
    paused: 'Paused: nothing is sent or fetched',
    noToken: 'Waits for a token',
    tokenRefused: 'The service refused the token',
  } satisfies Record<Exclude<SyncStatus['mode'], 'running'>, string>,
  neverReached: 'Never reached',
  offline: 'Working offline',
  running: 'Running',
  neverCaughtUp: 'never caught up',
  caughtUp: (when: string) => `caught up ${when}`,
  fullCheck: (when: string) => `every file looked at ${when}`,
} as const;

/** @returns the offered intervals, with the current one in front if it is none of them */
export function checkIntervalsWith(minutes: number): readonly { readonly value: string; readonly label: string }[] {
  const value = String(minutes);
  const offered = checkIntervals.map((one) => ({ value: one, label: syncMessages.intervals[one] }));
  return offered.some((one) => one.value === value)
    ? offered
    : [{ value, label: syncMessages.minutes(minutes) }, ...offered];
}

export function capabilityMessage(of: Capability, nowMs: number): string {
  if (of.kind === 'notChecked') return syncMessages.notChecked;
  return `${syncMessages[of.kind]} · ${syncMessages.checked(dayAndTime(of.checkedAtMs, nowMs))}`;
}

export function syncStatusMessage(summary: ConnectionSummary, nowMs: number): string {
  const { status } = summary;
  const { caughtUpAtMs, fullCheckAtMs } = status;
  return [
    status.mode === 'running' ? runningMessage(summary) : syncMessages.mode[status.mode],
    caughtUpAtMs === null ? syncMessages.neverCaughtUp : syncMessages.caughtUp(dayAndTime(caughtUpAtMs, nowMs)),
    ...(fullCheckAtMs === null ? [] : [syncMessages.fullCheck(dayAndTime(fullCheckAtMs, nowMs))]),
  ].join(' · ');
}

function runningMessage(summary: ConnectionSummary): string {
  const { network, trouble } = summary.status;
  if (neverReached(summary) !== null) return syncMessages.neverReached;
  if (network === 'down') return syncMessages.offline;
  return trouble === null ? syncMessages.running : troubleMessage(trouble).replace(/\.$/, '');
}

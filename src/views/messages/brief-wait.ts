import { until } from '../../components/format.ts';
import type { ConnectionSummary, SyncStatus } from '../../contract/connections.ts';
import type { FileWait } from '../../domain/edits/file-wait.ts';
import { statusIn } from '../../domain/service/remote-failure.ts';
import { briefWaitMessages } from './wait-messages.ts';

const briefTry = (answer: string, retryAtMs: number, nowMs: number): string =>
  retryAtMs > nowMs ? briefWaitMessages.inTime(answer, until(retryAtMs, nowMs)) : briefWaitMessages.next(answer);

function briefTroubleOf(reason: NonNullable<SyncStatus['pushTrouble']>['reason']): string | null {
  switch (reason) {
    case 'notAnswering':
      return briefWaitMessages.answers.noAnswer;
    case 'rateLimited':
    case 'notOurService':
    case 'disk':
      return briefWaitMessages.answers[reason];
    case 'notAllowed':
      return '403';
    case 'unreachable':
    case 'tokenRefused':
    case 'incompleteList':
    case 'fileCeiling':
      return null;
  }
}

/** What holds up all edits of a connection: its answer and its next try; null where the word for the state says all. */
function briefTrouble({ status: { mode, network, pushTrouble } }: ConnectionSummary, nowMs: number): string | null {
  if (pushTrouble === null || mode !== 'running' || network === 'down') return null;
  const brief = briefTroubleOf(pushTrouble.reason);
  if (brief === null) return null;
  return briefTry(String(statusIn(pushTrouble.detail) ?? brief), pushTrouble.retryAtMs, nowMs);
}

/**
 * The wait of one file in the few letters of a column: "500 · in 24 s".
 *
 * @returns null when the word for its state says all
 */
export function briefWait(wait: FileWait | null, summary: ConnectionSummary | null, nowMs: number): string | null {
  switch (wait?.kind) {
    case 'retry': {
      const { retryAtMs } = wait.retry;
      const { kind, status } = wait.retry.lastFailure;
      return briefTry(status === null ? briefWaitMessages.answers[kind] : String(status), retryAtMs, nowMs);
    }
    case 'later':
    case 'earlierUpdate':
      return briefWaitMessages.waiting(until(wait.untilMs, nowMs));
    case 'sending':
    case 'reading':
    case 'parked':
      return briefWaitMessages[wait.kind];
    case 'decision':
      return null;
    case 'turn':
    case undefined:
      return summary === null ? null : briefTrouble(summary, nowMs);
  }
}

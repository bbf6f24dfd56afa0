import { until } from '../../components/format.ts';
import type { ConnectionSummary, SyncStatus } from '../../contract/connections.ts';
import type { FileWait } from '../../domain/edits/file-wait.ts';
import { type FileRetry, statusIn } from '../../domain/service/remote-failure.ts';

const briefTry = (answer: string, retryAtMs: number, nowMs: number): string =>
  retryAtMs > nowMs ? `${answer} · in ${until(retryAtMs, nowMs)}` : `${answer} · next`;

const briefAnswers: Record<FileRetry['lastFailure']['kind'], string> = {
  notSent: 'not reached',
  noAnswer: 'no answer',
  answered: 'answered',
  malformed: 'unreadable',
  notOurService: 'not reached',
  wrongRecord: 'wrong file',
};

const briefTroubles: Partial<Record<NonNullable<SyncStatus['pushTrouble']>['reason'], string>> = {
  notAnswering: 'no answer',
  rateLimited: 'to wait',
  notOurService: 'not reached',
  notAllowed: '403',
  disk: 'disk full',
};

/** What holds up all edits of a connection: its answer and its next try; null where the word for the state says all. */
function briefTrouble({ status: { mode, network, pushTrouble } }: ConnectionSummary, nowMs: number): string | null {
  if (pushTrouble === null || mode !== 'running' || network === 'down') return null;
  const brief = briefTroubles[pushTrouble.reason];
  if (brief === undefined) return null;
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
      return briefTry(status === null ? briefAnswers[kind] : String(status), retryAtMs, nowMs);
    }
    case 'later':
    case 'earlierUpdate':
      return `waiting · ${until(wait.untilMs, nowMs)}`;
    case 'sending':
      return 'sending…';
    case 'reading':
      return 'no answer yet';
    case 'parked':
      return 'parked';
    case 'decision':
      return null;
    case 'turn':
    case undefined:
      return summary === null ? null : briefTrouble(summary, nowMs);
  }
}

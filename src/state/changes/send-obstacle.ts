import type { ConnectionSummary } from '../../contract/connections.ts';

/** Why nothing can be sent now, whoever asks for it. */
export type SendObstacle = 'readOnly' | 'nothingWaits' | 'paused' | 'noToken' | 'offline';

/** Whether an obstacle may go, so that the button for sending stays and says what stands in its way. */
export const isPassing = (obstacle: SendObstacle | null): obstacle is 'paused' | 'noToken' | 'offline' =>
  obstacle !== null && obstacle !== 'readOnly' && obstacle !== 'nothingWaits';

/** @returns null where asking sends, or at least tries: a service that does not answer, or refused the token, is asked again */
export function sendObstacle({ connection, status }: ConnectionSummary): SendObstacle | null {
  if (connection.readOnly) return 'readOnly';
  if (status.counts.waiting === 0) return 'nothingWaits';
  if (status.mode === 'paused' || status.mode === 'noToken') return status.mode;
  return status.network === 'down' ? 'offline' : null;
}

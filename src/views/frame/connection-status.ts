import type { SyncStatus } from '../../contract/connections.ts';
import type { Connection } from '../../domain/connections/connection.ts';
import { frameMessages } from './frame-messages.ts';

/** Where a connection stands, in a few words for a list of them. */
export function connectionStatusMessage({ readOnly }: Connection, status: SyncStatus): string {
  const { standing } = frameMessages;
  const messages = status.standing === 'running' ? standing[reach(status)] : standing[status.standing];
  return readOnly ? `${messages}, ${frameMessages.readOnly}` : messages;
}

const reach = ({ network, trouble }: SyncStatus): 'offline' | 'troubled' | 'running' =>
  network === 'down' ? 'offline' : trouble === null ? 'running' : 'troubled';

/** Files with edits of any kind. */
export const filesWithEdits = ({ counts }: SyncStatus): number =>
  Object.values(counts).reduce((sum, files) => sum + files, 0);

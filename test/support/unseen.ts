import type { FilesTable } from '../../electron/database/mirror/mirror.ts';
import type { FileKey, Network } from '../../src/domain/core/ids.ts';
import { connectionA } from './builders.ts';

/** The files of the first connection that a scan did not see. */
export const unseen = (
  files: FilesTable,
  network: Network,
  scanId: string,
  startedRequestSeq: number,
): Promise<readonly FileKey[]> =>
  files.notSeenIn(connectionA, network, { scanId, startedRequestSeq, yieldToEventLoop: () => Promise.resolve() });

export const unseenIds = async (...given: Parameters<typeof unseen>): Promise<readonly string[]> =>
  (await unseen(...given)).map(({ id }) => id);

import { download } from '../../components/download.ts';
import type { PendingExportState } from '../../state/app/pending-export.svelte.ts';
import { changesMessages } from './changes-messages.ts';

/** Saves the edits that wait, as a file. What fails stands in the state. */
export async function savePending(pending: PendingExportState): Promise<void> {
  if (pending.isAsking) return;
  const json = await pending.make();
  if (json !== null) download(changesMessages.exportFile, json, 'application/json');
}

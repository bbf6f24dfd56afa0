import { changeSetId, editId, type FileRef } from '../../../src/domain/core/ids.ts';
import type { RequestedChange } from '../../../src/domain/edits/edit.ts';
import type { SyncPorts } from '../ports.ts';

/**
 * Queues a repair of a file as a change set of its own, so that it survives a crash like any other edit. No changes make no
 * repair. Call in a transaction of the outbox.
 */
export function enqueueRepair(
  { outbox, random, clock, accountRef }: SyncPorts,
  of: FileRef,
  title: string,
  wanted: readonly RequestedChange[],
): void {
  if (wanted.length === 0) return;
  const changes = wanted.map((one) => ({ ...one, status: 'queued' as const, server: null, serverSeenAtMs: null }));
  outbox.enqueue({
    id: changeSetId.parse(random.uuid()),
    connectionId: of.connectionId,
    accountRef: accountRef(),
    title,
    createdAtMs: clock.nowMs(),
    edits: [{ id: editId.parse(random.uuid()), network: of.network, fileId: of.id, changes }],
  });
}

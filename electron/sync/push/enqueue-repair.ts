import { changeSetId, editId, type FileRef } from '../../../src/domain/core/ids.ts';
import type { RequestedChange } from '../../../src/domain/edits/edit.ts';
import type { NewEdit } from '../../database/outbox/outbox.ts';
import type { SyncPorts } from '../ports.ts';

/**
 * Queues a repair of a file as a change set of its own, so that it survives a crash like any other edit. No changes make no
 * repair. Call in a transaction of the outbox.
 */
export function enqueueRepair(ports: SyncPorts, of: FileRef, title: string, wanted: readonly RequestedChange[]): void {
  const changes = wanted.map((one) => ({ ...one, status: 'queued' as const, server: null, serverSeenAtMs: null }));
  enqueueOwn(ports, of, title, changes);
}

/** Asks the person whether absent keys are to have their values again. No changes make no question. Call in a transaction of the outbox. */
export function enqueueQuestion(ports: SyncPorts, of: FileRef, title: string, asked: readonly RequestedChange[]): void {
  const seen = { status: 'conflicted' as const, server: null, serverSeenAtMs: ports.clock.nowMs() };
  enqueueOwn(
    ports,
    of,
    title,
    asked.map((one) => ({ ...one, ...seen })),
  );
}

function enqueueOwn(
  { outbox, random, clock, accountRef }: SyncPorts,
  of: FileRef,
  title: string,
  changes: NewEdit['changes'],
): void {
  if (changes.length === 0) return;
  outbox.enqueue({
    id: changeSetId.parse(random.uuid()),
    connectionId: of.connectionId,
    accountRef: accountRef(),
    title,
    createdAtMs: clock.nowMs(),
    edits: [{ id: editId.parse(random.uuid()), network: of.network, fileId: of.id, changes }],
  });
}

import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { eventNames } from '../../../src/contract/events.ts';
import { type Channel, channels } from '../../../src/contract/index.ts';
import { damageWatch } from '../../database/mirror/found-damage.ts';
import { prune } from '../../database/outbox/retention.ts';
import { openProfile, type OpenProfile } from '../../database/profile/open-profile.ts';
import { diskFailure } from '../../database/sqlite/errors.ts';
import type { Failure } from '../../../src/domain/core/failure.ts';
import { hostAbilities, startOptions } from '../../host.ts';
import { queued } from '../../ipc/handler-context.ts';
import { activityHandlers } from '../../ipc/activity/activity-handlers.ts';
import { appHandlers, practiceHandlers } from '../../ipc/app/app-handlers.ts';
import { bulkHandlers } from '../../ipc/changes/bulk-handlers.ts';
import { changeHandlers } from '../../ipc/changes/change-handlers.ts';
import { decisionHandlers, undoHandlers } from '../../ipc/changes/decision-handlers.ts';
import { remedyHandlers } from '../../ipc/changes/remedy-handlers.ts';
import { parkedHandlers } from '../../ipc/changes/parked-handlers.ts';
import { copyHandlers } from '../../ipc/connections/copy-handlers.ts';
import { connectionHandlers } from '../../ipc/connections/connection-handlers.ts';
import { selfTestHandlers } from '../../ipc/connections/self-test-handlers.ts';
import { tokenHandlers } from '../../ipc/connections/token-handlers.ts';
import { diagnosticsHandlers } from '../../ipc/diagnostics/diagnostics-handlers.ts';
import { exportHandlers } from '../../ipc/exports/export-handlers.ts';
import { draftHandlers } from '../../ipc/files/draft-handlers.ts';
import { localWordHandlers } from '../../ipc/files/local-word-handlers.ts';
import { fileHandlers } from '../../ipc/files/file-handlers.ts';
import { savedViewHandlers } from '../../ipc/files/saved-view-handlers.ts';
import { keyHandlers } from '../../ipc/keys/key-handlers.ts';
import { gatewayHandlers } from '../../ipc/gateways/gateway-handlers.ts';
import { libraryHandlers } from '../../ipc/library/library-handlers.ts';
import { unlessReadOnly } from '../../ipc/read-only.ts';
import type { ReaderChannel } from '../../ipc/reader-channels.ts';
import { answering, type HandlersOf } from '../../ipc/router.ts';
import { copiesHandlers } from '../../ipc/recovery/recovery-handlers.ts';
import type { RecoveryChannel } from '../../ipc/recovery/recovery-channels.ts';
import { signatureHandlers } from '../../ipc/signatures/signature-handlers.ts';
import { updateHandlers } from '../../ipc/updates/update-handlers.ts';
import { signerHandlers } from '../../ipc/signatures/signer-handlers.ts';
import { pruneDaily } from '../../sync/outbox/prune-daily.ts';
import { systemClock } from '../clock.ts';
import { VaultClient } from '../host-client.ts';
import { MessageInbox, type Report, reportBugsAndDamage, send } from '../thread-messages.ts';
import { composeWriter, type WriterParts } from './compose.ts';

/** The composition root of the writer: the thread that owns the files of the profile and talks to services. */
const port = parentPort;
if (port === null) throw new Error('The writer is a thread of the core');

const { profileDirectory, downloadsDirectory, options, host, starts, announcesAll } = z
  .object({
    profileDirectory: z.string(),
    downloadsDirectory: z.string(),
    options: startOptions,
    host: hostAbilities,
    /** The number of this writer among those of the app's run, from 1. */
    starts: z.number(),
    /** Whether the screens know the state of a writer before this one. */
    announcesAll: z.boolean(),
  })
  .parse(workerData);

const opened = openProfile(profileDirectory, systemClock.nowMs());
if (opened.ok) {
  send(port, { kind: 'opened' });
  void run(opened.value, port);
} else {
  send(port, { kind: 'failed', failure: opened.failure });
  port.close();
}

async function run(profile: OpenProfile, to: NonNullable<typeof parentPort>): Promise<void> {
  const report = reportBugsAndDamage(to, damageWatch(profile.mirrorPath, systemClock.nowMs));
  const vault = new VaultClient(to);
  const inbox = new MessageInbox(to);
  const { hasPendingMessages } = inbox;
  const closing = new AbortController();
  let begun = Promise.resolve();
  const parts = composeWriter({
    ...{ profile, profileDirectory, downloadsDirectory },
    ...{ vault, report, port: to, host, hasPendingMessages, requestsPerMinute: options.requestsPerMinute },
    // No number of a plan of a writer before this one names one of its plans.
    lastPlanId: starts * 2 ** 32,
    practiceBeginsEmpty: options.practiceBeginsEmpty ?? false,
  });
  parts.tables.outbox.endAbandonedAttempts(systemClock.nowMs());
  tidy(() => parts.erasures.finish(), report);
  const retention = { prune: (nowMs: number) => prune(profile.outbox, nowMs), clock: systemClock, report };
  pruneDaily({ ...retention, pruned: () => parts.announce('changes.changed') }, closing.signal);
  const isOver = (): boolean => closing.signal.aborted && !profile.outbox.open;
  const expected = (error: unknown): Failure | null => (isOver() ? hostGone : notSaved(error));
  const answer = answering(channels, writerHandlers(parts), { report, expected });
  inbox.listen((message) => {
    switch (message.kind) {
      case 'ask':
        return void answer(message.name, message.input).then((reply) =>
          send(to, { kind: 'replied', id: message.id, reply }),
        );
      case 'signal':
        return parts.connections.onHostSignal(message.signal);
      case 'vaultAnswered':
        return vault.answered(message);
      case 'close':
        closing.abort();
        return void close(parts, profile, vault, begun).then(() => send(to, { kind: 'closed' }));
      case 'open':
        return; // a message for the reader
    }
  });
  send(to, { kind: 'ready' });
  if (announcesAll) for (const name of eventNames) send(to, { kind: 'announced', name });
  // A bug here must leave the other channels alive, such as the export of waiting edits.
  begun = begin(parts, closing.signal).catch((error: unknown) => {
    if (!closing.signal.aborted) report(error);
  });
  await begun;
}

/** A tidy-up that fails, as on a full disk, must not stop the start. */
function tidy(work: () => void, report: Report): void {
  try {
    work();
  } catch (error) {
    report(error);
  }
}

/** The handlers of every channel that is not the reader's. The compiler reports a missing one. */
function writerHandlers(parts: WriterParts): HandlersOf<Exclude<Channel, ReaderChannel | RecoveryChannel>> {
  const handlers = {
    ...activityHandlers(parts),
    ...appHandlers(parts),
    ...connectionHandlers(parts),
    ...copyHandlers(parts),
    ...fileHandlers(parts),
    ...tokenHandlers(parts),
    ...changeHandlers(parts),
    ...decisionHandlers(parts),
    ...remedyHandlers(parts),
    ...parkedHandlers(parts),
    ...practiceHandlers(parts.practice),
    ...bulkHandlers(parts),
    ...diagnosticsHandlers(parts),
    ...exportHandlers(parts),
    ...keyHandlers(parts),
    ...signatureHandlers(parts),
    ...signerHandlers(parts),
    ...undoHandlers(parts),
    ...savedViewHandlers(parts),
    ...draftHandlers(parts),
    ...localWordHandlers(parts),
    ...gatewayHandlers(parts),
    ...libraryHandlers(parts),
    ...selfTestHandlers(parts),
    ...updateHandlers(parts),
    ...copiesHandlers(parts),
  };
  return { ...handlers, ...unlessReadOnly(parts, handlers) };
}

/** What is read in slices, such as an export of waiting edits, meets closed files at the end of the program. */
const hostGone: Failure = { kind: 'hostGone' };

function notSaved(error: unknown) {
  const disk = diskFailure(error);
  return disk === null ? null : { kind: 'notSaved' as const, ...disk };
}

/** Starts the connections of the profile and of the command line. */
async function begin(parts: WriterParts, closing: AbortSignal): Promise<void> {
  const { connections, practice, undo, signatures, snapshots, textIndex, updates } = parts;
  textIndex.wake();
  snapshots.start();
  updates.start();
  // Undo resumes before the first send: the first send would include edits that a crash left half undone.
  for (const { id } of connections.list()) {
    if (await undo.resume(id)) queued(parts, id);
    if (closing.aborted) return;
  }
  for (const { id } of connections.list()) signatures.checks.checkAll(id);
  await connections.start();
  if (closing.aborted) return;
  const hasPractice = connections.list().some(({ kind }) => kind === 'practice');
  if (options.practice || hasPractice) await practice.connect();
  if (options.connect !== null && options.connect.token !== '') {
    await connections.add({ kind: 'service', ...options.connect });
  }
}

async function close(
  { connections, practice, exports, queue, signatures, snapshots, textIndex, undo, updates }: WriterParts,
  profile: OpenProfile,
  vault: VaultClient,
  begun: Promise<void>,
): Promise<void> {
  // The export closes before the mirror: SQLite deletes the WAL with the last connection (sqlite.org/wal.html).
  updates.close();
  await exports.cancel();
  await signatures.close();
  await undo.close();
  await queue.close();
  await connections.close();
  vault.close();
  await practice.close();
  // The start may still read the profile.
  await begun;
  await textIndex.close();
  await snapshots.close();
  profile.close();
}

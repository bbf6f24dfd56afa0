import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { errorMessage } from '../../../src/domain/core/thrown.ts';
import { appChannels } from '../../../src/contract/app.ts';
import { recoveryChannels } from '../../../src/contract/recovery.ts';
import type { Failure } from '../../../src/domain/core/failure.ts';
import { pendingInParts, recoverReadable, textOfAll } from '../../database/outbox/recover-pending-edits.ts';
import { lockProfile, type ProfileLock } from '../../database/profile/open-profile.ts';
import { outboxContents, reading } from '../../database/recovery/outbox-contents.ts';
import { countedCopies } from '../../database/recovery/outbox-copies.ts';
import { recoveryActions } from '../../database/recovery/recovery-actions.ts';
import { diskFailure, openFailure } from '../../database/sqlite/errors.ts';
import { privateDirectory } from '../../database/sqlite/private-files.ts';
import type { StartFailure } from '../../host.ts';
import { recoveryHandlers } from '../../ipc/recovery/recovery-handlers.ts';
import { answering } from '../../ipc/router.ts';
import { systemClock } from '../clock.ts';
import { defaultPreferences, storedPreferences } from '../stored-preferences.ts';
import { onMessage, reportBugs, send } from '../thread-messages.ts';

/**
 * The composition root of the recovery: the one thread of a core that does not run. It holds the lock of the profile, opens
 * no file of it before a person says so, and talks to no service.
 */
const port = parentPort;
if (port === null) throw new Error('The recovery is a thread of the core');

const { profileDirectory } = z.object({ profileDirectory: z.string() }).parse(workerData);
const outboxPath = join(profileDirectory, 'outbox.db');
const { nowMs } = systemClock;

const answer = answering(
  { ...recoveryChannels, ...appChannels },
  recoveryHandlers({
    copies: () => countedCopies(outboxPath),
    contents: () => outboxContents(outboxPath),
    preferences: () => reading(outboxPath, defaultPreferences, (db) => storedPreferences(db).read()),
    pending: readablePending,
    ...recoveryActions(outboxPath, nowMs),
  }),
  { report: reportBugs(port), expected: notReplaced },
);

const lock = locked();
if ('kind' in lock) {
  send(port, { kind: 'failed', failure: lock });
  port.close();
} else {
  send(port, { kind: 'opened' });
  send(port, { kind: 'ready' });
  onMessage(port, (message) => {
    if (message.kind === 'ask') {
      void answer(message.name, message.input).then((reply) => send(port, { kind: 'replied', id: message.id, reply }));
    }
    if (message.kind !== 'close') return;
    lock.release();
    port.close();
  });
}

function locked(): ProfileLock | StartFailure {
  try {
    privateDirectory(profileDirectory);
    return lockProfile(join(profileDirectory, 'lock.db')) ?? { kind: 'profileInUse', path: profileDirectory };
  } catch (error) {
    const failure = openFailure(error, profileDirectory);
    if (failure === null) throw error;
    return failure;
  }
}

function readablePending(): string | null {
  const pending = recoverReadable(outboxPath);
  if (typeof pending !== 'string') return textOfAll(pendingInParts(pending));
  return JSON.stringify({ edits: [], unreadable: [], altered: [], notes: [], detail: pending }, null, 2);
}

/** A copy that is damaged too, or a disk that refuses: the outbox is the one of before. */
function notReplaced(error: unknown): Failure | null {
  const disk = diskFailure(error);
  if (disk !== null) return { kind: 'notSaved', ...disk };
  return openFailure(error, outboxPath) === null
    ? null
    : { kind: 'notSaved', reason: 'diskError', detail: errorMessage(error) };
}

import { type FileKey, fileKeyText } from '../../../src/domain/core/ids.ts';
import { ok, type Result } from '../../../src/domain/core/result.ts';
import { isOutage, type RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import { MOST_UNSEEN } from '../../database/mirror/mirror.ts';
import { unfinishedChanges } from '../outbox/edits-of-file.ts';
import type { SyncPorts } from '../ports.ts';
import { type Reread, rereadUntil } from './read-file.ts';

/** Files to confirm at a time: where one of them is still there, a service lists badly, and a person deleted few of the others. */
const READ_AT_ONCE = 200;

/** What a complete list tells of the files that the mirror has and the list has not. */
export type MissingFiles = {
  readonly keys: readonly FileKey[];
  /** Whether the list has no file at all: a service may be out of order, and its reads with it. */
  readonly isListEmpty: boolean;
  /** A file that the list has; null without one. */
  readonly oneSeen: () => FileKey | null;
};

/**
 * Confirms by a read that a file is gone which a complete list no longer had. Files whose edits may be sent come first; later
 * scans confirm what exceeds a reasonable number of requests.
 *
 * @returns a failure of the service; none where only these files cannot be read
 */
export async function reconcileMissing(
  ports: SyncPorts,
  { keys, isListEmpty, oneSeen }: MissingFiles,
  signal: AbortSignal,
): Promise<Result<'yielded' | null, RemoteFailure>> {
  const all = toRead(ports, keys, isListEmpty ? READ_AT_ONCE : MOST_UNSEEN);
  for (let from = 0; from < all.length; from += READ_AT_ONCE) {
    const some = all.slice(from, from + READ_AT_ONCE);
    const confirmed = await confirmMissing(ports, some, oneSeen, signal);
    if (!confirmed.ok || confirmed.value === 'yielded') return confirmed;
    if (!some.every((key) => isKnownGone(ports, key))) break;
  }
  return ok(null);
}

async function confirmMissing(
  ports: SyncPorts,
  some: readonly FileKey[],
  oneSeen: MissingFiles['oneSeen'],
  signal: AbortSignal,
): Promise<Result<'yielded' | null, RemoteFailure>> {
  const first = await rereadUntil(ports.mustYield, ports, some, null, signal);
  if (!first.ok || first.value !== 'refused') return ofReread(first);
  if (!(await learnReads(ports, oneSeen, signal))) return ok(null);
  return ofReread(await rereadUntil(ports.mustYield, ports, some, null, signal));
}

/** A file that is gone stays in the mirror with edits that a person decides about. */
function isKnownGone(ports: SyncPorts, key: FileKey): boolean {
  const of = { ...key, connectionId: ports.connection().id };
  return ports.files.get(of) === null || unfinishedChanges(ports.outbox, of).some(({ status }) => status === 'gone');
}

/**
 * The files to read, in order. The other files with edits come last, and only among the first: they stay in the mirror also
 * once they are gone, with edits of another account or edits that a person decides about, and would take the reads of every
 * scan.
 */
function toRead(
  { outbox, connection, accountRef }: SyncPorts,
  missing: readonly FileKey[],
  most: number,
): readonly FileKey[] {
  const { id } = connection();
  const all = Number.MAX_SAFE_INTEGER;
  const sendable = new Set(outbox.sendableFiles(id, accountRef(), all, all).map(fileKeyText));
  const edited = new Set(outbox.filesWithOpenChanges(id, missing).map(fileKeyText));
  const placeOf = (text: string): 'first' | 'last' | 'usual' =>
    sendable.has(text) ? 'first' : edited.has(text) ? 'last' : 'usual';
  const { first = [], usual = [], last = [] } = Object.groupBy(missing, (key) => placeOf(fileKeyText(key)));
  const some = [...first, ...usual].slice(0, most);
  return [...some, ...last.slice(0, Math.max(0, READ_AT_ONCE - some.length))];
}

/** Answers about missing files, also those that leave them unconfirmed, say nothing about their list. */
function ofReread(read: Awaited<Reread>): Result<'yielded' | null, RemoteFailure> {
  if (read.ok) return ok(read.value === 'yielded' ? 'yielded' : null);
  return isOutage(read.failure) ? read : ok(null);
}

/**
 * Finds out by a file that is there whether the service has reads. Otherwise only an empty update could tell that another is
 * gone, which a token that may not update is refused.
 *
 * @returns whether that is news
 */
async function learnReads(ports: SyncPorts, oneSeen: MissingFiles['oneSeen'], signal: AbortSignal): Promise<boolean> {
  if (ports.connection().learnt.readById.kind !== 'notChecked') return false;
  const seen = oneSeen();
  if (seen === null) return false;
  const read = await ports.service.readFile(seen.network, seen.id, signal);
  if (read.ok) ports.saveTraits({ readById: { kind: 'yes', checkedAtMs: ports.clock.nowMs() } });
  return read.ok;
}

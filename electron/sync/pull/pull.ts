import { deniedBy, hasListed } from '../../../src/domain/connections/connection.ts';
import { network as networks } from '../../../src/domain/core/ids.ts';
import { ok } from '../../../src/domain/core/result.ts';
import {
  failureClassOf,
  isOutage,
  isTooLarge,
  type RemoteFailure,
} from '../../../src/domain/service/remote-failure.ts';
import { projectUnshown } from '../ingest/project-unshown.ts';
import { isAboutPermission, statusMessage } from '../ingest/read-file.ts';
import type { Pulled, PullPosition, SyncPorts, Walked } from '../ports.ts';
import { freshCursor } from './fresh-cursor.ts';
import { goesOnWithScan, pullFiles } from './pull-files.ts';
import { KEYS_JOB, pullKeys } from './pull-keys.ts';

/**
 * Brings files and keys up to date: files first, because a person usually looks at them. Keys are pulled also when files
 * cannot be listed, because the interface promises keys and no list of files.
 */
export async function pull(ports: SyncPorts, signal: AbortSignal): Pulled {
  ports.replay.workBegins(false);
  try {
    return await pullAll(ports, signal);
  } finally {
    ports.replay.workEnds();
  }
}

async function pullAll(ports: SyncPorts, signal: AbortSignal): Pulled {
  const { pullPosition } = ports;
  const { at } = pullPosition;
  pullPosition.at = null;
  // A scan that goes on has counted the rows before its place.
  if (at === null && !goesOnWithScan(ports)) ports.forgetSetAside('files');
  if (at === null && freshCursor(ports, KEYS_JOB) === null) ports.forgetSetAside('keys');
  await projectUnshown(ports, signal);
  const lists = at?.area === 'sortIndexes' ? at.lists : await pullLists(ports, at, signal);
  return lists.ok && lists.value !== 'yielded' ? await makeSortIndexes(ports, lists, signal) : lists;
}

async function pullLists(
  ports: SyncPorts,
  at: Exclude<PullPosition, { area: 'sortIndexes' }> | null,
  signal: AbortSignal,
): Pulled {
  const files = at?.area === 'keys' ? at.files : await pullFiles(ports, at, signal);
  if (files.ok && files.value === 'yielded') return ok('yielded');
  if (!files.ok && (signal.aborted || wouldKeysFail(files.failure))) return files;
  return await pullKeysNext(ports, files, signal);
}

/** Whether nothing reaches the service, or it asks to wait: keys would fail in the same way. */
const wouldKeysFail = (failure: RemoteFailure): boolean =>
  ['notApplied', 'later'].includes(failureClassOf(failure).kind);

async function pullKeysNext(ports: SyncPorts, files: Walked, signal: AbortSignal): Pulled {
  if (!ports.connection().copiedParts.includes('keys')) return files;
  const ofKeys: SyncPorts = { ...ports, setAside: (rows) => ports.setAside(rows, 'keys') };
  const keys = ports.mustYield() ? ok('yielded' as const) : await pullKeys(ofKeys, signal);
  if (!keys.ok || keys.value !== 'yielded') return endOf(ports, files, keys);
  ports.pullPosition.at = { area: 'keys', files };
  return keys;
}

/**
 * How the pull ended. A list of files that never worked is no failure while the keys show that the service answers, be it
 * with the keys or with a refusal in its own words. What the service said of the keys is told before a stranger's answer.
 */
function endOf(ports: SyncPorts, files: Walked, keys: Walked): Walked {
  if (files.ok) return keys.ok && keys.value === null ? files : keys;
  const { failure } = files;
  if (!keys.ok) return failure.kind === 'notOurService' ? keys : files;
  if (!hasNoList(ports, failure)) return files;
  ports.saveTraits({ listing: deniedBy(failure, ports.clock.nowMs(), statusMessage(failure)) });
  return keys;
}

/**
 * Makes the indexes only now: keeping them up to date slows the first full scan, and only sorting needs them. Edits go
 * between two of them, and the end of the connection waits for one at most. One that cannot be made is left to the next
 * pull: lists sort without it, slower.
 */
async function makeSortIndexes(
  { sortIndexes, mustYield, pullPosition }: SyncPorts,
  lists: Walked,
  signal: AbortSignal,
): Pulled {
  while (!signal.aborted && sortIndexes.areMissing()) {
    if (mustYield()) {
      pullPosition.at = { area: 'sortIndexes', lists };
      return ok('yielded');
    }
    if (!(await sortIndexes.makeNext())) break;
  }
  return lists;
}

/**
 * Whether the failure of the list is a trait of the service or the token, and no outage. Permissions are by area: a token
 * that may not list files may still list keys, and if neither works it is the token. Every other answer means a service
 * without a list, unless it ever gave one or is too large to read.
 */
function hasNoList({ connection }: SyncPorts, failure: RemoteFailure): boolean {
  const { learnt } = connection();
  if (isAboutPermission(failure)) return learnt.keys.kind === 'yes';
  if (isOutage(failure) || isTooLarge(failure)) return false;
  return !networks.options.some((one) => hasListed(learnt, one));
}

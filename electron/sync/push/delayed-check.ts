import { type AccountRef, isSameAccount } from '../../../src/domain/connections/connection.ts';
import type { FileRef } from '../../../src/domain/core/ids.ts';
import { ok, type Result } from '../../../src/domain/core/result.ts';
import {
  IN_FLIGHT_WINDOW_MS,
  REPAIR_WINDOW_MS,
  VERIFY_AFTER_MS,
  withCarriedUnder,
  withOmissions,
} from '../../../src/domain/edits/late-landings.ts';
import {
  lastDecided,
  outOfOrderRepairs,
  timesRepaired,
  wasAccepted,
  wasWanted,
} from '../../../src/domain/edits/out-of-order-repairs.ts';
import { sendsAll } from '../../../src/domain/edits/update-body.ts';
import {
  concernsEverything,
  failureClassOf,
  FAILURES_BEFORE_PAUSE,
  type RemoteFailure,
} from '../../../src/domain/service/remote-failure.ts';
import { applyRemoteRecord } from '../ingest/apply-remote-record.ts';
import { recentAttempts } from '../outbox/own-recent-writes.ts';
import { isLagging, LAG_MS } from '../ingest/lagging-read.ts';
import { readFile } from '../ingest/read-file.ts';
import { unfinishedChanges } from '../outbox/edits-of-file.ts';
import type { SyncPorts } from '../ports.ts';
import { enqueueRepair } from './enqueue-repair.ts';
import type { PushPorts } from './overdue-turns.ts';

/** An edit waits for so many reads at most; the other files have their turn in the next rounds. */
const CHECKS_OF_A_ROUND = 20;

/** A file that cannot be read is tried again so seldom in the end: an update that is sent meanwhile waits for the same check. */
export const LONGEST_CHECK_WAIT_MS = REPAIR_WINDOW_MS / 4;

/** A check under way, which is over for all reads of the file that are due up to a time. */
type RunningCheck = { dueUpToMs: number };

/**
 * Reads the files again whose updates may have landed late. An older value of ours on top of a newer one is repaired by an
 * edit like any other. Files that cannot be read are put off, and hold up no edit of another file: after a few of them the
 * round goes on without the rest.
 *
 * @returns a failure that concerns every file
 */
export async function delayedCheck(ports: PushPorts, signal: AbortSignal): Promise<Result<null, RemoteFailure>> {
  const { outbox, connection, clock, accountRef } = ports;
  const account = accountRef();
  let failures = 0;
  for (const key of outbox.dueChecks(connection().id, account, clock.nowMs()).slice(0, CHECKS_OF_A_ROUND)) {
    const of: FileRef = { ...key, connectionId: connection().id };
    const check: RunningCheck = { dueUpToMs: clock.nowMs() };
    if (ports.overdue.has(key)) {
      outbox.scheduleCheck(of, account, clock.nowMs() + VERIFY_AFTER_MS);
      continue;
    }
    const checked = await ports.overdue.waitFor(key, checkFile(ports, of, check, signal));
    if (checked?.ok === true) {
      failures = 0;
      continue;
    }
    check.dueUpToMs = putOff(ports, of);
    if (checked !== null && concernsEverything(failureClassOf(checked.failure))) return checked;
    if (++failures >= FAILURES_BEFORE_PAUSE) break;
  }
  return ok(null);
}

/**
 * Puts a check off by a quarter of the time since the latest update: while a late landing can be put right, the last read
 * comes near the end of that time.
 *
 * @returns when it is due
 */
function putOff({ outbox, clock, accountRef }: PushPorts, of: FileRef): number {
  const nowMs = clock.nowMs();
  const [latest] = outbox.attemptsSince(of, 0);
  const ageMs = latest === undefined ? Number.POSITIVE_INFINITY : nowMs - latest.startedAtMs;
  const dueAtMs = Math.ceil(nowMs + Math.min(LONGEST_CHECK_WAIT_MS, Math.max(VERIFY_AFTER_MS, ageMs / 4)));
  outbox.scheduleCheck(of, accountRef(), dueAtMs);
  return dueAtMs;
}

/** The mirror would take a record from before our last update, and the next update would believe it. */
function lookAgain({ outbox, clock, accountRef }: SyncPorts, of: FileRef): Result<null, RemoteFailure> {
  outbox.scheduleCheck(of, accountRef(), clock.nowMs() + LAG_MS);
  return ok(null);
}

async function checkFile(
  ports: SyncPorts,
  of: FileRef,
  check: RunningCheck,
  signal: AbortSignal,
): Promise<Result<null, RemoteFailure>> {
  const { outbox, clock, connection } = ports;
  const accountRef = ports.accountRef();
  const asOfMs = clock.nowMs();
  const requestSeq = outbox.nextRequestSeq();
  const read = await readFile(of, ports, signal);
  if (!read.ok) {
    if (failureClassOf(read.failure).kind !== 'gone') return read;
    outbox.clearCheck(of, accountRef, check.dueUpToMs);
    return ok(null);
  }
  if (isLagging(ports, of, read.value)) return lookAgain(ports, of);
  const isOurs = (one: { readonly accountRef: AccountRef }): boolean => isSameAccount(one.accountRef, accountRef);
  const own = recentAttempts(outbox, of, asOfMs).filter(isOurs);
  const kept = outbox.keptEdits(of);
  const recent = withCarriedUnder(connection().conflictRule, own, (one, write) =>
    wasWanted(kept.filter(isOurs), one, write),
  );
  const sent = sendsAll(connection().learnt.keyvaluesMode) ? withOmissions(recent) : recent;
  const repairs = outOfOrderRepairs(
    sent,
    read.value.record,
    (attempt, field) => wasAccepted(kept, attempt, field),
    (repair) => timesRepaired(kept, own, repair, sent),
    (field) => lastDecided(kept.filter(isOurs), field),
  );
  // The next send compares the fields that still wait with the record, older values of ours included.
  const waiting = new Set(unfinishedChanges(outbox, of).map(({ field }) => field));
  const wanted = repairs.filter(({ field }) => !waiting.has(field));
  const unresolved = outbox.unresolvedAttempt(of);
  outbox.atomically(() => {
    if (unresolved !== null && unresolved.endedAtMs !== null && asOfMs - unresolved.startedAtMs > IN_FLIGHT_WINDOW_MS)
      outbox.resolveAttempts(of);
    outbox.clearCheck(of, accountRef, check.dueUpToMs);
    if (wanted.length < repairs.length) outbox.scheduleCheck(of, accountRef, asOfMs + VERIFY_AFTER_MS);
    enqueueRepair(ports, of, 'Put right what an older request of ours changed back', wanted);
  });
  applyRemoteRecord(ports, of, read.value, requestSeq);
  return ok(null);
}

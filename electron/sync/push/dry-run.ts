import type { Capability } from '../../../src/domain/connections/connection.ts';
import type { ChangeSetId, FileKey, FileRef } from '../../../src/domain/core/ids.ts';
import { coalesced } from '../../../src/domain/edits/coalesce.ts';
import {
  type DryRunField,
  dryRunFile,
  type DryRunReason,
  type DryRunVerdict,
  recordAfter,
  unremovableKey,
  withRemovalsRefused,
  withUpdateRefused,
  worstOf,
} from '../../../src/domain/edits/dry-run/dry-run.ts';
import type { FieldChange, FileEdit } from '../../../src/domain/edits/edit.ts';
import type { Field } from '../../../src/domain/files/field.ts';
import { type FileRecord, recordSize } from '../../../src/domain/files/file.ts';
import type { MetadataMode } from '../../../src/domain/service/metadata-mode.ts';
import {
  afterHeld,
  limitInTheWay,
  type LimitInTheWay,
  type ServiceLimits,
} from '../../../src/domain/service/service-limits.ts';
import {
  concernsEverything,
  failureClassOf,
  FAILURES_BEFORE_PAUSE,
  isOutage,
  lastFailureOf,
  type RemoteFailure,
} from '../../../src/domain/service/remote-failure.ts';
import { onSeenBases } from '../../../src/domain/edits/three-way-merge.ts';
import { recentWritesIn } from '../outbox/own-recent-writes.ts';
import { isNotFound } from '../ingest/read-file.ts';
import { editsForAccount } from '../outbox/edits-of-file.ts';
import type { SyncPorts } from '../ports.ts';
import { SLICE_FILES } from '../yielding.ts';
import { recordWithoutLooking } from './without-looking.ts';

export type DryRunLine = {
  readonly key: FileKey;
  readonly verdict: DryRunVerdict;
  /** Null for every verdict but `refused` and `unread`. */
  readonly reason: DryRunReason | null;
  readonly fields: readonly DryRunField[];
};
export type DryRunResult = {
  readonly against: 'service' | 'copy';
  /** The service reads no file by its id, so the mirror stands in. */
  readonly cannotRead: boolean;
  readonly asOfMs: number;
  readonly lines: readonly DryRunLine[];
};

const FILES_AT_ONCE = 4;

/**
 * What the next send would do, file by file. The touched records are read again; the mirror stands in where the service
 * cannot be reached or cannot read, or fails three times in a row. Sends no update, not even an empty one: nothing promises
 * that it changes nothing.
 *
 * @param only change sets to look at; null for everything that waits
 * @param signal ends it with the files that it has looked at
 */
export async function dryRun(
  ports: SyncPorts,
  only: readonly ChangeSetId[] | null,
  signal: AbortSignal,
): Promise<DryRunResult> {
  const run = new DryRun(ports, only, signal);
  const keys = ports.outbox.filesWithOpenChanges(ports.connection().id);
  const lines: DryRunLine[] = [];
  let [next, looked] = [0, 0];
  // The mirror answers at once, so that nothing but a pause of all lets other work in.
  let pause: Promise<void> = Promise.resolve();
  const work = async (): Promise<void> => {
    for (let key = keys[next++]; key !== undefined && !signal.aborted; key = keys[next++]) {
      const line = await run.line(key);
      if (line !== null) lines.push(line);
      if (++looked % SLICE_FILES === 0) pause = ports.clock.yieldToEventLoop();
      await pause;
    }
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, work));
  const { asOfMs, cannotRead } = run;
  return { against: run.isOffline || cannotRead ? 'copy' : 'service', cannotRead, asOfMs, lines: run.settled(lines) };
}

type Unread = { readonly unread: RemoteFailure };

class DryRun {
  readonly #ports: SyncPorts;
  readonly #only: ReadonlySet<ChangeSetId> | null;
  readonly #signal: AbortSignal;
  readonly #mode: MetadataMode;
  /** For this run alone: only a true send stores service traits. */
  #limits: ServiceLimits;
  #readById: Capability['kind'];
  #failuresInARow = 0;
  isOffline: boolean;
  asOfMs: number;

  constructor(ports: SyncPorts, only: readonly ChangeSetId[] | null, signal: AbortSignal) {
    this.#ports = ports;
    this.#only = only === null ? null : new Set(only);
    this.#signal = signal;
    const { keyvaluesMode, limits, readById } = ports.connection().learnt;
    this.#limits = limits;
    this.#mode = keyvaluesMode;
    this.#readById = readById.kind;
    this.isOffline = !ports.mayAsk();
    this.asOfMs = ports.clock.nowMs();
  }

  get cannotRead(): boolean {
    return this.#readById === 'no';
  }

  /** Once any file could be read by its id, a 404 is about the file and not about the path. */
  settled(lines: readonly DryRunLine[]): readonly DryRunLine[] {
    if (this.#readById !== 'yes') return lines;
    return lines.map((line) => (isMissing(line) ? { ...line, verdict: 'gone', reason: null } : line));
  }

  /** @returns null when nothing of the file would be sent */
  async line(key: FileKey): Promise<DryRunLine | null> {
    const of: FileRef = { ...key, connectionId: this.#ports.connection().id };
    const { edits, changes } = editsForAccount(this.#ports, of);
    // A refused or gone change stops the whole file until the person decides.
    if (changes.some(({ status }) => status === 'refused' || status === 'gone')) return null;
    const fields = new Set(edits.filter((edit) => this.#isWanted(edit)).flatMap(queuedFields));
    if (!coalesced(changes).some(({ field }) => fields.has(field))) return null;
    const record = await this.#record(of);
    if (record === 'gone' || record === 'unknown') return { key, verdict: record, reason: null, fields: [] };
    if ('unread' in record) return { key, verdict: 'unread', reason: unreadReason(record.unread), fields: [] };
    return { key, ...this.#compare(of, changes, record, fields) };
  }

  /** Compares every field with all changes that wait for it, of any change set: one update sends them together. */
  #compare(of: FileRef, changes: readonly FieldChange[], record: FileRecord, wanted: ReadonlySet<Field>) {
    const { outbox, clock, connection } = this.#ports;
    const own = recentWritesIn(outbox, of, clock.nowMs());
    const seen = onSeenBases(changes, outbox.attemptsSince(of, 0));
    const rule = recordWithoutLooking(this.#ports, of) === null ? connection().conflictRule : 'mineWins';
    const all = dryRunFile(seen, record, rule, own);
    const key = unremovableKey(all, this.#mode);
    const limit = key === null ? this.#limitInTheWay(record, all) : null;
    const judged = limit !== null ? withUpdateRefused(all) : key === null ? all : withRemovalsRefused(all);
    const fields = judged.filter(({ field }) => wanted.has(field));
    const verdict = worstOf(fields);
    return { verdict, reason: verdict === 'refused' ? refusalReason(key, limit) : null, fields };
  }

  /** What was learnt of the service's limits, unless this very record disproves it. */
  #limitInTheWay(record: FileRecord, fields: readonly DryRunField[]): LimitInTheWay | null {
    const before = recordSize(record);
    this.#limits = afterHeld(this.#limits, before);
    return limitInTheWay(this.#limits, before, recordSize(recordAfter(record, fields)));
  }

  #isWanted({ changeSetId }: FileEdit): boolean {
    return this.#only?.has(changeSetId) ?? true;
  }

  async #record(of: FileRef): Promise<FileRecord | Unread | 'gone' | 'unknown'> {
    if (this.isOffline || this.cannotRead) return this.#mirrored(of);
    const read = await this.#ports.service.readFile(of.network, of.id, this.#signal);
    if (read.ok) {
      this.#readById = 'yes';
      this.#failuresInARow = 0;
      return read.value.record;
    }
    const { failure } = read;
    // Either the file is gone or the service has no such path: `settled` tells them apart once another file was read.
    if (failureClassOf(failure).kind === 'gone') {
      this.#failuresInARow = 0;
      return this.#readById === 'yes' ? 'gone' : { unread: failure };
    }
    if (isNotFound(failure)) this.#readById = 'no';
    else if (mayBeOfFile(failure) && ++this.#failuresInARow < FAILURES_BEFORE_PAUSE) return { unread: failure };
    else this.isOffline = true;
    return this.#mirrored(of);
  }

  #mirrored(of: FileRef): FileRecord | 'unknown' {
    const mirrored = this.#ports.files.get(of);
    if (mirrored === null) return 'unknown';
    this.asOfMs = Math.min(this.asOfMs, mirrored.seenAtMs);
    return mirrored.record;
  }
}

/** Whether another file may be read all the same: a web page, or no answer, stands in the way of all. */
function mayBeOfFile(failure: RemoteFailure): boolean {
  const failureClass = failureClassOf(failure);
  return !isOutage(failure) && !concernsEverything(failureClass) && failureClass.kind !== 'notOurService';
}

/** Whether a file was not read because the service has none at its path. */
const isMissing = ({ reason }: DryRunLine): boolean =>
  reason?.kind === 'unread' && (reason.failure.status === 404 || reason.failure.status === 410);

const unreadReason = (failure: RemoteFailure): DryRunReason => ({ kind: 'unread', failure: lastFailureOf(failure) });

/** @param key that the service cannot remove */
function refusalReason(key: string | null, limit: LimitInTheWay | null): DryRunReason | null {
  if (limit !== null) return { kind: 'limit', limit };
  return key === null ? null : { kind: 'cannotRemove', key };
}

const queuedFields = ({ changes }: FileEdit): readonly Field[] =>
  changes.filter(({ status }) => status === 'queued').map(({ field }) => field);

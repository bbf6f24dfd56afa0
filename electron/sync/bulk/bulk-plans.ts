import { type AccountRef, isSameAccount } from '../../../src/domain/connections/connection.ts';
import type { ChangeSetId, ConnectionId, FileKey, FileRef } from '../../../src/domain/core/ids.ts';
import {
  bulkChanges,
  type BulkOperation,
  type PlannedFile,
  type TableProblem,
} from '../../../src/domain/edits/bulk.ts';
import { bulkTitle } from '../../../src/domain/edits/set-title.ts';
import { projectedRecord, type RequestedChange } from '../../../src/domain/edits/edit.ts';
import { isReplacedByOthers } from '../../../src/domain/edits/remote-change.ts';
import {
  estimatedPlanBytes,
  LARGEST_PLAN_BYTES,
  plannedBytes,
  type PlanTooLarge,
  tooLarge,
} from '../../../src/domain/edits/plan-size.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import { fieldValues } from '../../../src/domain/files/field.ts';
import { problemOf } from '../../../src/domain/edits/new-edit.ts';
import type { ServiceLimits } from '../../../src/domain/service/service-limits.ts';
import type { FileRecord } from '../../../src/domain/files/file.ts';
import type { FilesTable } from '../../database/mirror/mirror.ts';
import type { OutboxTable } from '../../database/outbox/outbox.ts';
import type { EditQueue } from '../outbox/edit-queue.ts';
import { keptChanges, unfinishedChanges } from '../outbox/edits-of-file.ts';
import type { Clock } from '../ports.ts';
import { slicesOf } from '../yielding.ts';
import { type FileRecords, LimitProblems } from './limit-problems.ts';

/** A planned bulk edit or table import. */
export type BulkPlan = {
  readonly planId: number;
  readonly connectionId: ConnectionId;
  /** The account whose files it was made over; null without a connection. */
  readonly accountRef: AccountRef | null;
  readonly title: string;
  /** Files or lines looked at. */
  readonly files: number;
  /** Files that change, or cannot be changed as asked. */
  readonly planned: readonly PlannedFile[];
  /** The first problems, by line, and how many there are. */
  readonly problems: readonly TableProblem[];
  readonly problemCount: number;
  readonly sizeBytes: number;
};

export type AppliedPlan = {
  readonly id: ChangeSetId;
  readonly files: number;
  /** Projects the edits onto the mirror, in slices. */
  readonly show: () => Promise<void>;
};

export type BulkPlanPorts = {
  readonly outbox: OutboxTable;
  readonly files: FilesTable;
  readonly queue: EditQueue;
  /** The account that a connection has now; null without one. */
  readonly accountRef: (connectionId: ConnectionId) => AccountRef | null;
  /** What was learnt of a service's limits. */
  readonly limits: (connectionId: ConnectionId) => ServiceLimits;
  readonly clock: Clock;
  /** Plans are numbered from the next one on; 0 by default. */
  readonly lastPlanId?: number;
  /** Of one plan, and of all that are kept; `LARGEST_PLAN_BYTES` by default. */
  readonly largestPlanBytes?: number;
};

/** Plans a person may still apply: the latest few. */
const KEPT_PLANS = 4;

/** Planned bulk edits and table imports, kept until they are applied or newer ones replace them. */
export class BulkPlans {
  readonly #ports: BulkPlanPorts;
  readonly #plans = new Map<number, BulkPlan>();
  readonly #largestBytes: number;
  #lastId: number;

  constructor(ports: BulkPlanPorts) {
    this.#ports = ports;
    this.#lastId = ports.lastPlanId ?? 0;
    this.#largestBytes = ports.largestPlanBytes ?? LARGEST_PLAN_BYTES;
  }

  get(planId: number): BulkPlan | null {
    return this.#plans.get(planId) ?? null;
  }

  async prepareBulk(
    connectionId: ConnectionId,
    keys: readonly FileKey[],
    operations: readonly BulkOperation[],
  ): Promise<Result<BulkPlan, PlanTooLarge>> {
    const estimated = tooLarge(keys.length, estimatedPlanBytes(operations, keys.length), this.#largestBytes);
    if (estimated !== null) return fail(estimated);
    const planned = this.planned(connectionId);
    const limitProblems = this.limitProblems(connectionId);
    for await (const slice of slicesOf(this.#ports.clock, [...keys.entries()])) {
      for (const [position, key] of slice) {
        const records = this.records({ ...key, connectionId });
        if (records === null) continue;
        const file = plannedFileOf(key, records.shown, bulkChanges(records.shown, operations, position));
        limitProblems.note(file, records);
        if (file.changes.length > 0) planned.add(file);
      }
      if (planned.tooLarge !== null) return fail(planned.tooLarge);
    }
    const changing = planned.all.map((file) => limitProblems.withProblem(file));
    const files = changing.filter(({ problem }) => problem === null).length;
    return ok(
      this.keep({
        ...{ connectionId, title: bulkTitle(operations, files), files: keys.length },
        ...{ planned: changing, problems: [], problemCount: 0 },
        ...{ sizeBytes: planned.sizeBytes, accountRef: planned.accountRef },
      }),
    );
  }

  /** The latest few plans stay, as far as they fit together. */
  keep(made: Omit<BulkPlan, 'planId'>): BulkPlan {
    const plan = { ...made, planId: ++this.#lastId };
    this.#plans.set(plan.planId, plan);
    let [kept, sizeBytes] = [0, 0];
    for (const one of [...this.#plans.values()].toReversed()) {
      kept += 1;
      sizeBytes += one.sizeBytes;
      if (kept > 1 && (kept > KEPT_PLANS || sizeBytes > this.#largestBytes)) this.#plans.delete(one.planId);
    }
    return plan;
  }

  /** @returns null when the mirror does not have the file */
  records(of: FileRef): FileRecords | null {
    const mirrored = this.#ports.files.get(of)?.record;
    if (mirrored === undefined) return null;
    return { mirrored, shown: projectedRecord(mirrored, unfinishedChanges(this.#ports.outbox, of)) };
  }

  /** Whether a change would put an earlier value back over one that is somebody else's. */
  isOutdated(of: FileRef, { mirrored }: FileRecords): (change: RequestedChange) => boolean {
    const { files, outbox } = this.#ports;
    const observed = files.observedValues(of);
    const kept = observed.length === 0 ? [] : keptChanges(outbox, of);
    const values = fieldValues(mirrored);
    return ({ field, mine }) => isReplacedByOthers(mine, observed, { field, current: values.get(field) ?? null, kept });
  }

  /** The files of a plan to make. */
  planned(connectionId: ConnectionId): PlannedFiles {
    return new PlannedFiles(this.#largestBytes, this.#ports.accountRef(connectionId));
  }

  limitProblems(connectionId: ConnectionId): LimitProblems {
    return new LimitProblems(this.#ports.limits(connectionId));
  }

  /**
   * Queues a plan as one change set, durable when this returns.
   *
   * @param remember notes the change set in the same transaction
   * @returns null when nothing in it can be queued: what was planned over the files of one account is not sent under another
   */
  apply(
    { planId, connectionId, accountRef: plannedFor, title, planned }: BulkPlan,
    accountRef: AccountRef,
    remember: (id: ChangeSetId) => void = () => undefined,
  ): AppliedPlan | null {
    const wanted = planned.filter(({ problem }) => problem === null);
    if (wanted.length === 0 || plannedFor === null || !isSameAccount(plannedFor, accountRef)) return null;
    const { outbox, queue } = this.#ports;
    const { id, show } = outbox.atomically(() => {
      const queued = queue.enqueueMany(connectionId, accountRef, title, wanted);
      remember(queued.id);
      return queued;
    });
    // Only now, so that the person can try again when the edits could not be stored, on a full disk for example.
    this.#plans.delete(planId);
    return { id, files: wanted.length, show };
  }
}

/** The files of a plan that is being made, and their size. */
class PlannedFiles {
  readonly all: PlannedFile[] = [];
  readonly #mostBytes: number;
  sizeBytes = 0;

  /** When the plan was begun. */
  readonly accountRef: AccountRef | null;

  constructor(mostBytes: number, accountRef: AccountRef | null) {
    this.#mostBytes = mostBytes;
    this.accountRef = accountRef;
  }

  add(file: PlannedFile): void {
    this.all.push(file);
    this.sizeBytes += plannedBytes([...file.changes, ...file.outdated]);
  }

  /** Null while the plan may go on. */
  get tooLarge(): PlanTooLarge | null {
    return tooLarge(this.all.length, this.sizeBytes, this.#mostBytes);
  }
}

export function plannedFileOf(
  key: FileKey,
  shown: FileRecord,
  changes: readonly RequestedChange[],
  outdated: readonly RequestedChange[] = [],
): PlannedFile {
  const found = problemOf(changes);
  const isOutdated = outdated.length > 0 && changes.length === 0;
  const problem = found === null ? null : ({ kind: 'text', ...found } as const);
  return { key, name: shown.name, changes, outdated, problem: isOutdated ? { kind: 'outdated' } : problem };
}

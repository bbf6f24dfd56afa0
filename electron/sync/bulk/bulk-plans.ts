import type { AccountRef } from '../../../src/domain/connections/connection.ts';
import type { ChangeSetId, ConnectionId, FileKey, FileRef } from '../../../src/domain/core/ids.ts';
import {
  bulkChanges,
  type BulkOperation,
  bulkTitle,
  type PlannedFile,
  type TableProblem,
} from '../../../src/domain/edits/bulk.ts';
import { projectedRecord, type RequestedChange } from '../../../src/domain/edits/edit.ts';
import { problemOf } from '../../../src/domain/edits/new-edit.ts';
import { metadataKey } from '../../../src/domain/files/field.ts';
import type { ServiceLimits } from '../../../src/domain/service/service-limits.ts';
import type { FileRecord } from '../../../src/domain/files/file.ts';
import type { FilesTable } from '../../database/mirror/mirror.ts';
import type { OutboxTable } from '../../database/outbox/outbox.ts';
import type { EditQueue } from '../outbox/edit-queue.ts';
import { unfinishedChanges } from '../outbox/project-edits.ts';
import type { Clock } from '../ports.ts';
import { slicesOf } from '../yielding.ts';
import { type FileRecords, LimitProblems } from './limit-problems.ts';
import { changesOfLine, fromCsv, fromJson, type TableLine } from './table-format.ts';

/** A planned bulk edit or table import. */
export type BulkPlan = {
  readonly planId: number;
  readonly connectionId: ConnectionId;
  readonly title: string;
  /** Files or lines looked at. */
  readonly files: number;
  /** Files that change, or cannot be changed as asked. */
  readonly planned: readonly PlannedFile[];
  readonly problems: readonly TableProblem[];
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
  /** What was learnt of a service's limits. */
  readonly limits: (connectionId: ConnectionId) => ServiceLimits;
  readonly clock: Clock;
};

/** Plans a person may still apply: the latest few. */
const KEPT_PLANS = 4;

/** Planned bulk edits and table imports, kept until they are applied or newer ones replace them. */
export class BulkPlans {
  readonly #ports: BulkPlanPorts;
  readonly #plans = new Map<number, BulkPlan>();
  #lastId = 0;

  constructor(ports: BulkPlanPorts) {
    this.#ports = ports;
  }

  get(planId: number): BulkPlan | null {
    return this.#plans.get(planId) ?? null;
  }

  async prepareBulk(
    connectionId: ConnectionId,
    keys: readonly FileKey[],
    operations: readonly BulkOperation[],
  ): Promise<BulkPlan> {
    const planned: PlannedFile[] = [];
    const limitProblems = this.limitProblems(connectionId);
    for await (const slice of slicesOf(this.#ports.clock, [...keys.entries()])) {
      for (const [position, key] of slice) {
        const records = this.records({ ...key, connectionId });
        if (records === null) continue;
        const file = plannedFileOf(key, records.shown, bulkChanges(records.shown, operations, position));
        limitProblems.note(file, records);
        if (file.changes.length > 0) planned.push(file);
      }
    }
    const changing = planned.map((file) => limitProblems.settled(file));
    const files = changing.filter(({ problem }) => problem === null).length;
    return this.keep({
      connectionId,
      title: bulkTitle(operations, files),
      files: keys.length,
      planned: changing,
      problems: [],
    });
  }

  keep(made: Omit<BulkPlan, 'planId'>): BulkPlan {
    const plan = { ...made, planId: ++this.#lastId };
    this.#plans.set(plan.planId, plan);
    for (const id of [...this.#plans.keys()].slice(0, -KEPT_PLANS)) this.#plans.delete(id);
    return plan;
  }

  /** @returns null when the mirror does not have the file */
  records(of: FileRef): FileRecords | null {
    const mirrored = this.#ports.files.get(of)?.record;
    if (mirrored === undefined) return null;
    return { mirrored, shown: projectedRecord(mirrored, unfinishedChanges(this.#ports.outbox, of)) };
  }

  limitProblems(connectionId: ConnectionId): LimitProblems {
    return new LimitProblems(this.#ports.limits(connectionId));
  }

  /** Queues a plan as one change set, durable when this returns. @returns null when nothing in it can be queued */
  apply({ planId, connectionId, title, planned }: BulkPlan, accountRef: AccountRef): AppliedPlan | null {
    const wanted = planned.filter(({ problem }) => problem === null);
    if (wanted.length === 0) return null;
    const { id, show } = this.#ports.queue.enqueueMany(connectionId, accountRef, title, wanted);
    // Only now, so that the person can try again when the edits could not be stored, on a full disk for example.
    this.#plans.delete(planId);
    return { id, files: wanted.length, show };
  }
}

export function plannedFileOf(key: FileKey, shown: FileRecord, changes: readonly RequestedChange[]): PlannedFile {
  const found = problemOf(changes);
  const message = found === null ? null : `${metadataKey(found.field) ?? 'name'}: ${PROBLEM_MESSAGES[found.problem]}`;
  return { key, name: shown.name, changes, problem: message };
}

const PROBLEM_MESSAGES = {
  empty: 'cannot be empty',
  loneSurrogate: 'holds half a character',
  controlCharacter: 'holds a control character',
  tooLong: 'is too long',
};

const LINES_AT_ONCE = 200;

/**
 * Plans the changes of an edited table. Lines that cannot be used become problems and change nothing.
 *
 * @throws TableError when the text is no such table
 */
export async function planTable(
  plans: BulkPlans,
  clock: Clock,
  connectionId: ConnectionId,
  table: { readonly format: 'csv' | 'json'; readonly text: string },
): Promise<BulkPlan> {
  const lines = table.format === 'csv' ? fromCsv(table.text) : fromJson(table.text);
  const planned: PlannedFile[] = [];
  const problems: TableProblem[] = [];
  const seen = new Set<string>();
  const limitProblems = plans.limitProblems(connectionId);
  // Parsing the whole text was a long piece of work of its own.
  await clock.yieldToEventLoop();
  for await (const slice of slicesOf(clock, lines, LINES_AT_ONCE)) {
    for (const line of slice) {
      const read = planLine(plans, limitProblems, { connectionId, line, seen });
      if (typeof read === 'string') problems.push({ line: line.line, text: line.text, reason: read });
      else if (read.changes.length > 0) planned.push(read);
    }
  }
  const settled = planned.map((file) => limitProblems.settled(file));
  const files = settled.filter(({ problem }) => problem === null).length;
  const title = `Import a table for ${files === 1 ? '1 file' : `${files} files`}`;
  return plans.keep({ connectionId, title, files: lines.length, planned: settled, problems });
}

/** @returns a message when the line cannot be used */
function planLine(
  plans: BulkPlans,
  limitProblems: LimitProblems,
  { connectionId, line, seen }: { connectionId: ConnectionId; line: TableLine; seen: Set<string> },
): PlannedFile | string {
  const { key, surplus } = line;
  if (key === null) return 'There is no file id in this line.';
  if (surplus > 0) return 'This line has more cells than the table has columns.';
  const text = `${key.network}/${key.id}`;
  if (seen.has(text)) return 'This file is in the table twice; the first line counts.';
  seen.add(text);
  const records = plans.records({ ...key, connectionId });
  if (records === null) return 'This file is not in the copy.';
  const file = plannedFileOf(key, records.shown, changesOfLine(records.shown, line));
  limitProblems.note(file, records);
  return file;
}

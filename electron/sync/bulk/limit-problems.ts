import type { PlannedFile } from '../../../src/domain/edits/bulk.ts';
import { withFields } from '../../../src/domain/files/field.ts';
import { type FileRecord, recordSize } from '../../../src/domain/files/file.ts';
import {
  afterHeld,
  limitInTheWay,
  type RecordSize,
  type ServiceLimits,
} from '../../../src/domain/service/service-limits.ts';

/** One file: the record on the service, and the projected one. */
export type FileRecords = { readonly mirrored: FileRecord; readonly shown: FileRecord };

/** What was learnt of a service's limits, held against a plan. A record of the plan's own files may disprove a limit. */
export class LimitProblems {
  #limits: ServiceLimits;
  readonly #sizes = new Map<PlannedFile, { readonly before: RecordSize; readonly after: RecordSize }>();

  constructor(limits: ServiceLimits) {
    this.#limits = limits;
  }

  note(planned: PlannedFile, { mirrored, shown }: FileRecords): void {
    const before = recordSize(mirrored);
    this.#limits = afterHeld(this.#limits, before);
    if (planned.changes.length === 0 || planned.problem !== null) return;
    const after = withFields(
      shown,
      planned.changes.map(({ field, mine }) => [field, mine]),
    );
    this.#sizes.set(planned, { before, after: recordSize(after) });
  }

  /** The file, with a problem where the service is known to refuse what it would become. */
  withProblem(planned: PlannedFile): PlannedFile {
    const sizes = this.#sizes.get(planned);
    const limit = sizes === undefined ? null : limitInTheWay(this.#limits, sizes.before, sizes.after);
    return limit === null ? planned : { ...planned, problem: { kind: 'limit', limit } };
  }
}

import type { AttemptEnd, NewAttempt, StoredAttempt } from '../../electron/database/outbox/outbox.ts';
import type { EditId, FileRef } from '../../src/domain/core/ids.ts';
import { IN_FLIGHT_WINDOW_MS } from '../../src/domain/edits/late-landings.ts';
import { ByFile } from './by-file.ts';
import type { Journal } from './journal.ts';

const fresh = {
  endedAtMs: null,
  outcome: null,
  isResolved: false,
  wasNotApplied: false,
  wasAnswered: false,
  requestId: null,
};

/** The attempts of a queue in memory, by file and oldest first. Lists are replaced and never changed. */
export class MemoryAttempts {
  readonly #journal: Journal;
  readonly #byFile: ByFile<readonly StoredAttempt[]>;
  readonly #fileOf = new Map<string, FileRef>();

  constructor(journal: Journal) {
    this.#journal = journal;
    this.#byFile = new ByFile(journal);
  }

  #of(file: FileRef): readonly StoredAttempt[] {
    return this.#byFile.get(file) ?? [];
  }

  all(): readonly StoredAttempt[] {
    return this.#byFile.all().flat();
  }

  /** Takes attempts as they were at some time. */
  take(attempts: readonly StoredAttempt[]): void {
    for (const one of attempts) {
      this.#fileOf.set(one.attemptId, one);
      this.#byFile.set(one, [...this.#of(one), one]);
    }
  }

  begin(attempt: NewAttempt, lastEditSeq: number): void {
    const known = this.#of(attempt);
    if (known.some(({ endedAtMs }) => endedAtMs === null)) throw new Error(`Two attempts at once for ${attempt.id}`);
    if (this.#fileOf.has(attempt.attemptId)) throw new Error('There is such an attempt');
    this.#journal.set(this.#fileOf, attempt.attemptId, attempt);
    this.#byFile.set(attempt, [...known, { ...attempt, ...fresh, lastEditSeq }]);
  }

  end(attemptId: string, { answeredRaw, ...end }: AttemptEnd): void {
    const file = this.#fileOf.get(attemptId);
    if (file === undefined) throw new Error(`No attempt ${attemptId}`);
    const wasAnswered = answeredRaw !== null;
    const wasNotApplied = end.isResolved && !wasAnswered;
    const change = (one: StoredAttempt): StoredAttempt => {
      const isLong = !end.isResolved && end.endedAtMs - one.startedAtMs > IN_FLIGHT_WINDOW_MS;
      const startedAtMs = isLong ? end.endedAtMs : one.startedAtMs;
      return { ...one, ...end, startedAtMs, wasNotApplied, wasAnswered };
    };
    this.#change(file, (one) => one.attemptId === attemptId, change);
  }

  resolve(of: FileRef): void {
    const isUnresolved = (one: StoredAttempt): boolean => !one.isResolved;
    this.#change(of, isUnresolved, (one) => ({ ...one, isResolved: true }));
  }

  /** @returns those that were abandoned */
  endAbandoned(nowMs: number): readonly StoredAttempt[] {
    const end = { endedAtMs: nowMs, outcome: 'The app ended before an answer came.', isResolved: false };
    const isInFlight = (one: StoredAttempt): boolean => one.endedAtMs === null;
    const abandoned = this.all().filter(isInFlight);
    for (const one of abandoned) this.#change(one, isInFlight, (each) => ({ ...each, ...end }));
    return abandoned;
  }

  cap(nowMs: number): void {
    const isAhead = (one: StoredAttempt): boolean => !one.isResolved && one.startedAtMs > nowMs;
    for (const [file] of this.#byFile.all())
      if (file !== undefined) this.#change(file, isAhead, (one) => ({ ...one, startedAtMs: nowMs }));
  }

  #change(
    file: FileRef,
    concerns: (one: StoredAttempt) => boolean,
    change: (one: StoredAttempt) => StoredAttempt,
  ): void {
    const known = this.#of(file);
    if (!known.some(concerns)) return;
    const changed = known.map((one) => (concerns(one) ? change(one) : one));
    this.#byFile.set(file, changed);
  }

  unresolved(of: FileRef): StoredAttempt | null {
    return this.#of(of).findLast((one) => !one.isResolved) ?? null;
  }

  /** @returns the newest first */
  since(of: FileRef, sinceMs: number): readonly StoredAttempt[] {
    const known = this.#of(of);
    const found: StoredAttempt[] = [];
    for (let at = known.length - 1; at >= 0; at--) {
      const one = known[at];
      if (one !== undefined && one.startedAtMs >= sinceMs) found.push(one);
    }
    return found;
  }

  /** @returns the newest first */
  ofEdit(id: EditId): readonly StoredAttempt[] {
    return this.#byFile
      .all()
      .flat()
      .filter((one) => one.editIds.includes(id))
      .toReversed();
  }
}

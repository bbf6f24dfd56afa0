import type { AccountRef, Connection } from '../../../src/domain/connections/connection.ts';
import type { ChangeSetId, EditId } from '../../../src/domain/core/ids.ts';
import type { ChangeUpdate } from '../../../src/domain/edits/change-update.ts';
import { filesToDecide } from '../../../src/domain/edits/edit.ts';
import {
  filesDone,
  isBesideOthers,
  isNoticed,
  MOST_FILES_ON_A_RUNNING_TAPE,
  noTicks,
  outcomeOf,
  type Replay,
  type ReplayOutcome,
} from '../../../src/domain/edits/replay.ts';
import { shortTape } from '../../../src/domain/edits/tape.ts';
import type { Field } from '../../../src/domain/files/field.ts';
import type { FilesTable } from '../../database/mirror/mirror.ts';
import type { EditedFile, OutboxTable } from '../../database/outbox/outbox.ts';
import type { Clock, ReplayFollower } from '../ports.ts';
import { OutcomeTally } from './outcome-tally.ts';

type ReplayLogPorts = {
  readonly outbox: OutboxTable;
  readonly files: Pick<FilesTable, 'observedValues'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly connection: () => Pick<Connection, 'id'>;
  readonly accountRef: () => AccountRef;
};

/** A replay goes on while one of its files is to be tried again within this time: an unknown outcome takes a minute. */
const WORTH_WAITING_MS = 90_000;
/** Files that the log has heard of and not looked at yet. */
const MOST_TOUCHED = 100;
/** More reasons than this are not told apart: a service may put the file's name into each of its refusals. */
const MOST_REASONS = 20;
/** More files than this that wait for a later try are told as so many. */
const MOST_LEFT = 10_000;

/** Ticks of a replay, which go to the page with every status. */
const MOST_TICKS = 2_000;

/** What sync has written about one edit since the log looked at it. */
type Touched = { readonly settled: Set<Field>; hasGivenWay: boolean };

/** What the log follows of one replay. */
type Followed = {
  readonly startedAtMs: number;
  /** The time of the rounds before this one. */
  activeMs: number;
  /** The end of the latest work; null during the first. */
  restsSinceMs: number | null;
  readonly tally: OutcomeTally;
  readonly sets: Map<ReplayOutcome, ChangeSetId>;
  readonly reasons: Set<string>;
  /** False once a refused file was mended: its reason may be nobody's now. */
  areReasonsKnown: boolean;
};

/**
 * Counts what becomes of the files of one connection while they are sent, in this run of the program. The outbox says how
 * a file stands; the log only knows which files to ask about, so it can be late and never wrong.
 */
export class ReplayLog implements ReplayFollower {
  readonly #ports: ReplayLogPorts;
  readonly #touched = new Map<EditId, Touched>();
  #current: Followed | null = null;
  #ended: Replay | null = null;
  /** null between two rounds. A replay may begin in the midst of one, with files that were edited meanwhile. */
  #roundSinceMs: number | null = null;

  constructor(ports: ReplayLogPorts) {
    this.#ports = ports;
  }

  get current(): Omit<Replay, 'waiting'> | null {
    this.#judge();
    return this.#current === null ? null : this.#told(this.#current);
  }

  get ended(): Replay | null {
    return this.#ended;
  }

  touched(updates: readonly ChangeUpdate[]): void {
    for (const { editId, field, status } of updates) {
      if (status === undefined || status === 'queued' || status === 'held') continue;
      const touched = this.#touched.get(editId) ?? { settled: new Set(), hasGivenWay: false };
      if (status === 'settled') touched.settled.add(field);
      if (status === 'discarded') touched.hasGivenWay = true;
      this.#touched.set(editId, touched);
    }
    if (this.#touched.size > MOST_TOUCHED) this.#judge();
  }

  workBegins(isPush: boolean): void {
    this.#judge();
    if (this.#current !== null && this.#isForgotten(this.#current)) this.#current = null;
    if (!isPush) return;
    this.#roundSinceMs = this.#ports.clock.nowMs();
    if (this.#isAnyDue(this.#roundSinceMs)) this.#current ??= this.#begun();
  }

  /** Ends the replay once nothing of it is to be sent soon, whoever found that out: a push, or the pull after a failed one. */
  workEnds(): void {
    this.#judge();
    const current = this.#current;
    const nowMs = this.#ports.clock.nowMs();
    if (current !== null) current.activeMs = this.#activeMsAt(current, nowMs);
    this.#roundSinceMs = null;
    if (current === null) return;
    current.restsSinceMs = nowMs;
    // A file whose turn is overdue is still queued, and due.
    if (this.#isAnyDue(nowMs + WORTH_WAITING_MS)) return;
    this.#current = null;
    this.#forgetMended(current);
    const told = { ...this.#told(current), ticks: ticksOf(current), endedAtMs: nowMs, waiting: 0 };
    if (isNoticed(told)) this.#ended = { ...told, waiting: this.#left(Number.MAX_SAFE_INTEGER, MOST_LEFT) };
  }

  /** How each file stands that sync wrote about since the last look. */
  #judge(): void {
    const touched = [...this.#touched];
    this.#touched.clear();
    for (const [editId, what] of touched) {
      const file = this.#ports.outbox.editedFile(editId);
      if (file !== null) this.#count((this.#current ??= this.#begun()), file, what);
    }
  }

  #count(current: Followed, file: EditedFile, { settled, hasGivenWay }: Touched): void {
    const before = current.tally.get(file.number);
    const now = {
      isSettled: before.isSettled || settled.size > 0,
      isCombined: before.isCombined || (settled.size > 0 && this.#isCombined(file, settled)),
      hasGivenWay: before.hasGivenWay || hasGivenWay,
    };
    const outcome = outcomeOf({ ...now, state: file.state });
    current.tally.set(file.number, { ...now, outcome });
    if (outcome !== null) current.sets.set(outcome, file.changeSetId);
    if (before.outcome === 'refused' && outcome !== 'refused') current.areReasonsKnown = false;
    if (outcome === 'refused' && file.refusal !== null && current.reasons.size <= MOST_REASONS)
      current.reasons.add(file.refusal);
  }

  #isCombined({ of, editedAtMs }: EditedFile, ours: ReadonlySet<Field>): boolean {
    return isBesideOthers(this.#ports.files.observedValues(of), editedAtMs, ours);
  }

  /** What a person decided meanwhile is no longer theirs to decide: asked once, at the end, and of open files alone. */
  #forgetMended(current: Followed): void {
    const { tally } = current;
    if (filesToDecide(tally.counts) === 0) return;
    const { outbox, connection, accountRef } = this.#ports;
    const open = new Set(outbox.numbersToDecide(connection().id, accountRef()));
    for (const number of tally.numbers()) {
      const file = tally.get(number);
      if (file.outcome === null || !toDecide.has(file.outcome) || open.has(number)) continue;
      if (file.outcome === 'refused') current.areReasonsKnown = false;
      tally.set(number, { ...file, outcome: outcomeOf({ ...file, state: 'onServer' }) });
    }
  }

  /** Whether everything that waits was made after a replay that was interrupted: what it left was taken back. */
  #isForgotten({ restsSinceMs }: Followed): boolean {
    const { outbox, connection, accountRef } = this.#ports;
    const [oldest] = outbox.sendableFiles(connection().id, accountRef(), Number.MAX_SAFE_INTEGER, 1);
    if (restsSinceMs === null || oldest === undefined) return false;
    const edits = outbox.openEdits({ ...oldest, connectionId: connection().id });
    return edits.every(({ createdAtMs }) => createdAtMs > restsSinceMs);
  }

  #isAnyDue(byMs: number): boolean {
    return this.#left(byMs, 1) > 0;
  }

  #left(dueByMs: number, atMost: number): number {
    const { outbox, connection, accountRef } = this.#ports;
    return outbox.sendableFiles(connection().id, accountRef(), dueByMs, atMost).length;
  }

  #begun(): Followed {
    return {
      ...{ startedAtMs: this.#roundSinceMs ?? this.#ports.clock.nowMs(), activeMs: 0, restsSinceMs: null },
      ...{ tally: new OutcomeTally(), sets: new Map(), reasons: new Set(), areReasonsKnown: true },
    };
  }

  /** A clock that is set back in a round hides how long the round took. */
  #activeMsAt({ activeMs }: Followed, nowMs: number): number {
    return activeMs + Math.max(0, nowMs - (this.#roundSinceMs ?? nowMs));
  }

  #told(followed: Followed): Omit<Replay, 'waiting'> {
    const { startedAtMs, tally, sets, reasons, areReasonsKnown } = followed;
    const nowMs = this.#ports.clock.nowMs();
    const ticks = filesDone(tally) > MOST_FILES_ON_A_RUNNING_TAPE ? noTicks : ticksOf(followed);
    return {
      ...{ startedAtMs, endedAtMs: null, activeMs: this.#activeMsAt(followed, nowMs) },
      ...{ counts: tally.counts, sets: Object.fromEntries(sets), ticks },
      reasons: areReasonsKnown && reasons.size <= MOST_REASONS ? reasons.size : null,
    };
  }
}

const ticksOf = ({ tally }: Followed): Replay['ticks'] => shortTape(tally.tape(), MOST_TICKS);

const toDecide: ReadonlySet<string> = new Set(['needsYou', 'refused', 'gone']);

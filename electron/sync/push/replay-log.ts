import type { FileRef } from '../../../src/domain/core/ids.ts';
import {
  type BeforeTurn,
  isNoticed,
  outcomeOfTurn,
  type Replay,
  type ReplayOutcome,
} from '../../../src/domain/edits/replay.ts';
import type { SyncPorts } from '../ports.ts';
import { editsForAccount } from '../outbox/project-edits.ts';

type ReplayPorts = Pick<SyncPorts, 'outbox' | 'files' | 'accountRef'>;

/** A replay that nothing was added to for longer is over: what comes later is another one. */
const OVER_AFTER_MS = 10 * 60_000;

/** What the log follows of one replay. */
type Followed = {
  readonly startedAtMs: number;
  endedAtMs: number | null;
  /** The time of the rounds before this one. */
  activeMs: number;
  /** null between two rounds. */
  roundSinceMs: number | null;
  lastAtMs: number;
  /** The latest outcome of each file: a file that is edited meanwhile is sent once more and counted once. */
  readonly outcomes: Map<string, ReplayOutcome>;
  readonly counts: Record<ReplayOutcome, number>;
  readonly reasons: Set<string>;
};

/** A replay without the files that still wait, which the outbox counts. */
export type LoggedReplay = Omit<Replay, 'waiting'>;

/** Counts what becomes of the files of one connection while they are sent, in this run of the program. */
export class ReplayLog {
  readonly #nowMs: () => number;
  #current: Followed | null = null;
  #ended: LoggedReplay | null = null;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** The replay under way, or one that a pause or a failure interrupted. */
  get current(): LoggedReplay | null {
    return this.#current === null ? null : this.#told(this.#current);
  }

  /** The last replay of many files that came to its end. */
  get ended(): LoggedReplay | null {
    return this.#ended;
  }

  /** What a file has now, for `turnEnded`. */
  turnBegins(ports: ReplayPorts, of: FileRef): BeforeTurn {
    const nowMs = this.#nowMs();
    if (this.#current === null || nowMs - this.#current.lastAtMs > OVER_AFTER_MS) this.#current = begun(nowMs);
    this.#current.roundSinceMs ??= nowMs;
    const queued = editsForAccount(ports, of).changes.filter(({ status }) => status === 'queued');
    return { queued, record: ports.files.get(of)?.record ?? null };
  }

  turnEnded(ports: ReplayPorts, of: FileRef, before: BeforeTurn): void {
    const current = this.#current;
    const edits = ports.outbox.keptEdits(of);
    const outcome = outcomeOfTurn(before, edits, ports.files.get(of)?.record ?? null);
    if (current === null || outcome === null) return;
    const name = `${of.network}/${of.id}`;
    const earlier = current.outcomes.get(name);
    if (earlier !== undefined) current.counts[earlier] -= 1;
    current.outcomes.set(name, outcome);
    current.counts[outcome] += 1;
    current.lastAtMs = this.#nowMs();
    if (outcome !== 'refused') return;
    for (const { refusal } of edits) if (refusal !== null) current.reasons.add(refusal.message);
  }

  /** @param isDrained false when a pause, the network or a failure ended the round: the replay then goes on later */
  roundEnded(isDrained: boolean): void {
    const current = this.#current;
    if (current === null) return;
    const nowMs = this.#nowMs();
    current.activeMs += nowMs - (current.roundSinceMs ?? nowMs);
    current.roundSinceMs = null;
    if (!isDrained) return;
    current.endedAtMs = nowMs;
    this.#current = null;
    const told = this.#told(current);
    if (isNoticed({ ...told, waiting: 0 })) this.#ended = told;
  }

  #told({ startedAtMs, endedAtMs, activeMs, roundSinceMs, counts, reasons }: Followed): LoggedReplay {
    const nowMs = this.#nowMs();
    const sinceMs = roundSinceMs ?? nowMs;
    return {
      ...{ startedAtMs, endedAtMs, activeMs: activeMs + nowMs - sinceMs },
      ...{ counts: { ...counts }, reasons: reasons.size },
    };
  }
}

const begun = (nowMs: number): Followed => ({
  ...{ startedAtMs: nowMs, endedAtMs: null, activeMs: 0, roundSinceMs: nowMs, lastAtMs: nowMs },
  outcomes: new Map(),
  counts: { onServer: 0, combined: 0, needsYou: 0, refused: 0, gone: 0 },
  reasons: new Set(),
});

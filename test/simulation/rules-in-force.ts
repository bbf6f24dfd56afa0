import type { ConflictRule } from '../../src/domain/connections/connection.ts';
import type { ChangeUpdate } from '../../src/domain/edits/change-update.ts';

/** A rule is read some turns of the event loop before what it decided is stored. */
const DECIDING_MS = 1_000;

/** The conflict rules of one workstation, in the order in which its person chose them. */
export class RulesInForce {
  readonly #chosen: { readonly atMs: number; readonly rule: ConflictRule }[];

  constructor(first: ConflictRule) {
    this.#chosen = [{ atMs: -Infinity, rule: first }];
  }

  readonly #discards = new Map<string, number>();

  choose(rule: ConflictRule, atMs: number): void {
    this.#chosen.push({ atMs, rule });
  }

  noteDiscards(updates: readonly ChangeUpdate[], atMs: number): void {
    for (const one of updates) if (one.status === 'discarded') this.#discards.set(textOf(one), atMs);
  }

  /** Whether "theirs wins" was in force when a change was discarded. */
  gaveWay(change: Pick<ChangeUpdate, 'editId' | 'field'>): boolean {
    const atMs = this.#discards.get(textOf(change));
    return atMs !== undefined && this.had('serverWins', atMs - DECIDING_MS, atMs);
  }

  /** Whether "mine wins" may have decided about an update. */
  mayHaveOverruled({ readAtMs, sentAtMs }: { readonly readAtMs: number; readonly sentAtMs: number }): boolean {
    return this.had('mineWins', readAtMs, sentAtMs);
  }

  /** Whether a rule was in force at any moment of a span; of the whole story by default. */
  had(rule: ConflictRule, fromMs = -Infinity, toMs = Infinity): boolean {
    return this.#chosen.some((one, place) => {
      const untilMs = this.#chosen[place + 1]?.atMs ?? Infinity;
      return one.rule === rule && one.atMs <= toMs && untilMs >= fromMs;
    });
  }
}

const textOf = ({ editId, field }: Pick<ChangeUpdate, 'editId' | 'field'>): string => `${editId} ${field}`;

import type { ConflictRule } from '../../src/domain/connections/connection.ts';

/** The conflict rules of one workstation, in the order in which its person chose them. */
export class RulesInForce {
  readonly #chosen: { readonly atMs: number; readonly rule: ConflictRule }[];

  constructor(first: ConflictRule) {
    this.#chosen = [{ atMs: -Infinity, rule: first }];
  }

  choose(rule: ConflictRule, atMs: number): void {
    this.#chosen.push({ atMs, rule });
  }

  /** Whether a rule was in force at any moment of a span; of the whole story by default. */
  had(rule: ConflictRule, fromMs = -Infinity, toMs = Infinity): boolean {
    return this.#chosen.some((one, place) => {
      const untilMs = this.#chosen[place + 1]?.atMs ?? Infinity;
      return one.rule === rule && one.atMs <= toMs && untilMs >= fromMs;
    });
  }
}

import type { Held, Saved } from './held-edits.ts';

/** What was broken of the promise, in words: one entry for each edit. */
export type Verdict = {
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly reordered: readonly string[];
};

export const numberIn = (value: string): number => Number(/(\d+)$/.exec(value)?.[1] ?? Number.NaN);

/**
 * Compares what was called saved with what the queue holds. The values of a file count up as they are asked for, so the
 * numbers at their ends tell the order.
 */
export function verdict(acked: readonly Saved[], held: readonly Held[]): Verdict {
  const present = new Set(held.flatMap((one) => [textOf(one), textOf({ ...one, set: null })]));
  const lost = acked.filter((one) => !present.has(textOf(one))).map((one) => `${one.file} ${one.value}`);
  const doubled: string[] = [];
  const reordered: string[] = [];
  const seen = new Set<string>();
  const latest = new Map<string, number>();
  for (const { seq, file, value } of held.toSorted((a, b) => a.seq - b.seq)) {
    const at = numberIn(value);
    if (seen.has(`${file} ${value}`)) doubled.push(`${file} ${value}`);
    else if (at < (latest.get(file) ?? 0)) reordered.push(`${file} ${value} at ${seq}`);
    seen.add(`${file} ${value}`);
    latest.set(file, Math.max(at, latest.get(file) ?? 0));
  }
  return { lost, doubled, reordered };
}

const textOf = ({ set, file, value }: Saved): string => `${set} ${file} ${value}`;

/** Counts over many runs, with a few examples in words. */
export class Tally {
  lost = 0;
  doubled = 0;
  reordered = 0;
  /** Anything else that must not be: a warning for nothing, a profile that does not open. */
  other = 0;
  readonly examples: string[] = [];
  readonly #known = new Set<string>();

  /** @param profile what was found broken in it before is not counted again */
  add(found: Verdict, profile: string, where: string): void {
    for (const kind of ['lost', 'doubled', 'reordered'] as const) {
      for (const edit of found[kind].map(shortened)) {
        const text = `${profile} ${kind} ${edit}`;
        if (this.#known.has(text)) continue;
        this.#known.add(text);
        this[kind] += 1;
        this.#note(`${where}: ${kind} ${edit}`);
      }
    }
  }

  fault(sentence: string): void {
    this.other += 1;
    this.#note(sentence);
  }

  #note(sentence: string): void {
    if (this.examples.length < 8) this.examples.push(sentence);
  }

  /** Edits about which the promise was broken. */
  get broken(): number {
    return this.lost + this.doubled + this.reordered;
  }

  get violations(): number {
    return this.broken + this.other;
  }
}

/** Values are made long by letters in front of their numbers. */
const shortened = (edit: string): string => edit.replace(/x{2,}/, 'x…');

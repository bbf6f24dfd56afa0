import fc from 'fast-check';

/** A place where something hostile comes in, the inputs for it, and how to tell that it was answered as it should. */
export type FuzzTarget<Input> = {
  readonly name: string;
  readonly inputs: fc.Arbitrary<Input>;
  /** @returns what went wrong; null for nothing. An exception went wrong, too */
  readonly judge: (input: Input) => Promise<string | null>;
  /** How long one input may take: a second unless given, after which a person believes that the program hangs. */
  readonly longestMs?: number;
};

export type FuzzRun = {
  readonly name: string;
  readonly inputs: number;
  readonly slowestMs: number;
  /** How long one input may take. */
  readonly longestMs: number;
  /** The smallest input found that goes wrong, and how; null when none did. */
  readonly crash: { readonly input: string; readonly what: string } | null;
};

/** Feeds a target with inputs of a seed until one goes wrong, which is then made smaller. */
export async function fuzz<Input>(
  { name, inputs, judge, longestMs = 1_000 }: FuzzTarget<Input>,
  { seed, count }: { readonly seed: number; readonly count: number },
): Promise<FuzzRun> {
  let slowestMs = 0;
  const property = fc.asyncProperty(inputs, async (input) => {
    const startedAt = performance.now();
    const wrong = await judge(input);
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    if (wrong !== null) throw new Error(wrong);
  });
  const run = await fc.check(property, { seed, numRuns: count });
  const crash = run.failed ? { input: fc.stringify(run.counterexample), what: String(run.errorInstance) } : null;
  return { name, inputs: run.numRuns, slowestMs, longestMs, crash };
}

const isSlow = ({ slowestMs, longestMs }: FuzzRun): boolean => slowestMs > longestMs;

export const isAsItShould = (run: FuzzRun): boolean => run.crash === null && !isSlow(run);

/** What a run found, for a person. */
export function lineOf(run: FuzzRun): string {
  const { name, inputs, slowestMs, longestMs, crash } = run;
  const time = isSlow(run)
    ? `TOO SLOW: ${slowestMs.toFixed(0)} ms for one, ${longestMs} allowed`
    : `slowest ${slowestMs.toFixed(0)} ms`;
  const sum = `${name}: ${inputs} inputs, ${time}`;
  if (crash !== null) return `${sum}\n  ${crash.what}\n  smallest input: ${crash.input}`;
  return isSlow(run) ? sum : `${sum}, nothing found`;
}

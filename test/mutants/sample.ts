import { hash } from 'node:crypto';
import { CheckStatus, type CheckResult } from '@stryker-mutator/api/check';
import type { Mutant, StrykerOptions } from '@stryker-mutator/api/core';
import { commonTokens, declareClassPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin';
import { z } from 'zod';

/** A random part of all mutants, from 0 to 1. A seed always takes the same of the same sources. */
export type Sample = { readonly part: number; readonly seed: number };

const sampled = z.object({ sample: z.object({ part: z.number(), seed: z.number() }) });

/** Each mutant has the same chance, whatever file it stands in. */
export const isSampled = (mutantId: string, { part, seed }: Sample): boolean =>
  Number.parseInt(hash('sha256', `${seed}/${mutantId}`, 'hex').slice(0, 8), 16) / 2 ** 32 < part;

/**
 * Keeps Stryker from running mutants outside the sample. Stryker knows no samples: it counts what a checker turns down as
 * code that does not compile, and runs no test for it.
 */
class SampleChecker {
  static inject = tokens(commonTokens.options);
  readonly #sample: Sample;

  constructor(options: StrykerOptions) {
    this.#sample = sampled.parse(options).sample;
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  check(mutants: readonly Mutant[]): Promise<Record<string, CheckResult>> {
    const resultOf = ({ id }: Mutant): CheckResult =>
      isSampled(id, this.#sample)
        ? { status: CheckStatus.Passed }
        : { status: CheckStatus.CompileError, reason: 'outside the sample' };
    return Promise.resolve(Object.fromEntries(mutants.map((mutant) => [mutant.id, resultOf(mutant)])));
  }

  /** All at once: nothing is compiled. */
  group(mutants: readonly Mutant[]): Promise<string[][]> {
    return Promise.resolve([mutants.map(({ id }) => id)]);
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, 'sample', SampleChecker)];

export const strykerValidationSchema = { properties: { sample: { type: 'object' } } };

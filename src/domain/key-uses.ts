import { z } from 'zod';
import type { ApiKey } from './api-key.ts';

/** A count of uses that every check from one to another found the same, under one limit. */
export const usesRun = z
  .object({
    fromMs: z.number(),
    toMs: z.number(),
    uses: z.number(),
    /** As counted by `useLimit`: null when the key was unlimited. */
    limit: z.number().nullable(),
  })
  .readonly();
export type UsesRun = z.infer<typeof usesRun>;

/** The runs since the count last fell: somebody reset it, and what was before says nothing about what comes. */
export function sinceReset(runs: readonly UsesRun[]): readonly UsesRun[] {
  const reset = runs.findLastIndex((run, place) => run.uses < (runs[place - 1]?.uses ?? 0));
  return reset < 0 ? runs : runs.slice(reset);
}

/**
 * Since when a key is known not to have been used: since its count was first seen as it is, or, when it was never used,
 * since it was made. Nothing is guessed of the time before Pinfold first saw the key.
 *
 * @param countSinceMs when the present count was first seen; null when it never was
 * @param hasFallen whether a higher count was ever seen
 * @returns null when nothing is known
 */
export function idleSinceMs(
  key: Pick<ApiKey, 'uses' | 'createdAt'>,
  countSinceMs: number | null,
  hasFallen: boolean,
): number | null {
  if (key.uses === null) return null;
  const createdMs = key.createdAt === null ? Number.NaN : Date.parse(key.createdAt);
  return key.uses === 0 && !hasFallen && !Number.isNaN(createdMs) ? createdMs : countSinceMs;
}

import { z } from 'zod';
import { isLimited, type ApiKey } from './api-key.ts';

/** A count of uses that every check from one to another found the same, under one limit. */
export const usageRun = z
  .object({
    fromMs: z.number(),
    toMs: z.number(),
    uses: z.number(),
    /** As counted by `useLimit`: null when the key was unlimited. */
    limit: z.number().nullable(),
  })
  .readonly();
export type UsageRun = z.infer<typeof usageRun>;

/** The runs since the count last fell: somebody reset it, and what was before says nothing about what comes. */
export function sinceReset(runs: readonly UsageRun[]): readonly UsageRun[] {
  const reset = runs.findLastIndex((run, place) => run.uses < (runs[place - 1]?.uses ?? 0));
  return reset < 0 ? runs : runs.slice(reset);
}

/**
 * Since when a key is known not to have been used: since its count was first seen as it is, or, for a limited key that
 * was never used, since it was made. Nothing is guessed of the time before Pinfold first saw the key, nor of an unlimited
 * key with no uses: a service may count those of limited keys only.
 *
 * @param countSinceMs when the present count was first seen; null when it never was
 * @param hasFallen whether a higher count was ever seen
 * @returns null when nothing is known
 */
export function idleSinceMs(
  key: Pick<ApiKey, 'uses' | 'maxUses' | 'createdAt'>,
  countSinceMs: number | null,
  hasFallen: boolean,
): number | null {
  if (key.uses === null) return null;
  if (key.uses > 0 || hasFallen) return countSinceMs;
  const createdMs = key.createdAt === null ? Number.NaN : Date.parse(key.createdAt);
  if (!isLimited(key)) return null;
  return Number.isNaN(createdMs) ? countSinceMs : createdMs;
}

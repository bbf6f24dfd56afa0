import { z } from 'zod';
import { isLimited, type ApiKey } from './api-key.ts';

/** A usage run: every check from `fromMs` to `toMs` found the same count of uses and the same limit. */
export const usageRun = z
  .object({
    fromMs: z.number(),
    toMs: z.number(),
    uses: z.number(),
    /** By `useLimit`: null while the key was unlimited. */
    limit: z.number().nullable(),
  })
  .readonly();
export type UsageRun = z.infer<typeof usageRun>;

/** The runs since the count last fell, which was a reset: earlier ones say nothing about the pace. */
export function sinceReset(runs: readonly UsageRun[]): readonly UsageRun[] {
  const reset = runs.findLastIndex((run, place) => run.uses < (runs[place - 1]?.uses ?? 0));
  return reset < 0 ? runs : runs.slice(reset);
}

/**
 * Since when a key is known to be unused: since its present count was first seen, or since it was created for a limited key
 * that was never used. Unknown for an unlimited key without uses: a service may count those of limited keys only.
 *
 * @param countSinceMs when the present count was first seen, in milliseconds since 1970; null when it never was
 * @param hasFallen whether a higher count was ever seen
 * @returns milliseconds since 1970; null when unknown
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

import { z } from 'zod';
import type { UsageHistory } from '../../database/keys/usage-samples.ts';

const counts = z.array(z.object({ atMs: z.number(), uses: z.int().nonnegative() }));

/** The practice service's made-up counts of uses, as usage runs by key. */
export const usageHistories = z
  .object({ keys: z.array(z.object({ keyId: z.string(), counts })) })
  .transform(({ keys }) => keys.map(({ keyId, counts: past }): UsageHistory => ({ keyId, runs: runsOf(past) })));

/** Equal counts in a row are one run, as in the samples of real checks. */
function runsOf(past: z.infer<typeof counts>): UsageHistory['runs'] {
  const runs: UsageHistory['runs'][number][] = [];
  for (const { atMs, uses } of past) {
    const last = runs.at(-1);
    if (last?.uses === uses) runs[runs.length - 1] = { ...last, toMs: atMs };
    else runs.push({ fromMs: atMs, toMs: atMs, uses });
  }
  return runs;
}

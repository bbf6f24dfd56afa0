import { z } from 'zod';
import { controls } from './controls.ts';
import { violationsOf } from './invariants.ts';
import { emptyTally, sumOf, tally, tallyOf } from './situations/tally.ts';
import { play } from './world.ts';
import type { Sabotage } from './sabotage.ts';

/** Some seeds to play, one after the other. */
export const batch = z
  .object({
    from: z.number(),
    seeds: z.number(),
    /** The rule that is taken away, by its name; null for the product as it is. */
    control: z.string().nullable(),
  })
  .readonly();
export type Batch = z.infer<typeof batch>;

/** A seed after which the promise did not hold, and in what way. */
export const brokenSeed = z
  .object({ seed: z.number(), mode: z.string(), rule: z.string(), violations: z.array(z.string()).readonly() })
  .readonly();
type BrokenSeed = z.infer<typeof brokenSeed>;

/** What became of the seeds of a batch: the broken ones in their order. */
export const played = z.object({ broken: z.array(brokenSeed).readonly(), tally }).readonly();
export type Played = z.infer<typeof played>;

export async function playBatch({ from, seeds, control }: Batch): Promise<Played> {
  const sabotage = sabotageOf(control);
  const broken: BrokenSeed[] = [];
  let seen = emptyTally(from);
  for (let seed = from; seed < from + seeds; seed++) {
    const world = await play(seed, sabotage);
    const violations = violationsOf(world);
    seen = sumOf(seen, tallyOf(world.story, seed));
    if (violations.length > 0) broken.push({ seed, mode: world.server.mode, rule: world.rule, violations });
  }
  return { broken, tally: seen };
}

function sabotageOf(name: string | null): Sabotage {
  if (name === null) return {};
  const control = controls.find((one) => one.name === name);
  if (control === undefined) throw new Error(`There is no control "${name}"`);
  return control.sabotage;
}

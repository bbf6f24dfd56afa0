import { describe, expect, test } from 'vitest';
import { controls } from './controls.ts';
import { violationsOf } from './invariants.ts';
import { emptyTally, ENOUGH_SEEDS, neverReached, sumOf, tallyOf } from './situations/tally.ts';
import { FIRST_SEED_OF_ALL_ACTIONS, FIRST_SEED_OF_RULE_CHANGES } from './seed-ranges.ts';
import { play, type World } from './world.ts';

const SEEDS = 5_000;
const PER_TEST = 500;
const FEW_MINUTES_MS = 300_000;

/** The first seeds of each part: 5,000 of people who edit and decide, 1,000 each of those who do everything and choose rules. */
const parts = [
  ...Array.from({ length: SEEDS / PER_TEST }, (_, part) => part * PER_TEST + 1),
  ...[0, 1].map((part) => FIRST_SEED_OF_ALL_ACTIONS + part * PER_TEST),
  ...[0, 1].map((part) => FIRST_SEED_OF_RULE_CHANGES + part * PER_TEST),
];

describe('the promise of the queue holds in every simulated storm', () => {
  test.each(parts)(
    `seeds from %i on, ${PER_TEST} of them`,
    async (from) => {
      const broken: string[] = [];
      for (let seed = from; seed < from + PER_TEST; seed++) {
        broken.push(...violationsOf(await play(seed)).map((what) => `seed ${seed}: ${what}`));
      }
      expect(broken).toEqual([]);
    },
    FEW_MINUTES_MS,
  );

  test.each([
    ...[163_368, 594_724, 789_364],
    ...[5_025_646, 5_045_511, 5_124_774, 5_182_249, 5_230_788, 7_005_655, 13_021_870],
    100_131_975,
    100_171_085,
    20_132_499,
    200_014_454,
    200_029_409,
    200_128_306,
    ...[40_060_124, 40_366_295, 40_818_883, 40_968_639],
    ...[40_030_059, 40_096_028, 40_240_507, 40_644_438],
    ...[50_249_384, 50_656_330, 50_321_698, 100_209_750, 200_201_571],
  ])('seed %i, one of the last that were found broken', async (seed) => {
    expect(violationsOf(await play(seed))).toEqual([]);
  });

  test.each([
    ['who edit and decide', 1],
    ['who do everything the screens allow', FIRST_SEED_OF_ALL_ACTIONS],
    ['who also choose rules for conflicts', FIRST_SEED_OF_RULE_CHANGES],
  ])(
    'the storms hold every fault, and stories of people %s come into every situation that they are for',
    async (_whose, from) => {
      let tally = emptyTally(from);
      for (let seed = from; seed < from + ENOUGH_SEEDS && neverReached(tally).length > 0; seed++)
        tally = sumOf(tally, tallyOf((await play(seed)).story, seed));
      expect(neverReached(tally)).toEqual([]);
    },
    FEW_MINUTES_MS,
  );

  test('the same seed twice is the same story', async () => {
    for (const seed of [1, 7, 42, 1234]) {
      const first = await play(seed, {}, true);
      const second = await new Promise<World>((resolve) => setImmediate(() => resolve(play(seed, {}, true))));
      const untold = await play(seed);
      expect(second.log).toEqual(first.log);
      expect(untold.server.log).toEqual(first.server.log);
      expect(first.log.length).toBeGreaterThan(50);
    }
  });
});

describe('with one rule taken away the simulation finds a violation', () => {
  test.each(controls.map((control) => [control.name, control] as const))(
    '%s',
    async (_name, { sabotage, firstSeed: from = 1 }) => {
      let found: readonly string[] = [];
      for (let seed = from; seed < from + SEEDS && found.length === 0; seed++)
        found = violationsOf(await play(seed, sabotage));
      expect(found).not.toEqual([]);
    },
    FEW_MINUTES_MS,
  );
});

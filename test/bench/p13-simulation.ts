import { z } from 'zod';
import { violationsOf } from '../simulation/invariants.ts';
import { play } from '../simulation/world.ts';
import type { Row } from './bench.ts';
import { lineOf, medianAtLeast } from './line.ts';
import { work } from './work.ts';

const WARM_SEEDS = 50;
const SEEDS = 300;

/** Worlds of the simulation, judged, on one core. Limit: 300 a second. */
export const p13: Row = {
  id: 'P13',
  title: 'Simulation',
  run: async (bench) => {
    const done = await bench.repeated(() => bench.perform(null, simulation, { seeds: SEEDS }));
    const values = done.map(({ output }) => (SEEDS / output.ms) * 1_000);
    return [
      lineOf({ row: 'P13', unit: 'seeds/s', figure: 'Seeds played and judged', values, limits: [medianAtLeast(300)] }),
    ];
  },
};

export const simulation = work({
  name: 'simulation',
  module: import.meta.url,
  input: z.object({ seeds: z.number() }),
  output: z.object({ ms: z.number() }),
  run: async ({ seeds }) => {
    for (let seed = 1; seed <= WARM_SEEDS; seed++) violationsOf(await play(seed));
    const began = performance.now();
    for (let seed = 1; seed <= seeds; seed++) violationsOf(await play(seed));
    return { ms: performance.now() - began };
  },
});

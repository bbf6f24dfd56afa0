import { z } from 'zod';
import { faultKinds, type Happening } from './happening.ts';
import { changesRules, usesAllActions } from '../seed-ranges.ts';
import { furtherSituations, ruleSituations } from './further-situations.ts';
import { isReached, type Situation, situations } from './situations.ts';

const counts = z.record(z.string(), z.number()).readonly();

/** What the stories of a campaign came through. */
export const tally = z
  .object({
    /** Stories that came into a situation, by its name. */
    situations: counts,
    /** Faults that befell requests, by their kind. */
    faults: counts,
  })
  .readonly();
export type Tally = z.infer<typeof tally>;

const none = (names: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries(names.map((name) => [name, 0]));

/** The situations that stories from a seed on come into. */
export const situationsOf = (seed: number): readonly Situation[] => [
  ...situations,
  ...(usesAllActions(seed) ? furtherSituations : []),
  ...(changesRules(seed) ? ruleSituations : []),
];

/** @param from the first seed of the stories to come */
export const emptyTally = (from: number): Tally => ({
  situations: none(situationsOf(from).map(({ name }) => name)),
  faults: none(faultKinds),
});

export function tallyOf(story: readonly Happening[], seed: number): Tally {
  const faults: Record<string, number> = { ...none(faultKinds) };
  for (const { kind } of story) if (kind in faults) faults[kind] = (faults[kind] ?? 0) + 1;
  const reached = situationsOf(seed).map((one) => [one.name, isReached(one, story) ? 1 : 0] as const);
  return { situations: Object.fromEntries(reached), faults };
}

/** The sum has what either of them counts. */
export const sumOf = (one: Tally, other: Tally): Tally => ({
  situations: added(one.situations, other.situations),
  faults: added(one.faults, other.faults),
});

const added = (one: Tally['faults'], other: Tally['faults']): Tally['faults'] =>
  Object.fromEntries(Object.keys({ ...one, ...other }).map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]));

/** Fewer seeds than this need not come through everything. */
export const ENOUGH_SEEDS = 1_000;

/** What a campaign says nothing about, because no story of it came there. */
export const neverReached = ({ situations, faults }: Tally): readonly string[] =>
  [...Object.entries(situations), ...Object.entries(faults)].filter(([, count]) => count === 0).map(([name]) => name);

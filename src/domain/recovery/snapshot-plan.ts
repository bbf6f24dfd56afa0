import { DAY_MS, HOUR_MS } from '../core/durations.ts';

/** The time between two snapshots of a day. */
export const SNAPSHOT_EVERY_MS = 4 * HOUR_MS;
const OF_TODAY = 3;
const OF_ANOTHER_DAY = 1;
const IN_ALL = 10;

/** When the next snapshot is due. Snapshots from the future count for nothing: the clock was set back. */
export function nextSnapshotMs(madeAtMs: readonly number[], nowMs: number): number {
  const last = Math.max(...madeAtMs.filter((atMs) => atMs <= nowMs));
  return Number.isFinite(last) ? last + SNAPSHOT_EVERY_MS : nowMs;
}

/**
 * The snapshots to keep, newest first: three of today, one of each other day, ten in all. A day is one of UTC. Those from the
 * future take the places that are left: the clock was set back, and they would push out every one that is made from now on.
 */
export function keptSnapshots(madeAtMs: readonly number[], nowMs: number): readonly number[] {
  const today = dayOf(nowMs);
  const ofDay = new Map<number, number>();
  return madeAtMs
    .toSorted((a, b) => Number(a > nowMs) - Number(b > nowMs) || b - a)
    .filter((atMs) => {
      const day = dayOf(atMs);
      const before = ofDay.get(day) ?? 0;
      ofDay.set(day, before + 1);
      return before < (day === today ? OF_TODAY : OF_ANOTHER_DAY);
    })
    .slice(0, IN_ALL)
    .toSorted((a, b) => b - a);
}

const dayOf = (atMs: number): number => Math.floor(atMs / DAY_MS);

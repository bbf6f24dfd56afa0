/** The value below which the given part of the values lie, by nearest rank. @throws RangeError when there are none */
export function quantile(values: readonly number[], part: number): number {
  const ordered = values.toSorted((a, b) => a - b);
  const found = ordered[Math.max(0, Math.ceil(part * ordered.length) - 1)];
  if (found === undefined) throw new RangeError('No values were measured');
  return found;
}

/** The middle value; of an even number of values the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const half = values.length / 2;
  const lower = quantile(values, 0.5);
  if (!Number.isInteger(half)) return lower;
  return (lower + quantile(values, (half + 1) / values.length)) / 2;
}

export const p99 = (values: readonly number[]): number => quantile(values, 0.99);
export const largest = (values: readonly number[]): number => quantile(values, 1);

export type Point = { readonly records: number; readonly value: number };

/** How a cost grows: the exponent `e` for which `cost ~ records ** e` fits best. @throws with fewer than two sizes */
export function growthExponent(points: readonly Point[]): number {
  const logs = points.map(({ records, value }) => [Math.log(records), Math.log(value)] as const);
  const mean = (at: 0 | 1): number => logs.reduce((sum, log) => sum + log[at], 0) / logs.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  const spread = logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  if (spread === 0) throw new RangeError('Growth needs two sizes or more');
  return logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread;
}

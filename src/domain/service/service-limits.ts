import { z } from 'zod';

/** What a service may limit in one record, in the order in which a person is told of it. */
export const recordMeasures = ['pairs', 'name', 'key', 'value'] as const;
export type RecordMeasure = (typeof recordMeasures)[number];

/** The sizes of one record: its pairs, and the characters of its name, its longest key and its longest value. */
export type RecordSize = Readonly<Record<RecordMeasure, number>>;

const sizes = z.object({ pairs: z.number(), name: z.number(), key: z.number(), value: z.number() });
const refusedSizes = z.object({
  pairs: z.number().nullable(),
  name: z.number().nullable(),
  key: z.number().nullable(),
  value: z.number().nullable(),
});

const noSizes = { pairs: null, name: null, key: null, value: null };

/**
 * Service limits: what refused updates have shown. No interface names them, and the words of a refusal prove nothing.
 * `refused` holds the smallest size that an update was refused for, null without one; `held` the largest that a record
 * on the service had. `refusedAtMs`: when; null without a refusal, and for one that an earlier build learnt of.
 */
export const serviceLimits = z.object({
  held: sizes,
  refused: refusedSizes,
  refusedAtMs: refusedSizes.default(noSizes),
});
export type ServiceLimits = Readonly<z.infer<typeof serviceLimits>>;

/** The limits of a service that refused nothing. */
export const noLimits: ServiceLimits = {
  held: { pairs: 0, name: 0, key: 0, value: 0 },
  refused: noSizes,
  refusedAtMs: noSizes,
};

const byMeasure = <Value>(of: (measure: RecordMeasure) => Value): Record<RecordMeasure, Value> => ({
  pairs: of('pairs'),
  name: of('name'),
  key: of('key'),
  value: of('value'),
});

/** The limits after a record of a size was seen on the service: a size that exists is no size that is refused. */
export function afterHeld({ held, refused, refusedAtMs }: ServiceLimits, size: RecordSize): ServiceLimits {
  const largest = byMeasure((measure) => Math.max(held[measure], size[measure]));
  const isNotHeld = (measure: RecordMeasure): boolean => (refused[measure] ?? 0) > largest[measure];
  return {
    held: largest,
    refused: byMeasure((measure) => (isNotHeld(measure) ? refused[measure] : null)),
    refusedAtMs: byMeasure((measure) => (isNotHeld(measure) ? refusedAtMs[measure] : null)),
  };
}

/**
 * The limits after the service refused an update. A refusal teaches only where one measure alone would have grown beyond
 * everything the service is known to hold: else nobody knows what was refused.
 *
 * @param before the record on the service
 * @param after the record that the update asked for
 * @param nowMs when the service refused
 */
export function afterRefusal(
  known: ServiceLimits,
  before: RecordSize,
  after: RecordSize,
  nowMs: number,
): ServiceLimits {
  const limits = afterHeld(known, before);
  const grown = recordMeasures.filter((measure) => after[measure] > limits.held[measure]);
  const [only, ...more] = grown;
  if (only === undefined || more.length > 0) return limits;
  if (after[only] > (limits.refused[only] ?? Number.POSITIVE_INFINITY)) return limits;
  return {
    ...limits,
    refused: { ...limits.refused, [only]: after[only] },
    refusedAtMs: { ...limits.refusedAtMs, [only]: nowMs },
  };
}

/** A measure in which an update would be refused: the size it asks for, and the one that the service refused. */
export const recordLimit = z.object({ measure: z.enum(recordMeasures), size: z.number(), refused: z.number() });
export type LimitInTheWay = Readonly<z.infer<typeof recordLimit>>;

/** @returns null when nothing that was learnt speaks against the update */
export function limitInTheWay({ refused }: ServiceLimits, before: RecordSize, after: RecordSize): LimitInTheWay | null {
  for (const measure of recordMeasures) {
    const at = refused[measure];
    if (at !== null && after[measure] >= at && after[measure] > before[measure]) {
      return { measure, size: after[measure], refused: at };
    }
  }
  return null;
}

/** The most pairs that no refusal speaks against, and when the service refused one more. */
export type PairLimit = { readonly most: number; readonly refusedAtMs: number | null };

/** @returns null when no refusal has shown a limit */
export function pairLimit({ refused, refusedAtMs }: ServiceLimits): PairLimit | null {
  return refused.pairs === null ? null : { most: refused.pairs - 1, refusedAtMs: refusedAtMs.pairs };
}

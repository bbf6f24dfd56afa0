import { z } from 'zod';
import { type Field, metadataKey, metadataText } from '../files/field.ts';
import { IN_FLIGHT_WINDOW_MS, type Sent } from './late-landings.ts';
import type { FieldWrite } from './update-body.ts';

/** `body` is the text that was sent. */
type SentBody = Sent & { readonly body: string };

/**
 * Our requests, with the keys that a whole map left out as removals: on a service that replaces metadata, such a key is gone
 * once the request lands, however late.
 *
 * @param sent of one file
 */
export function withOmissions<S extends SentBody>(sent: readonly S[]): readonly S[] {
  const fields = new Set(sent.flatMap(({ writes }) => writes.map(({ field }) => field)));
  return sent.map((one) => ({ ...one, writes: [...one.writes, ...unchangedBy(one, fields).omitted] }));
}

/**
 * Our requests, with the values that a whole map carried along of keys that a newer request changed. Where the older request
 * lands again while it may, such a value lies on top of the newer one.
 *
 * @param sent of one file, newest first
 */
export function withCarried<S extends SentBody & { readonly startedAtMs: number }>(sent: readonly S[]): readonly S[] {
  return sent.map((one, place) => {
    const mayOvertake = ({ startedAtMs }: S): boolean => startedAtMs - one.startedAtMs <= IN_FLIGHT_WINDOW_MS;
    const newer = sent.slice(0, place).filter(mayOvertake);
    const fields = new Set(newer.flatMap(({ writes }) => writes.map(({ field }) => field)));
    return fields.size === 0 ? one : { ...one, carried: unchangedBy(one, fields).carried };
  });
}

type Unchanged = {
  readonly omitted: readonly FieldWrite[];
  readonly carried: readonly FieldWrite[];
};

/** What a request made of those of the fields that it did not mean to change, where its body has metadata. */
function unchangedBy({ body, writes }: SentBody, fields: ReadonlySet<Field>): Unchanged {
  const { keyvalues } = sentBody.parse(JSON.parse(body));
  if (keyvalues === undefined) return { omitted: [], carried: [] };
  const named = new Set(writes.map(({ field }) => field));
  const values = new Map<string, unknown>(Object.entries(keyvalues));
  const unchanged = [...fields].flatMap((field) => {
    const key = metadataKey(field);
    return key === null || named.has(field) ? [] : [{ field, value: values.get(key) }];
  });
  return {
    omitted: unchanged.flatMap(({ field, value }) => (value === undefined ? [{ field, value: null }] : [])),
    carried: unchanged.flatMap(({ field, value }) =>
      value === undefined ? [] : [{ field, value: metadataText(value) }],
    ),
  };
}

// Not `z.record`: zod leaves out a key `__proto__` (colinhacks/zod, `$ZodRecord`).
const sentBody = z.object({
  keyvalues: z.custom<object>((value) => typeof value === 'object' && value !== null).optional(),
});

import { z } from 'zod';
import type { CoalescedChange } from './coalesce.ts';
import type { FieldWrite } from './update-body.ts';
import type { RequestedChange } from './edit.ts';
import { fieldValue, metadataKey, type Field, type FieldValue } from '../files/field.ts';
import type { FileRecord } from '../files/file.ts';

/** How far back our own requests are remembered when something older of ours turns up: late landings, and checks that came late. */
export const REPAIR_WINDOW_MS = 60 * 60_000;

/** When to look once more at a file whose updates may still land. */
export const VERIFY_AFTER_MS = 120_000;

type Sent = { readonly writes: readonly FieldWrite[] };

/**
 * Every value of ours that may be on the service because a request of ours took its time. An absent key is not among
 * them: it looks the same whoever removed it, so it is never taken for ours.
 */
export function recentWrites(attempts: readonly Sent[], field: Field): ReadonlySet<FieldValue> {
  return new Set(valuesOf(attempts, field).filter((value) => value !== null));
}

const valuesOf = (attempts: readonly Sent[], field: Field): readonly FieldValue[] =>
  attempts.flatMap(({ writes }) => writes.filter((write) => write.field === field)).map(({ value }) => value);

/**
 * What has to be written again because an older value of ours lies on top of a newer one. A value that was never ours is
 * somebody else's news and is left alone; a key that is gone may be either, so that edit starts from what it wants, meets
 * a third value, and asks the person.
 *
 * @param attempts of one file, newest first
 * @param wasTaken whether the service is known to have taken an attempt's value for a field
 */
export function outOfOrderRepairs<S extends Sent>(
  attempts: readonly S[],
  record: FileRecord,
  wasTaken: (attempt: S, field: Field) => boolean,
): readonly RequestedChange[] {
  const fields = new Set(attempts.flatMap(({ writes }) => writes.map(({ field }) => field)));
  return [...fields].flatMap((field) => {
    const at = attempts.findIndex((one) => one.writes.some((write) => write.field === field) && wasTaken(one, field));
    const newest = attempts[at]?.writes.find((one) => one.field === field);
    if (newest === undefined) return [];
    const value = fieldValue(record, field);
    const isOlderOfOurs = value !== newest.value && valuesOf(attempts.slice(at + 1), field).includes(value);
    return isOlderOfOurs ? [{ field, base: value ?? newest.value, mine: newest.value }] : [];
  });
}

/**
 * Keys whose value our own `null` replaced by the text "null", because the service cannot remove them. It was we who
 * destroyed the value, so it is put back.
 */
export function keysTurnedToText(
  sent: readonly CoalescedChange[],
  before: FileRecord,
  answered: FileRecord,
): readonly string[] {
  return sent.flatMap(({ field, mine }) => {
    const key = metadataKey(field);
    const old = fieldValue(before, field);
    const isSpoilt = mine === null && fieldValue(answered, field) === 'null' && old !== null && old !== 'null';
    return key !== null && isSpoilt ? [key] : [];
  });
}

/**
 * Requests that carried the whole map, with what they left out: on a service that replaces, a key that one of them does
 * not carry is gone once it lands, however late.
 *
 * @param sent of one file; `body` is the text that was sent
 */
export function withOmissions<S extends Sent & { readonly body: string }>(sent: readonly S[]): readonly S[] {
  const fields = new Set(sent.flatMap(({ writes }) => writes.map(({ field }) => field)));
  return sent.map((one) => ({ ...one, writes: [...one.writes, ...omittedBy(one, fields)] }));
}

function omittedBy(
  { body, writes }: Sent & { readonly body: string },
  fields: ReadonlySet<Field>,
): readonly FieldWrite[] {
  const { keyvalues } = sentBody.parse(JSON.parse(body));
  if (keyvalues === undefined) return [];
  const named = new Set(writes.map(({ field }) => field));
  const isOmitted = (field: Field): boolean => {
    const key = metadataKey(field);
    return key !== null && !named.has(field) && !Object.hasOwn(keyvalues, key);
  };
  return [...fields].filter(isOmitted).map((field) => ({ field, value: null }));
}

// Not a record: zod leaves out a key called __proto__.
const sentBody = z.object({
  keyvalues: z.custom<object>((value) => typeof value === 'object' && value !== null).optional(),
});

/** Whether two requests of ours for one field went out so close together that they may land in the wrong order. */
export function mayLandOutOfOrder(earlier: readonly Sent[], writes: readonly FieldWrite[]): boolean {
  return writes.some(({ field, value }) => valuesOf(earlier, field).some((other) => other !== value));
}

import { z } from 'zod';
import type { ConflictRule } from '../connections/connection.ts';
import type { EditId } from '../core/ids.ts';
import { type Field, type FieldValue, metadataKey, metadataText } from '../files/field.ts';
import type { CoalescedChange } from './coalesce.ts';
import type { FileEdit } from './edit.ts';
import { type FieldWrite, NULL_AS_TEXT } from './update-body.ts';

/** In-flight window: for this long an unanswered update may still land, so no different value goes to its file. */
export const IN_FLIGHT_WINDOW_MS = 60_000;

/** For this long after a settled update, a list that shows an old value is stale until a read confirms it. */
export const STALE_LIST_MS = 120_000;

/** An update whose effect is unknown. */
type Unresolved = { readonly body: string; readonly startedAtMs: number };

/**
 * When the next update of a file may go out after one whose effect is unknown: the same body at once, another body only
 * when the old one can no longer land after it.
 *
 * @param unresolved null when the effect of all updates is known
 * @returns milliseconds since 1970; null for now
 */
export function waitBeforeSending(unresolved: Unresolved | null, body: string, nowMs: number): number | null {
  if (unresolved === null || unresolved.body === body) return null;
  const freeAtMs = unresolved.startedAtMs + IN_FLIGHT_WINDOW_MS;
  return freeAtMs > nowMs ? freeAtMs : null;
}

/** For this long our own requests are looked at when a value of ours turns up: late landings, and delayed checks that came late. */
export const REPAIR_WINDOW_MS = 60 * 60_000;

/** Delay of the delayed check of a file whose updates may still land. */
export const VERIFY_AFTER_MS = 120_000;

/** One request of ours, by what it wrote. */
export type Sent = {
  readonly writes: readonly FieldWrite[];
  /** What it carried along without having changed it, and may put on top of a newer value of ours when it lands again. */
  readonly carried?: readonly FieldWrite[];
};

/** Every value that requests of ours wrote to a field, newest request first. */
export const valuesOf = (attempts: readonly Sent[], field: Field): readonly FieldValue[] =>
  attempts.flatMap(({ writes }) => writes.filter((write) => write.field === field)).map(({ value }) => value);

/** Every value of a field that requests of ours carried along. */
export const carriedValuesOf = (attempts: readonly Sent[], field: Field): readonly FieldValue[] =>
  valuesOf(
    attempts.map(({ carried = [] }) => ({ writes: carried })),
    field,
  );

/** A request of ours and the edits that it was made for. */
export type SentForEdits = Sent & { readonly editIds: readonly EditId[] };

/**
 * Own recent writes below a change: every value that a slow request of ours may have put on the service. The value of a newer
 * edit is left out: an older edit, held and released late, must not overwrite it unasked. An absent key is never among them,
 * because it looks the same whoever removed it.
 *
 * @param attempts of the file that may land still
 * @param editOf null for an edit that is no longer kept
 */
export function recentWrites(
  attempts: readonly SentForEdits[],
  change: CoalescedChange,
  editOf: (id: EditId) => KeptEdit | null,
): readonly FieldValue[] {
  const { field, steps } = change;
  const lastSeq = steps.at(-1)?.seq ?? 0;
  const older = attempts.filter(({ editIds }) => editIds.every((id) => isOlder(editOf(id), field, lastSeq)));
  const traces = attempts.some((attempt) => removes(attempt, change)) ? [NULL_AS_TEXT] : [];
  return [...valuesOf(older, field).filter((value) => value !== null), ...traces];
}

type KeptEdit = Pick<FileEdit, 'seq' | 'changes'>;

/** Newer edits of other fields may have gone out with an older one of the field. */
const isOlder = (edit: KeptEdit | null, field: Field, seq: number): boolean =>
  edit === null || edit.seq <= seq || edit.changes.every((change) => change.field !== field);

/** Whether a request removed the key for a step that is not settled: what some services keep of the key is then its doing. */
const removes = ({ editIds, writes }: SentForEdits, { field, steps }: CoalescedChange): boolean =>
  steps.some(({ editId, mine }) => mine === null && editIds.includes(editId)) &&
  writes.some((write) => write.field === field && write.value === null);

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

/**
 * Our requests, with what they carried along as far as it may be put right. Under a rule nobody is asked, so that only an older
 * value of our own counts, as if it were written once more: two computers would put the values of others back in turns.
 *
 * @param sent of one file, newest first
 * @param wasWanted whether the person had decided for a value before a request went out, also where it was there already
 */
export const withCarriedUnder = <S extends SentBody & { readonly startedAtMs: number }>(
  rule: ConflictRule,
  sent: readonly S[],
  wasWanted: (request: S, write: FieldWrite) => boolean,
): readonly S[] =>
  rule === 'ask'
    ? withCarried(sent)
    : withCarried(sent).map((one, place) => {
        const isOwn = (write: FieldWrite): boolean =>
          valuesOf(sent.slice(place + 1), write.field).includes(write.value) || wasWanted(one, write);
        return { ...one, writes: [...one.writes, ...(one.carried ?? []).filter(isOwn)], carried: [] };
      });

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

/** Whether an earlier recent request had another value for one of the fields: the two may land in the wrong order. */
export function mayLandOutOfOrder(earlier: readonly Sent[], writes: readonly FieldWrite[]): boolean {
  return writes.some(({ field, value }) =>
    [...valuesOf(earlier, field), ...carriedValuesOf(earlier, field)].some((other) => other !== value),
  );
}

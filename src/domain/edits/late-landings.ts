import { z } from 'zod';
import type { EditId } from '../core/ids.ts';
import { type Field, fieldValue, type FieldValue, metadataKey, metadataText } from '../files/field.ts';
import type { FileRecord } from '../files/file.ts';
import type { FieldChange, FileEdit, RequestedChange } from './edit.ts';
import { type FieldWrite, NULL_AS_TEXT, valuesLanded } from './update-body.ts';

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
type Sent = {
  readonly writes: readonly FieldWrite[];
  /** What it carried along without having changed it, and may put on top of a newer value of ours when it lands again. */
  readonly carried?: readonly FieldWrite[];
};

/**
 * Own recent writes of one field: every value that a slow request of ours may have put on the service. An absent key is
 * never among them, because it looks the same whoever removed it.
 */
export function recentWrites(attempts: readonly Sent[], field: Field): ReadonlySet<FieldValue> {
  return new Set(valuesOf(attempts, field).filter((value) => value !== null));
}

const valuesOf = (attempts: readonly Sent[], field: Field): readonly FieldValue[] =>
  attempts.flatMap(({ writes }) => writes.filter((write) => write.field === field)).map(({ value }) => value);

const landedValuesOf = (attempts: readonly Sent[], field: Field): readonly FieldValue[] =>
  valuesOf(attempts, field).flatMap((value) => valuesLanded({ field, value }));

const carriedValuesOf = (attempts: readonly Sent[], field: Field): readonly FieldValue[] =>
  valuesOf(
    attempts.map(({ carried = [] }) => ({ writes: carried })),
    field,
  );

/** What the person decided for last in a field, which may have been on the service without a request. */
export type Decided<S> = {
  readonly value: FieldValue;
  /** Whether an attempt had gone out before. */
  readonly isAfter: (attempt: S) => boolean;
};

/**
 * The changes that repair a record on which an older value of ours lies on top of a newer one. A value that was never ours
 * is somebody else's and stays. An absent key, or the text "null" in its place, may be either, and so may a value that an
 * older request carried along: their repair has the wanted value as base, which is not what the service holds, so that the
 * person decides.
 *
 * A request lands once. A value that came back more often than we ever sent it is somebody else's, even if it is also an
 * older one of ours: two computers that repaired each other's values would never end.
 *
 * @param attempts of one file, newest first
 * @param wasAccepted whether the service is known to have accepted an attempt's value for a field
 * @param timesRepaired how many edits like a repair there were already, beyond the person's
 * @param lastDecided what is wanted of a field; undefined where it is the newest value that the service accepted
 */
export function outOfOrderRepairs<S extends Sent>(
  attempts: readonly S[],
  record: FileRecord,
  wasAccepted: (attempt: S, field: Field) => boolean,
  timesRepaired: (repair: RequestedChange) => number = () => 0,
  lastDecided: (field: Field) => Decided<S> | undefined = () => undefined,
): readonly RequestedChange[] {
  const fields = new Set(attempts.flatMap(({ writes }) => writes.map(({ field }) => field)));
  return [...fields].flatMap((field) => {
    const at = attempts.findIndex(
      (one) => one.writes.some((write) => write.field === field) && wasAccepted(one, field),
    );
    const last = lastDecided(field);
    const accepted = attempts[at];
    const decided = accepted === undefined || last?.isAfter(accepted) ? last : undefined;
    const newest = decided ?? accepted?.writes.find((one) => one.field === field);
    if (newest === undefined) return [];
    const { value: wanted } = newest;
    const value = fieldValue(record, field);
    if (value === wanted) return [];
    const older = attempts.filter((one, place) => (at >= 0 && place > at) || decided?.isAfter(one));
    const isAbsent = value === null || (value === NULL_AS_TEXT && field !== 'name');
    const repair = { field, base: isAbsent ? wanted : value, mine: wanted };
    const question = { field, base: wanted, mine: wanted };
    const times = (values: readonly FieldValue[]): number => values.filter((one) => one === value).length;
    if (times(landedValuesOf(older, field)) > timesRepaired(repair)) return [repair];
    return times(carriedValuesOf(older, field)) > timesRepaired(question) ? [question] : [];
  });
}

/** A request of ours and the edits that it was made for. */
type Attempt = Sent & { readonly editIds: readonly EditId[]; readonly startedAtMs: number };

/** An edit of the file that is kept, over or not. */
type KeptEdit = Pick<FileEdit, 'id' | 'createdAtMs' | 'changes'>;

/**
 * What the person decided for last: a settled edit, of which no request tells where its value was already there, or the
 * service's value, for which they gave an edit up that may land still.
 *
 * @param edits of one file and account
 */
export function lastDecided(edits: readonly KeptEdit[], field: Field): Decided<Attempt> | undefined {
  const [newest] = edits
    .flatMap(({ changes, createdAtMs }) => changes.map((change) => ({ ...change, createdAtMs })))
    .filter((one) => one.field === field && (one.status === 'settled' || isGivenUp(one)))
    .toSorted((a, b) => b.seq - a.seq);
  if (newest === undefined) return undefined;
  const { mine, server, editId: id, createdAtMs, serverSeenAtMs } = newest;
  if (isGivenUp(newest)) return { value: server, isAfter: ({ startedAtMs }) => startedAtMs <= (serverSeenAtMs ?? 0) };
  return { value: mine, isAfter: ({ startedAtMs, editIds }) => startedAtMs <= createdAtMs && !editIds.includes(id) };
}

/** Whether a conflict was given up for the value that the service had. A name cannot be taken away again. */
const isGivenUp = ({ status, serverSeenAtMs, server, field }: FieldChange): boolean =>
  status === 'discarded' && serverSeenAtMs !== null && (server !== null || field !== 'name');

/**
 * Repairs of a field that went out already, by what they did. Unlike an edit of a person, a repair wants what the change below
 * it had left; a question has the wanted value as base.
 *
 * @param edits of one file
 * @param recent the attempts of the file that may land still, newest first
 */
export function timesRepaired(
  edits: readonly KeptEdit[],
  recent: readonly Attempt[],
  { field, base, mine }: RequestedChange,
): number {
  const changes = edits.flatMap((edit) => edit.changes).filter((one) => one.field === field);
  const alike = changes.filter((one) => one.mine === mine && one.base === base);
  if (base === mine) return alike.length;
  const repairs = new Set(alike.filter((one) => wantsWhatWasLeft(one, changes)).map(({ editId }) => editId));
  // Edits that went out together put it back once, and one that never went out did not.
  const sent = recent
    .filter(({ writes }) => writes.some((one) => one.field === field && one.value === mine))
    .flatMap(({ editIds }) => editIds.findLast((id) => repairs.has(id)) ?? []);
  return new Set(sent).size;
}

/** @param changes of the field, any status, any order */
function wantsWhatWasLeft({ seq, mine }: FieldChange, changes: readonly FieldChange[]): boolean {
  const [below] = changes
    .filter((one) => one.seq < seq && (one.status !== 'discarded' || isGivenUp(one)))
    .toSorted((a, b) => b.seq - a.seq);
  return below !== undefined && (isGivenUp(below) ? below.server : below.mine) === mine;
}

/**
 * Whether the service is known to have accepted an attempt's value for a field. An answer alone proves nothing: it may still
 * have held a key that its update removed.
 */
export const wasAccepted = (edits: readonly KeptEdit[], { editIds, writes }: Attempt, field: Field): boolean => {
  const changes = edits.flatMap((edit) => edit.changes).filter((one) => one.field === field);
  const isWritten = ({ mine }: FieldChange): boolean => writes.some((one) => one.field === field && one.value === mine);
  return changes.some(
    (one) => editIds.includes(one.editId) && one.status === 'settled' && isWritten(one) && !isBelowFound(one, changes),
  );
};

/** Whether a change was settled with the one on top of it, whose value the service had already: its own may never have been there. */
const isBelowFound = ({ seq, mine, settlement }: FieldChange, changes: readonly FieldChange[]): boolean =>
  settlement === 'alreadyThere' &&
  changes.some((above) => above.seq > seq && above.base === mine && above.settlement === 'alreadyThere');

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

/** Whether an earlier recent request had another value for one of the fields: the two may land in the wrong order. */
export function mayLandOutOfOrder(earlier: readonly Sent[], writes: readonly FieldWrite[]): boolean {
  return writes.some(({ field, value }) =>
    [...valuesOf(earlier, field), ...carriedValuesOf(earlier, field)].some((other) => other !== value),
  );
}

import { type Field, fieldValue, type FieldValue } from '../files/field.ts';
import type { FileRecord } from '../files/file.ts';
import type { FieldChange, FileEdit, RequestedChange } from './edit.ts';
import { carriedValuesOf, type Sent, type SentForEdits, valuesOf } from './late-landings.ts';
import { type FieldWrite, NULL_AS_TEXT, valuesLanded } from './update-body.ts';

/** What the person decided for last in a field, which may have been on the service without a request. */
export type Decided<S> = {
  readonly value: FieldValue;
  /** Whether an attempt had gone out before. */
  readonly isAfter: (attempt: S) => boolean;
};

const landedValuesOf = (attempts: readonly Sent[], field: Field): readonly FieldValue[] =>
  valuesOf(attempts, field).flatMap((value) => valuesLanded({ field, value }));

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

/** A request of ours, with the time it went out and the newest edit of the queue then, by `seq`. */
type Attempt = SentForEdits & { readonly startedAtMs: number; readonly lastEditSeq: number };

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
  const { mine, server, seq } = newest;
  // Two places in the queue, and no times: the clock may have been set back in between.
  const isYounger = ({ lastEditSeq }: Attempt): boolean => lastEditSeq < seq;
  if (!isGivenUp(newest)) return { value: mine, isAfter: isYounger };
  return { value: server, isAfter: (attempt) => isYounger(attempt) || wentOutBeforeSeen(newest, attempt) };
}

/**
 * Whether an attempt, stored after a change was made, went out before the value was seen for which the change was given up. An
 * attempt without the change whose time is before that of the change tells that the clock was set back: an older edit then
 * went out after the newer one was given up, or nobody knows.
 */
const wentOutBeforeSeen = (
  { editId: id, createdAtMs, serverSeenAtMs }: FieldChange & Pick<KeptEdit, 'createdAtMs'>,
  { editIds, startedAtMs }: Attempt,
): boolean => startedAtMs <= (serverSeenAtMs ?? 0) && (editIds.includes(id) || startedAtMs >= createdAtMs);

/** Whether a conflict was given up for the value that the service had. A name cannot be taken away again. */
const isGivenUp = ({ status, serverSeenAtMs, server, field }: FieldChange): boolean =>
  status === 'discarded' && serverSeenAtMs !== null && (server !== null || field !== 'name');

/**
 * Repairs of a field that went out already, by what they did. Unlike an edit of a person, a repair wants what the change below
 * it had left, and takes away what an older request of ours had put there; a question has the wanted value as base.
 *
 * @param edits of one file
 * @param recent the attempts of the file that may land still, newest first
 * @param sent the same, with what counts as written by them
 */
export function timesRepaired(
  edits: readonly KeptEdit[],
  recent: readonly Attempt[],
  { field, base, mine }: RequestedChange,
  sent: readonly Attempt[] = recent,
): number {
  const changes = edits
    .flatMap((edit) => edit.changes.map((change) => ({ ...change, madeAtMs: edit.createdAtMs })))
    .filter((one) => one.field === field);
  const alike = changes.filter((one) => one.mine === mine && one.base === base);
  if (base === mine) return alike.length;
  const written = sent.filter((one) => [...valuesOf([one], field), ...carriedValuesOf([one], field)].includes(base));
  const hasCause = ({ seq }: FieldChange): boolean => written.some(({ lastEditSeq }) => lastEditSeq < seq);
  const repairs = alike.filter((one) => hasCause(one) && wantsWhatWasLeft(one, changes)).map(({ editId }) => editId);
  // Edits that went out together put it back once, and one that never went out did not.
  const wentOut = recent
    .filter(({ writes }) => writes.some((one) => one.field === field && one.value === mine))
    .flatMap(({ editIds }) => editIds.findLast((id) => repairs.includes(id)) ?? []);
  return new Set(wentOut).size;
}

/**
 * An older edit that was let go late may have been given up for the value of the very change: that value was seen later.
 *
 * @param changes of the field, any status, any order
 */
function wantsWhatWasLeft(
  { seq, mine, madeAtMs }: FieldChange & { readonly madeAtMs: number },
  changes: readonly FieldChange[],
): boolean {
  const [below] = changes
    .filter((one) => one.seq < seq && (one.status !== 'discarded' || isGivenUp(one)))
    .toSorted((a, b) => b.seq - a.seq);
  if (below === undefined || !isGivenUp(below)) return below?.mine === mine;
  return below.server === mine && (below.serverSeenAtMs ?? 0) <= madeAtMs;
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

/** Whether the person had decided for a value before an attempt went out, also where it was on the service already. */
export const wasWanted = (
  edits: readonly KeptEdit[],
  { lastEditSeq }: Attempt,
  { field, value }: FieldWrite,
): boolean =>
  edits
    .flatMap(({ changes }) => changes)
    .some((one) => one.field === field && one.mine === value && one.status === 'settled' && one.seq <= lastEditSeq);

/** Whether a change was settled with the one on top of it, whose value the service had already: its own may never have been there. */
const isBelowFound = ({ seq, mine, settlement }: FieldChange, changes: readonly FieldChange[]): boolean =>
  settlement === 'alreadyThere' &&
  changes.some((above) => above.seq > seq && above.base === mine && above.settlement === 'alreadyThere');

import { sameAfterNormalising } from '../core/text.ts';
import { type Field, fieldValue, type FieldValue, keyField } from '../files/field.ts';
import type { FileRecord } from '../files/file.ts';
import { conflicted, type DisplacedValue, rebased, savedAs, settled, type ChangeUpdate } from './change-update.ts';
import { coalesced, coalescedConflicts, isRemoval, type CoalescedChange } from './coalesce.ts';
import type { FieldChange, RequestedChange } from './edit.ts';
import { rebaseAfterSavedAs, rebaseRequeued } from './rebase.ts';
import { type FieldWrite, NULL_AS_TEXT } from './update-body.ts';

/** A record as it was read just before an update, and as the answer to the update has it. */
export type UpdatedRecord = { readonly before: FileRecord; readonly answered: FileRecord };

/**
 * What a 2xx answer to our own update means for the changes it carried, field by field: applied; saved in another
 * spelling; not removed yet (no update: the change stays queued); or conflicted, when the answer has another value.
 *
 * @param sent the changes the update carried
 * @param changes all changes of the file: later ones get the spelling that the service chose as their base
 * @param nowMs when the answer came
 */
export function afterAccepted(
  sent: readonly CoalescedChange[],
  record: UpdatedRecord,
  changes: readonly FieldChange[],
  nowMs: number,
): readonly ChangeUpdate[] {
  return sent.flatMap((change) => afterField(change, record, changes, nowMs));
}

/**
 * Whether another request landed between an update and its answer with nothing to ask about: the answer has an older value of
 * ours, or the one that the change was made on, which the read before the update had not. The change stays queued.
 *
 * @param own values of older requests
 */
export function isOvertaken(
  change: CoalescedChange,
  { before, answered }: UpdatedRecord,
  own: ReadonlySet<FieldValue>,
): boolean {
  const { field, base, mine } = change;
  const [valueBefore, value] = [fieldValue(before, field), fieldValue(answered, field)];
  if (value === mine || value === valueBefore || isUnfinishedRemoval(change, value, valueBefore)) return false;
  return value === base || own.has(value);
}

function afterField(
  sent: CoalescedChange,
  { before, answered }: UpdatedRecord,
  changes: readonly FieldChange[],
  nowMs: number,
): readonly ChangeUpdate[] {
  const value = fieldValue(answered, sent.field);
  const { mine, steps } = sent;
  if (value === mine) {
    const all = [...steps, ...backBelow(steps, changes)];
    return [...all.map((step) => settled(step, 'applied')), ...onceMoreBelow(steps, changes)];
  }
  if (value !== null && mine !== null && sameAfterNormalising(value, mine)) {
    return settledAs(steps, value, changes, nowMs);
  }
  if (isUnfinishedRemoval(sent, value, fieldValue(before, sent.field))) return [];
  return steps.map((step) => conflicted(step, value, nowMs));
}

/** The service saved the last step in another spelling, on which later changes of the file lie. */
export function settledAs(
  steps: readonly FieldChange[],
  server: FieldValue,
  changes: readonly FieldChange[],
  nowMs: number,
): readonly ChangeUpdate[] {
  const last = steps.at(-1);
  if (last === undefined) return [];
  return [
    ...[...steps, ...backBelow(steps, changes)].map((step) =>
      step === last ? savedAs(step, server, nowMs) : settled(step, 'applied'),
    ),
    ...rebaseAfterSavedAs(changes, last, server).flatMap(rebased),
  ];
}

/** Older changes that came back below the sent ones while these were on their way: a newer value has replaced theirs. */
function backBelow(steps: readonly FieldChange[], changes: readonly FieldChange[]): readonly FieldChange[] {
  const last = steps.at(-1);
  const isSent = (one: FieldChange): boolean => steps.some(({ editId }) => editId === one.editId);
  return changes.filter(
    (one) => one.status === 'queued' && one.field === last?.field && one.seq < last.seq && !isSent(one),
  );
}

/** A change that was held on its way gave its base to those above it, which lie on its value again now that it arrived. */
const onceMoreBelow = (steps: readonly FieldChange[], changes: readonly FieldChange[]): readonly ChangeUpdate[] =>
  steps
    .flatMap((step) => changes.find(({ editId, field }) => editId === step.editId && field === step.field) ?? [])
    .filter(({ status }) => status === 'held')
    .flatMap((held) => rebaseRequeued(changes, held).flatMap(rebased));

/**
 * The key is still there, with the value that was read before or with the text "null": the service removes keys in another
 * way, or not at all. The change stays queued until the metadata mode is known.
 */
const isUnfinishedRemoval = (sent: CoalescedChange, value: FieldValue, valueBefore: FieldValue): boolean =>
  isRemoval(sent) && (value === valueBefore || value === NULL_AS_TEXT);

/**
 * Values that our own `null` replaced by the text "null", because the service cannot remove keys. Our update destroyed them,
 * so an edit puts them back. An earlier update of the same removal may have done so already: the value that it met is the base
 * of the change.
 *
 * @param writes of the update; a text that one overruled is somebody else's
 */
export function valuesTurnedToText(
  sent: readonly CoalescedChange[],
  { before, answered }: UpdatedRecord,
  writes: readonly FieldWrite[],
): readonly RequestedChange[] {
  return sent.flatMap((change) => {
    const { field } = change;
    if (!isRemoval(change) || fieldValue(answered, field) !== NULL_AS_TEXT) return [];
    const isOverruled = writes.some((write) => write.field === field && write.overruled !== undefined);
    const met = fieldValue(before, field);
    const old = met === NULL_AS_TEXT && !isOverruled ? change.base : met;
    return old === null || old === NULL_AS_TEXT ? [] : [{ field, base: NULL_AS_TEXT, mine: old }];
  });
}

/** Values of keys that an update of ours took away; the base is what the answer shows. */
export const valuesLost = ({ before, answered }: UpdatedRecord, keys: readonly string[]): readonly RequestedChange[] =>
  keys.map(keyField).map((field) => ({ field, base: fieldValue(answered, field), mine: fieldValue(before, field) }));

/** What puts values back that an update of ours took away unasked. */
export type PutBack = {
  /** New bases of changes that wait: what the update left. */
  readonly updates: readonly ChangeUpdate[];
  /** The values to write again. */
  readonly wanted: readonly RequestedChange[];
};

/**
 * Wants the values again that keys had before our own update. Where the person has asked for another value meanwhile, that one
 * goes to the service instead, and what our update left is its base.
 *
 * @param changes of the file
 * @param lost with what our update left as base
 */
export function putBack(changes: readonly FieldChange[], lost: readonly RequestedChange[]): PutBack {
  const isAskedFor = ({ field }: RequestedChange): boolean =>
    changes.some((one) => one.field === field && one.status === 'queued');
  return {
    updates: lost.filter(isAskedFor).flatMap((one) => ontoAnswer(changes, one)),
    wanted: lost.filter((one) => !isAskedFor(one)),
  };
}

/** What is done about keys that an update left alone, and that its answer no longer has. */
export type Vanished = {
  /** Questions whether the value is wanted again: `base` and `mine` are that value. */
  readonly asked: readonly RequestedChange[];
  /** Questions that wait already, which ask about the absence from now on. */
  readonly updates: readonly ChangeUpdate[];
  /** The values that those asked about. */
  readonly displaced: readonly DisplacedValue[];
};

/**
 * Asks about keys that went away while our own update was on its way, though the service is known to merge: it may have
 * dropped them, or somebody else has removed them, and the answer looks the same. A change that is queued meets the absence
 * by itself.
 *
 * @param changes of the file
 * @param keys that the update left alone
 * @param nowMs when the answer came
 */
export function askAboutVanished(
  changes: readonly FieldChange[],
  { before }: Pick<UpdatedRecord, 'before'>,
  keys: readonly string[],
  nowMs: number,
): Vanished {
  const vanished = keys.map(keyField);
  const waiting = coalescedConflicts(changes).filter(({ field }) => vanished.includes(field));
  const isOpenAlready = (of: Field): boolean =>
    changes.some(({ field, status }) => field === of && (status === 'queued' || status === 'conflicted'));
  return {
    asked: vanished
      .filter((field) => !isOpenAlready(field))
      .map((field) => ({ field, base: fieldValue(before, field), mine: fieldValue(before, field) })),
    updates: waiting.flatMap(({ steps }) => steps.map((step) => conflicted(step, null, nowMs))),
    displaced: waiting.flatMap(({ field, steps }) =>
      steps.slice(-1).map(({ editId }) => ({ field, value: fieldValue(before, field), from: 'server', editId })),
    ),
  };
}

/** A base that was not there before our update either is still to be asked about. */
const ontoAnswer = (changes: readonly FieldChange[], { field, base, mine }: RequestedChange): readonly ChangeUpdate[] =>
  coalesced(changes)
    .filter((one) => one.field === field && one.base === mine)
    .flatMap(({ steps: [first] }) => (first === undefined ? [] : [{ editId: first.editId, field, base }]));

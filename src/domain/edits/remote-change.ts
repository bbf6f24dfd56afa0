import { sameAfterNormalising } from '../core/text.ts';
import { type Field, type FieldValue, fieldValues } from '../files/field.ts';
import type { FileRecord } from '../files/file.ts';
import type { FieldChange } from './edit.ts';
import { valueLeftBy } from './rebase.ts';
import { type FieldWrite, valuesLanded } from './update-body.ts';

/** A field that somebody else changed; `before` is left out where an update of ours had written it. */
export type RemoteFieldChange = {
  readonly field: Field;
  readonly value: FieldValue;
  readonly before?: FieldValue;
};

/** One record that somebody else changed; times are milliseconds since 1970. */
export type RemoteChange = {
  readonly atMs: number;
  /** When the service was last seen to hold the values before. */
  readonly beforeAtMs: number;
  readonly fields: readonly RemoteFieldChange[];
  /** Whether the record was last seen no later than in the answer to an update of ours: what is gone may be gone by that. */
  readonly isAfterUpdate?: boolean;
};

/** A value that the service was seen to hold. */
export type ObservedValue = {
  readonly field: Field;
  readonly value: FieldValue;
  readonly atMs: number;
  /** Whether the value is gone, and was there until an update of ours that did not touch it. */
  readonly isGoneAfterUpdate: boolean;
};

/** Where a value would be written: what the service holds there now, and all kept changes of the file. */
type Place = { readonly field: Field; readonly current: FieldValue; readonly kept: readonly FieldChange[] };

/**
 * Whether a value is an earlier one that somebody else has replaced since: the service holds theirs. Who writes it down
 * elsewhere, in a table for example, may never have seen theirs.
 *
 * @param observed of the file, newest first
 */
export function isReplacedByOthers(
  value: FieldValue,
  observed: readonly ObservedValue[],
  { field, current, kept }: Place,
): boolean {
  const [latest, ...earlier] = observed.filter((one) => one.field === field);
  if (latest === undefined || latest.value !== current || value === current) return false;
  const ofField = kept.filter((one) => one.field === field);
  return (
    earlier.some((one) => one.value === value) ||
    ofField.some((one) => stood(one, value) && !isGivenUpOver(current, one, ofField))
  );
}

/** Whether lists have shown the value by a change that is over: one sent, or one given up. */
const stood = (one: FieldChange, value: FieldValue): boolean =>
  (one.status === 'settled' && valueLeftBy(one) === value) ||
  ((one.status === 'settled' || one.status === 'discarded') && one.mine === value);

/** Whether a change that was given up was typed over a value, or over changes given up that were. */
function isGivenUpOver(value: FieldValue, one: FieldChange, ofField: readonly FieldChange[]): boolean {
  if (one.status !== 'discarded') return false;
  const below = ofField.findLast(({ seq, mine }) => seq < one.seq && mine === one.base);
  return one.base === value || (below !== undefined && isGivenUpOver(value, below, ofField));
}

type Sent = { readonly writes: readonly FieldWrite[] };

/**
 * The fields that somebody else changed, in the order of the earlier record. Our own writes are left out: our edits tell
 * of them. Each record is gone through once, because a record may have ten thousand keys.
 *
 * @param recent our own requests that may have made the change
 */
export function remoteFieldChanges(
  before: FileRecord,
  after: FileRecord,
  recent: readonly Sent[],
): readonly RemoteFieldChange[] {
  const [old, now, ours] = [fieldValues(before), fieldValues(after), writtenValues(recent)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((field) => {
    const [was, value] = [old.get(field) ?? null, now.get(field) ?? null];
    const written = ours.get(field) ?? new Set();
    if (was === value || isWrittenAs(value, written)) return [];
    // An absent key looks the same whoever removed it.
    const wasOurs = was !== null && isWrittenAs(was, written);
    return [wasOurs ? { field, value } : { field, value, before: was }];
  });
}

/** Whether we wrote the value, in the spelling that the service made of it or in our own. */
const isWrittenAs = (value: FieldValue, written: ReadonlySet<FieldValue>): boolean =>
  written.has(value) ||
  (value !== null && [...written].some((ours) => ours !== null && sameAfterNormalising(ours, value)));

function writtenValues(sent: readonly Sent[]): ReadonlyMap<Field, ReadonlySet<FieldValue>> {
  const values = new Map<Field, Set<FieldValue>>();
  for (const { writes } of sent) {
    for (const write of writes) {
      const known = values.get(write.field) ?? new Set();
      values.set(write.field, new Set([...known, ...valuesLanded(write)]));
    }
  }
  return values;
}

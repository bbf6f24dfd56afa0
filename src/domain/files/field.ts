import { z } from 'zod';
import type { FileRecord, Pairs } from './file.ts';

/** A field that an edit may change: `name`, or `key:` and a metadata key. */
export const field = z
  .string()
  .refine((text): text is Field => text === 'name' || text.startsWith('key:'), 'neither name nor key:…');
export type Field = 'name' | `key:${string}`;

/** A field's value; null for an absent metadata key, or a name the service left empty. */
export type FieldValue = string | null;

/** The field of a metadata key. */
export const keyField = (key: string): Field => `key:${key}`;

/** The metadata key of a field; null for the name. */
export const metadataKey = (of: Field): string | null => (of === 'name' ? null : of.slice('key:'.length));

/** A metadata value of the service as text: others than texts are shown as their JSON. */
export const metadataText = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed();

/** The value of a field in a record. */
export function fieldValue(record: Pick<FileRecord, 'name' | 'keyvalues'>, of: Field): FieldValue {
  const key = metadataKey(of);
  if (key === null) return record.name;
  return record.keyvalues.find(([name]) => name === key)?.[1] ?? null;
}

/** The values of all fields of a record, to look up many. Of a key that stands twice the first value counts. */
export function fieldValues({
  name,
  keyvalues,
}: Pick<FileRecord, 'name' | 'keyvalues'>): ReadonlyMap<Field, FieldValue> {
  const values = new Map<Field, FieldValue>([['name', name]]);
  for (const [key, value] of keyvalues) if (!values.has(keyField(key))) values.set(keyField(key), value);
  return values;
}

/** The record with one field set; null removes a key. A new key goes last, so that rows do not jump while a person types. */
export function withField(record: FileRecord, of: Field, value: FieldValue): FileRecord {
  const key = metadataKey(of);
  if (key === null) return { ...record, name: value };
  return { ...record, keyvalues: withPair(record.keyvalues, key, value) };
}

function withPair(all: Pairs, key: string, value: FieldValue): Pairs {
  if (value === null) return all.filter(([name]) => name !== key);
  if (!all.some(([name]) => name === key)) return [...all, [key, value]];
  return all.map(([name, old]) => [name, name === key ? value : old]);
}

/** One field and the value that it gets; null removes a key. */
export type FieldToSet = readonly [Field, FieldValue];

/** The record with fields set one after the other, as `withField` sets each: a record may have thousands of keys. */
export function withFields(record: FileRecord, all: readonly FieldToSet[]): FileRecord {
  if (all.length < 2) return all.reduce((now, [of, value]) => withField(now, of, value), record);
  const names = all.filter(([of]) => of === 'name');
  const keyvalues = withPairs(record.keyvalues, all);
  return { ...record, name: names.length === 0 ? record.name : (names.at(-1)?.[1] ?? null), keyvalues };
}

/** A key that is removed and set again goes last, as if both had been done alone. */
function withPairs(before: Pairs, all: readonly FieldToSet[]): Pairs {
  const kept = new Set(before.map(([key]) => key));
  const added = new Map<string, string>();
  const set = new Map<string, string>();
  for (const [of, value] of all) {
    const key = metadataKey(of);
    if (key === null) continue;
    if (value === null) {
      kept.delete(key);
      added.delete(key);
      set.delete(key);
    } else if (kept.has(key)) set.set(key, value);
    else added.set(key, value);
  }
  const left = before.filter(([key]) => kept.has(key)).map(([key, old]) => [key, set.get(key) ?? old] as const);
  return [...left, ...added].map(([key, value]): [string, string] => [key, value]);
}

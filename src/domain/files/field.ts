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

import { fail, ok, type Result } from '../core/result.ts';
import { metadataKey, type Field, type FieldValue } from '../files/field.ts';
import type { MetadataMode, RawKeyvalues } from '../service/metadata-mode.ts';

/** One field of an update and the value it is to have; null removes a metadata key. */
export type FieldWrite = {
  readonly field: Field;
  readonly value: FieldValue;
  /** Left out where the write overwrites no value of somebody else. */
  readonly overruled?: Overruled | undefined;
};

/** A value of somebody else that the rule `mineWins` overwrites: the person has not seen it, and has seen `base`. */
export type Overruled = { readonly base: FieldValue; readonly server: FieldValue };

/** What some services keep of a key that an update removes. */
export const NULL_AS_TEXT = 'null';

/** The values that the service may hold once a write has landed. */
export const valuesLanded = ({ field, value }: FieldWrite): readonly FieldValue[] =>
  value === null && field !== 'name' ? [null, NULL_AS_TEXT] : [value];

/** The fields of an update's body; null leaves a field out, which asks for nothing. */
export type UpdateBody = {
  readonly name: string | null;
  readonly keyvalues: ReadonlyMap<string, unknown> | null;
};

/** `cannotRemove`: this service merges and does not take `null`, so a key, once there, stays. */
export type UpdateBodyFailure = { readonly kind: 'cannotRemove'; readonly key: string };

/** The message for `cannotRemove`, the same wherever it shows. */
export const cannotRemoveMessage = (key: string): string => `This service cannot remove a key ("${key}")`;

/**
 * The body that makes `writes` true and touches nothing else, for a service in the given mode.
 *
 * While the mode is unknown the body has the whole map just read, with the changes applied: merge and replace both lose
 * nothing, and the worst result is a removed key that is still there, which the answer shows.
 *
 * @param writes at most one for each field
 * @param current the key/values read just before, as JSON had them; other values than strings go back unchanged
 * @returns `cannotRemove` with the first key that the service would have to remove and cannot
 */
export function updateBody(
  writes: readonly FieldWrite[],
  mode: MetadataMode,
  current: RawKeyvalues,
): Result<UpdateBody, UpdateBodyFailure> {
  const name = writes.find((write) => write.field === 'name')?.value ?? null;
  const metadata = writes.flatMap((write) => {
    const key = metadataKey(write.field);
    return key === null ? [] : [[key, write.value] as const];
  });
  if (metadata.length === 0) return ok({ name, keyvalues: null });
  const removal = metadata.find(([, value]) => value === null);
  if (mode === 'mergeWithoutRemoval' && removal !== undefined) return fail({ kind: 'cannotRemove', key: removal[0] });
  return ok({ name, keyvalues: sendsAll(mode) ? patched(current, metadata) : new Map(metadata) });
}

/** Whether an update of metadata in this mode has to carry the whole map. */
export const sendsAll = (mode: MetadataMode): boolean => mode === 'unknown' || mode === 'replace';

function patched(current: RawKeyvalues, metadata: readonly (readonly [string, FieldValue])[]): Map<string, unknown> {
  const all = new Map(current);
  for (const [key, value] of metadata) {
    if (value === null) all.delete(key);
    else all.set(key, value);
  }
  return all;
}

/**
 * The exact JSON text of the request. A key `__proto__` is plain data: `Object.fromEntries` defines own properties
 * (ECMA-262, CreateDataPropertyOnObject).
 */
export function bodyText(body: UpdateBody): string {
  return JSON.stringify({
    ...(body.name === null ? {} : { name: body.name }),
    ...(body.keyvalues === null ? {} : { keyvalues: Object.fromEntries(body.keyvalues) }),
  });
}

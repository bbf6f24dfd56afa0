import { metadataKey, type Field, type FieldValue } from '../files/field.ts';
import type { MetadataMode, RawKeyvalues } from '../service/metadata-mode.ts';
import { fail, ok, type Result } from '../core/result.ts';

export type FieldWrite = { readonly field: Field; readonly value: FieldValue };

/** The members of an update's body; a member that is absent asks for nothing. */
export type UpdateBody = {
  readonly name: string | null;
  readonly keyvalues: ReadonlyMap<string, unknown> | null;
};

/** `cannotRemove`: this service merges and does not take `null`, so a key, once there, stays. */
export type UpdateBodyFailure = { readonly kind: 'cannotRemove'; readonly key: string };

/** What the person is told of it, wherever it shows. */
export const cannotRemoveWords = (key: string): string => `This service cannot remove a key ("${key}")`;

/**
 * The body that makes `writes` true without touching anything else, given what is known of the service.
 *
 * While that is unknown the full map just read goes along, with the changes applied: under merge and under replace
 * alike nothing is lost, and the worst outcome is a removed key that is still there, which the answer shows.
 *
 * @param current the key/values read just before, as JSON had them: values that are not strings go back unchanged
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

export const sendsAll = (mode: MetadataMode): boolean => mode === 'unknown' || mode === 'replace';

function patched(current: RawKeyvalues, metadata: readonly (readonly [string, FieldValue])[]): Map<string, unknown> {
  const all = new Map(current);
  for (const [key, value] of metadata) {
    if (value === null) all.delete(key);
    else all.set(key, value);
  }
  return all;
}

/** The exact text of the request. `Object.fromEntries` makes own properties, so a key `__proto__` is plain data. */
export function bodyText(body: UpdateBody): string {
  return JSON.stringify({
    ...(body.name === null ? {} : { name: body.name }),
    ...(body.keyvalues === null ? {} : { keyvalues: Object.fromEntries(body.keyvalues) }),
  });
}

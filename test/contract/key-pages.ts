import { ask, object, success, type JsonObject } from './ask.ts';
import { must, type Subject } from './check.ts';
import { KEY_FIELDS, mustBeRecord } from './record-fields.ts';

/** Pages asked for before an account counts as too large to be gone through. */
const MOST_PAGES = 200;

/** Keys gathered by offset. */
export type Keys = {
  readonly keys: readonly JsonObject[];
  /** Whether an empty page was reached. */
  readonly isWhole: boolean;
};

/** One page of keys. @param query without the question mark */
export async function keysPage(subject: Subject, query = ''): Promise<readonly JsonObject[]> {
  const body = success(await ask(subject, query === '' ? '/api_keys' : `/api_keys?${query}`));
  const { keys } = body;
  must(Array.isArray(keys), 'the body has no array named keys');
  return keys.map((key: unknown) => object(key, 'a key'));
}

/** Every key under a filter, page after page until one is empty, or is nothing but repetition. */
export async function everyKey(subject: Subject, filter = ''): Promise<Keys> {
  const keys: JsonObject[] = [];
  const ids = new Set<string>();
  for (let page = 0; page < MOST_PAGES; page++) {
    const found = await keysPage(subject, `${filter}${filter && '&'}offset=${keys.length}`);
    if (found.length === 0) return { keys, isWhole: true };
    keys.push(...found);
    const known = ids.size;
    for (const key of found) ids.add(idOf(key));
    if (ids.size === known) break;
  }
  return { keys, isWhole: false };
}

export function idOf(key: JsonObject): string {
  const { id } = key;
  must(typeof id === 'string', 'a key has no id');
  return id;
}

export function nameOf(key: JsonObject): string | null {
  return typeof key['name'] === 'string' ? key['name'] : null;
}

/** The limit of a key, or null when it has none. Zero and less are seen to mean none. */
export function limitOf(key: JsonObject): number | null {
  const limit = key['max_uses'];
  return typeof limit === 'number' && limit > 0 ? limit : null;
}

export function usesOf(key: JsonObject): number {
  return typeof key['uses'] === 'number' ? key['uses'] : 0;
}

export function mustBeKey(key: JsonObject): void {
  mustBeRecord(key, KEY_FIELDS, ['id'], `the key ${String(key['id'])}`);
}

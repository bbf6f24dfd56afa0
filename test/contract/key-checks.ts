import { ask, object, success } from './ask.ts';
import { must, type Check, type Subject } from './check.ts';
import { everyKey, idOf, keysPage, limitOf, mustBeKey, usesOf, type Keys } from './key-pages.ts';
import { ENDPOINTS_FIELDS, mustBeRecord, SCOPES_FIELDS } from './record-fields.ts';

function check(name: string, section: string, examine: Check['examine']): Check {
  return { name, section, examine };
}

async function envelope(subject: Subject): Promise<string | null> {
  const body = success(await ask(subject, '/api_keys'));
  must(Array.isArray(body['keys']), 'the body has no array named keys');
  must(Number.isInteger(body['count']), `count is ${JSON.stringify(body['count'])}, not an integer`);
  return null;
}

async function records(subject: Subject): Promise<string | null> {
  const { keys } = await everyKey(subject);
  keys.forEach(mustBeKey);
  return keys.length === 0 ? 'the account has no keys' : null;
}

async function scopes(subject: Subject): Promise<string | null> {
  const scoped = (await everyKey(subject)).keys.filter((key) => key['scopes'] !== null && key['scopes'] !== undefined);
  for (const key of scoped) {
    const found = object(key['scopes'], 'scopes');
    mustBeRecord(found, SCOPES_FIELDS, [], `the scopes of key ${idOf(key)}`);
    const endpoints = found['endpoints'] ?? null;
    if (endpoints !== null) mustBeRecord(object(endpoints, 'endpoints'), ENDPOINTS_FIELDS, [], `key ${idOf(key)}`);
  }
  return scoped.length === 0 ? 'no key has scopes' : null;
}

async function revoked(subject: Subject): Promise<string | null> {
  const { keys } = await everyKey(subject, 'revoked=true');
  for (const key of keys) must(key['revoked'] === true, `the key ${idOf(key)} is listed but not revoked`);
  return keys.length === 0 ? 'the account has no revoked keys' : null;
}

async function limitedUse(subject: Subject): Promise<string | null> {
  const limited = await everyKey(subject, 'limitedUse=true');
  for (const key of limited.keys) {
    must(Number.isInteger(key['max_uses']), `the key ${idOf(key)} is listed but has no max_uses`);
  }
  const all = await everyKey(subject);
  mustHoldEvery(limited, all, (key) => limitOf(key) !== null, 'has a limit');
  return limited.keys.length === 0 ? 'the account has no limited keys' : null;
}

async function exhausted(subject: Subject): Promise<string | null> {
  const usedUp = (key: Keys['keys'][number]): boolean => {
    const limit = limitOf(key);
    return limit !== null && usesOf(key) >= limit;
  };
  const found = await everyKey(subject, 'limitedUse=true&exhausted=true');
  for (const key of found.keys) must(usedUp(key), `the key ${idOf(key)} is listed but has uses left`);
  mustHoldEvery(found, await everyKey(subject, 'limitedUse=true'), usedUp, 'is used up');
  return found.keys.length === 0 ? 'the account has no exhausted keys' : null;
}

/** A filter leaves out no key that it should show, as far as both lists are whole. */
function mustHoldEvery(filtered: Keys, all: Keys, belongs: (key: Keys['keys'][number]) => boolean, why: string): void {
  if (!filtered.isWhole || !all.isWhole) return;
  const shown = new Set(filtered.keys.map(idOf));
  for (const key of all.keys.filter(belongs)) must(shown.has(idOf(key)), `the key ${idOf(key)} ${why} but is left out`);
}

async function exhaustedAlone(subject: Subject): Promise<string | null> {
  const answer = await ask(subject, '/api_keys?exhausted=true');
  if (answer.status >= 400 && answer.status < 500) return null;
  const alone = (await keysPage(subject, 'exhausted=true')).map(idOf);
  const plain = (await keysPage(subject)).map(idOf);
  must(alone.join() === plain.join(), 'exhausted without limitedUse is neither refused nor without effect');
  return null;
}

async function together(subject: Subject): Promise<string | null> {
  const { keys } = await everyKey(subject, 'revoked=true&limitedUse=true');
  for (const key of keys) {
    const isBoth = key['revoked'] === true && Number.isInteger(key['max_uses']);
    must(isBoth, `the key ${idOf(key)} is listed but not both revoked and limited`);
  }
  return keys.length === 0 ? 'the account has no keys that are both' : null;
}

async function offsetSkips(subject: Subject): Promise<string | null> {
  const [whole, rest] = [await keysPage(subject, 'offset=0'), await keysPage(subject, 'offset=1')];
  if (whole.length < 2) return 'the account has fewer than two keys';
  const expected = whole.slice(1).map(idOf);
  must(rest.slice(0, expected.length).map(idOf).join() === expected.join(), 'offset=1 does not skip exactly one key');
  return null;
}

async function offsetReachesTheEnd(subject: Subject): Promise<string | null> {
  const { keys, isWhole } = await everyKey(subject);
  const ids = new Set<string>();
  for (const key of keys) {
    must(!ids.has(idOf(key)), `the key ${idOf(key)} is on two pages`);
    ids.add(idOf(key));
  }
  return isWhole ? null : `no page was empty after ${keys.length} keys`;
}

/** Sections 2.2, 2.3, 3 and 4.2, without the filter by name. */
export const keyChecks: readonly Check[] = [
  check('keys come in an object with keys and count', '4.2', envelope),
  check('each field of a key that is there has its type', '2.2', records),
  check('scopes hold groups of endpoint flags and an admin flag', '2.3', scopes),
  check('revoked=true shows only revoked keys', '4.2', revoked),
  check('limitedUse=true shows the keys that have max_uses and no others', '4.2', limitedUse),
  check('exhausted=true with limitedUse=true shows the used up keys and no others', '4.2, 8', exhausted),
  check('exhausted=true alone is refused or without effect', '4.2, 8', exhaustedAlone),
  check('revoked and limitedUse narrow the list together', '4.2', together),
  check('offset skips that many keys', '4.2', offsetSkips),
  check('offset reaches an empty page without a duplicate', '4.2', offsetReachesTheEnd),
];

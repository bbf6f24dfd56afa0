import type { FaultSettings } from '../faults/fault-settings.ts';
import { HttpError } from '../http.ts';
import { fieldsOf, type Json } from '../json.ts';
import type { Keyvalues, StoredFile } from '../tables/records.ts';

/** The change in an Update File request; null for a field that stays. */
export type FileChange = {
  readonly name: string | null;
  /** A null value removes the key. */
  readonly keyvalues: ReadonlyMap<string, string | null> | null;
};

/**
 * Reads the body of Update File.
 *
 * @throws HttpError 422 for a field of the wrong type, unless the fault settings ignore such fields
 */
export function fileChange(body: Json, { wrongShapes }: FaultSettings): FileChange {
  const fields = fieldsOf(body);
  const refuse = (message: string): null => {
    if (wrongShapes === 'ignore') return null;
    throw new HttpError(422, message);
  };
  if (!fields) return { name: refuse('the body must be a JSON object'), keyvalues: null };
  const name = fields.get('name');
  const keyvalues = fields.get('keyvalues');
  return {
    name: name === undefined || isText(name) ? (name ?? null) : refuse('name must be a string'),
    keyvalues: keyvalues === undefined ? null : (pairs(keyvalues) ?? refuse('keyvalues must hold strings or nulls')),
  };
}

/** UTF-8 cannot encode half a surrogate pair (RFC 3629, 3). */
function isText(value: Json): value is string {
  return typeof value === 'string' && value.isWellFormed();
}

function pairs(value: Json): ReadonlyMap<string, string | null> | null {
  const fields = fieldsOf(value);
  if (!fields) return null;
  const found = new Map<string, string | null>();
  for (const [key, text] of fields) {
    if (!isText(key) || !(text === null || isText(text))) return null;
    found.set(key, text);
  }
  return found;
}

/**
 * Applies a change to a file.
 *
 * @throws HttpError 400 when the file would break a limit, or the fault settings refuse nulls
 */
export function changed(file: StoredFile, change: FileChange, switches: FaultSettings): StoredFile {
  const name = change.name === null ? file.name : normalised(change.name, switches);
  if (change.name !== null && Array.from(change.name).length > switches.maxNameLength) {
    throw new HttpError(400, `name is longer than ${switches.maxNameLength} characters`);
  }
  if (change.keyvalues === null) return { ...file, name };
  const keyvalues = mixed(file.keyvalues ?? new Map(), change.keyvalues, switches);
  if (keyvalues.size > switches.maxPairs) {
    throw new HttpError(400, `keyvalues would hold more than ${switches.maxPairs} pairs`);
  }
  return { ...file, name, keyvalues };
}

function normalised(name: string, { nameNormalising }: FaultSettings): string {
  return nameNormalising === 'trimAndCompose' ? name.trim().normalize('NFC') : name;
}

function mixed(
  before: Keyvalues,
  changes: ReadonlyMap<string, string | null>,
  { keyvaluesMode }: FaultSettings,
): Keyvalues {
  const after = new Map(keyvaluesMode === 'replace' ? [] : before);
  for (const [key, value] of changes) {
    if (value !== null) after.set(key, value);
    else if (keyvaluesMode === 'merge') after.delete(key);
    else if (keyvaluesMode === 'mergeNullAsText') after.set(key, 'null');
    else throw new HttpError(400, 'keyvalues must hold strings');
  }
  return after;
}

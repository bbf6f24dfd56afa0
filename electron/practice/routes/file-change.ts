import { HttpError } from '../responses.ts';
import { fieldsOf, type Json } from '../json.ts';
import type { Keyvalues, StoredFile } from '../tables/records.ts';
import type { FaultSettings } from '../faults/fault-settings.ts';

/** What Update File was asked to change; null for what it was not. */
export type FileChange = {
  readonly name: string | null;
  /** Null as a value asks for the removal of the key. */
  readonly keyvalues: ReadonlyMap<string, string | null> | null;
};

/**
 * Reads the body of Update File.
 *
 * @throws Refusal 422 when a member has the wrong type, unless the switches say that such members are ignored
 */
export function fileChange(body: Json, { wrongShapes }: FaultSettings): FileChange {
  const members = fieldsOf(body);
  const refuse = (message: string): null => {
    if (wrongShapes === 'ignore') return null;
    throw new HttpError(422, message);
  };
  if (!members) return { name: refuse('the body must be a JSON object'), keyvalues: null };
  const name = members.get('name');
  const keyvalues = members.get('keyvalues');
  return {
    name: name === undefined || isText(name) ? (name ?? null) : refuse('name must be a string'),
    keyvalues: keyvalues === undefined ? null : (pairs(keyvalues) ?? refuse('keyvalues must hold strings or nulls')),
  };
}

/** Text that can be stored as UTF-8: a lone surrogate cannot. */
function isText(value: Json): value is string {
  return typeof value === 'string' && value.isWellFormed();
}

function pairs(value: Json): ReadonlyMap<string, string | null> | null {
  const members = fieldsOf(value);
  if (!members) return null;
  const found = new Map<string, string | null>();
  for (const [key, text] of members) {
    if (!isText(key) || !(text === null || isText(text))) return null;
    found.set(key, text);
  }
  return found;
}

/**
 * The file as it is after the change.
 *
 * @throws Refusal 400 when the result breaks a limit, or a null is not taken as a removal
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
  asked: ReadonlyMap<string, string | null>,
  { keyvaluesMode }: FaultSettings,
): Keyvalues {
  const after = new Map(keyvaluesMode === 'replace' ? [] : before);
  for (const [key, value] of asked) {
    if (value !== null) after.set(key, value);
    else if (keyvaluesMode === 'merge') after.delete(key);
    else if (keyvaluesMode === 'mergeNullAsText') after.set(key, 'null');
    else throw new HttpError(400, 'keyvalues must hold strings');
  }
  return after;
}

import { isObject, type JsonObject } from './ask.ts';
import { must } from './check.ts';

/** What the interface says about one field. */
type Field = { readonly type: string; readonly holds: (value: unknown) => boolean };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function text(type: string, pattern = /^/): Field {
  return { type, holds: (value) => typeof value === 'string' && pattern.test(value) };
}

const string = text('a string');
const uuid = text('a UUID-shaped string', UUID);
const integer: Field = { type: 'an integer', holds: Number.isInteger };
const boolean: Field = { type: 'a boolean', holds: (value) => typeof value === 'boolean' };
const anObject: Field = { type: 'an object', holds: isObject };
const strings: Field = {
  type: 'an object of strings',
  holds: (value) => isObject(value) && Object.values(value).every((entry) => typeof entry === 'string'),
};
const fractionalTime = text('an ISO 8601 time with fractional seconds and Z', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/);
const millisecondTime = text('an ISO 8601 time with milliseconds and Z', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const flags: Field = {
  type: 'an object of flags',
  holds: (value) => isObject(value) && Object.values(value).every((flag) => flag === null || typeof flag === 'boolean'),
};

/** Section 2.1. */
export const FILE_FIELDS: Readonly<Record<string, Field>> = {
  id: uuid,
  name: string,
  cid: string,
  size: integer,
  number_of_files: integer,
  mime_type: string,
  group_id: string,
  keyvalues: strings,
  created_at: fractionalTime,
};

/** Section 2.2. */
export const KEY_FIELDS: Readonly<Record<string, Field>> = {
  id: uuid,
  name: string,
  key: text('a hexadecimal string', /^[0-9a-f]+$/i),
  max_uses: integer,
  uses: integer,
  user_id: uuid,
  scopes: anObject,
  revoked: boolean,
  createdAt: millisecondTime,
  updatedAt: millisecondTime,
};

/** Section 2.3. */
export const SCOPES_FIELDS: Readonly<Record<string, Field>> = { endpoints: anObject, admin: boolean };
export const ENDPOINTS_FIELDS: Readonly<Record<string, Field>> = { pinning: flags };

/** Section 2.4. */
export const SIGNATURE_FIELDS: Readonly<Record<string, Field>> = {
  cid: string,
  signature: text('a hexadecimal string prefixed with 0x', /^0x[0-9a-f]+$/i),
};

/**
 * Every field that is there is of its type. Which fields may be null or absent is not shown, so only those named in
 * `needed` must be there.
 */
export function mustBeRecord(
  record: JsonObject,
  fields: Readonly<Record<string, Field>>,
  needed: readonly string[],
  what: string,
): void {
  for (const [name, { type, holds }] of Object.entries(fields)) {
    const value = Object.hasOwn(record, name) ? record[name] : undefined;
    const isLeftOut = value === undefined || value === null;
    must(!isLeftOut || !needed.includes(name), `${what} has no ${name}`);
    must(isLeftOut || holds(value), `${name} of ${what} is ${JSON.stringify(value)?.slice(0, 100)}, not ${type}`);
  }
}

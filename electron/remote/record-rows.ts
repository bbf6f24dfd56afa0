import { z } from 'zod';
import { fileId, keyId, type Network } from '../../src/domain/core/ids.ts';
import { fail, ok, type Result } from '../../src/domain/core/result.ts';
import { metadataText } from '../../src/domain/files/field.ts';
import type { Pairs } from '../../src/domain/files/file.ts';
import type { ApiKey } from '../../src/domain/keys/api-key.ts';
import type { ReceivedFile } from './service.ts';

/** Text; an absent or null field is null. Half surrogate pairs become U+FFFD, as SQLite would store them in UTF-8. */
export const textOrNull = z
  .string()
  .nullish()
  .transform((text) => text?.toWellFormed() ?? null);

/** Text that only describes a record. A value of another type counts as absent. */
export const descriptionOrNull = textOrNull.catch(null);

/**
 * An integer, also as digits in quotes. Any other value counts as absent: also a fraction, and an integer beyond those that
 * a double holds exactly. SQLite refuses both for a column of integers, and one such row would end the whole scan.
 */
export const amountOrNull = z
  .unknown()
  .optional()
  .transform((value): number | null => {
    const digits = JSON.isRawJSON(value) ? value.rawJSON : value;
    if (typeof digits !== 'number' && (typeof digits !== 'string' || !/^-?\d+(?:\.\d+)?$/.test(digits))) return null;
    const amount = Number(digits);
    return Number.isSafeInteger(amount) ? amount : null;
  });

/** A number of bytes or files. A negative number counts as absent. */
export const sizeOrNull = amountOrNull.transform((amount) => (amount !== null && amount >= 0 ? amount : null));

/** The fields of a JSON object in order. A Map keeps the field `__proto__`, which zod's objects and records drop. */
export const fieldsOrEmpty = z
  .unknown()
  .optional()
  .transform((value, { addIssue }): ReadonlyMap<string, unknown> => {
    if (value === null || value === undefined) return new Map();
    // PHP's `json_encode` writes an empty array as `[]`, whatever the array stands for.
    if (Array.isArray(value) && value.length === 0) return new Map();
    if (typeof value === 'object' && !Array.isArray(value) && !JSON.isRawJSON(value))
      return new Map(Object.entries(value));
    addIssue('not an object');
    return new Map();
  });

/** Fields that an edit changes are strict; fields that only describe a file may be absent or of another type. */
const fileRow = z.object({
  id: fileId,
  name: textOrNull,
  cid: descriptionOrNull,
  size: sizeOrNull,
  number_of_files: sizeOrNull,
  mime_type: descriptionOrNull,
  group_id: descriptionOrNull,
  keyvalues: fieldsOrEmpty,
  created_at: descriptionOrNull,
});

/** A row, or the reason why it is unreadable. */
export type ReadRow<T> = Result<T, string>;

/** What is wrong with a row, by the schema's first issue, which holds no value of the row: "id: Invalid input: …". */
const flawOf = ({ issues: [first] }: z.ZodError): string =>
  first === undefined ? 'unreadable' : [...first.path.map(String), first.message].join(': ');

/** Reads the record of one file. @returns null when it is unreadable */
export function readFileRow(value: unknown, network: Network): ReceivedFile | null {
  const read = fileOfRow(value, network);
  return read.ok ? read.value : null;
}

/** Reads a row of a file list. */
export function fileOfRow(value: unknown, network: Network): ReadRow<ReceivedFile> {
  const read = fileRow.safeParse(value);
  if (!read.success) return fail(`file: ${flawOf(read.error)}`);
  const { data } = read;
  return ok({
    record: {
      network,
      id: data.id,
      name: data.name,
      // The service computes a CID after the upload; until then the record has none.
      cid: data.cid ?? 'pending',
      sizeBytes: data.size,
      numberOfFiles: data.number_of_files,
      mimeType: data.mime_type,
      groupId: data.group_id,
      keyvalues: pairsOf(data.keyvalues),
      createdAt: data.created_at,
    },
    raw: JSON.stringify(value),
    keyvalues: data.keyvalues,
  });
}

/** Keys and values as text. The last value wins where keys differ in half surrogate pairs only. */
function pairsOf(keyvalues: ReadonlyMap<string, unknown>): Pairs {
  const texts = new Map<string, string>();
  for (const [key, value] of keyvalues) texts.set(key.toWellFormed(), metadataText(value));
  return [...texts];
}

const keyRow = z.object({
  id: keyId,
  name: descriptionOrNull,
  key: descriptionOrNull,
  max_uses: amountOrNull,
  uses: amountOrNull,
  user_id: descriptionOrNull,
  revoked: z
    .boolean()
    .nullish()
    .transform((revoked) => revoked ?? false),
  scopes: z.unknown().optional(),
  createdAt: descriptionOrNull,
  updatedAt: descriptionOrNull,
});

/** An API key from an answer, and its row as JSON; both without the key's secret. */
export type ReceivedKey = { readonly key: ApiKey; readonly raw: string };

/** Reads a row of a key list, without the key's secret. */
export function keyOfRow(value: unknown): ReadRow<ReceivedKey> {
  const read = keyRow.safeParse(value);
  if (!read.success) return fail(`API key: ${flawOf(read.error)}`);
  const { max_uses, user_id, scopes, ...same } = read.data;
  return ok({
    key: {
      ...same,
      maxUses: max_uses,
      userId: user_id,
      scopesJson: JSON.stringify(scopes ?? {}, withoutSecrets(null, HIDDEN)),
    },
    raw: JSON.stringify(value, withoutSecrets(value)),
  });
}

/** An API key without the token of the connection: a service may list its tokens as the values of keys, under any member. */
export function keyWithoutToken(received: ReceivedKey, token: string): ReceivedKey {
  const inJson = JSON.stringify(token).slice(1, -1);
  if (token.length < SHORTEST_TOKEN || !(received.raw + received.key.scopesJson).includes(inJson)) return received;
  const { key, raw } = received;
  const without = (text: string | null): string | null => text?.replaceAll(token, HIDDEN) ?? null;
  const texts = { name: without(key.name), key: without(key.key), userId: without(key.userId) };
  const times = { createdAt: without(key.createdAt), updatedAt: without(key.updatedAt) };
  const scopesJson = key.scopesJson.replaceAll(inJson, HIDDEN);
  return { key: { ...key, ...texts, ...times, scopesJson }, raw: raw.replaceAll(inJson, HIDDEN) };
}

/** A shorter token may be an ordinary word of a name. */
const SHORTEST_TOKEN = 16;

/**
 * A replacer for `JSON.stringify` that leaves out a key's secret, which answers in the older form contain, under any name: a
 * text of a secret's form stays only in the members of the row that are known. A boolean is a permission and stays.
 *
 * @param hidden stands in the place of such a text; undefined leaves it out with its member
 */
const withoutSecrets = (row: unknown, hidden?: string) =>
  function (this: unknown, member: string, value: unknown): unknown {
    if (typeof value === 'boolean' || (this === row && KNOWN.has(member))) return value;
    if (SECRET.test(member)) return undefined;
    return typeof value === 'string' && SECRET_FORM.test(value) ? hidden : value;
  };

/** A key with a scope of a secret's form must not pass for one that may do nothing. */
const HIDDEN = '[removed]';

const KNOWN = new Set([...Object.keys(keyRow.shape), 'created_at', 'updated_at']);
const SECRET = /secret$|^jwt$/i;
/** Random letters and digits, or a JWT: longer than a word, with a digit, without a space or a colon. */
const SECRET_FORM = /^(?=.*\d)[\w+/=.~-]{20,}$/;

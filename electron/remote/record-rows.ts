import { z } from 'zod';
import { fileId, keyId, type Network } from '../../src/domain/core/ids.ts';
import type { Pairs } from '../../src/domain/files/file.ts';
import type { ApiKey } from '../../src/domain/keys/api-key.ts';
import { amountOrNull, descriptionOrNull, fieldsOrEmpty, sizeOrNull, textOrNull } from './json-fields.ts';
import type { ReceivedFile } from './service.ts';

/** What an edit touches must be what the service said; what only describes may be missing or odd. */
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

/** @returns null when the row cannot be understood */
export function readFileRow(value: unknown, network: Network): ReceivedFile | null {
  const read = fileRow.safeParse(value);
  if (!read.success) return null;
  const { data } = read;
  return {
    record: {
      network,
      id: data.id,
      name: data.name,
      // A service without a CID to tell is still computing it.
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
  };
}

/** Keys and values as text; keys that differ only in half surrogate pairs become one, the last. */
function pairsOf(keyvalues: ReadonlyMap<string, unknown>): Pairs {
  const texts = new Map<string, string>();
  for (const [key, value] of keyvalues) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    texts.set(key.toWellFormed(), text.toWellFormed());
  }
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

export type ReceivedKey = { readonly key: ApiKey; readonly raw: string };

/** @returns null when the row cannot be understood */
export function readKeyRow(value: unknown): ReceivedKey | null {
  const read = keyRow.safeParse(value);
  if (!read.success) return null;
  const { max_uses, user_id, scopes, ...same } = read.data;
  return {
    key: { ...same, maxUses: max_uses, userId: user_id, scopesJson: JSON.stringify(scopes ?? {}, withoutSecrets) },
    raw: JSON.stringify(value, withoutSecrets),
  };
}

/** Older answers list a key's secret; it must not get any further. A scope of that name is a permission, not a secret. */
const withoutSecrets = (member: string, value: unknown): unknown =>
  typeof value !== 'boolean' && SECRET.test(member) ? undefined : value;

const SECRET = /secret$|^jwt$/i;

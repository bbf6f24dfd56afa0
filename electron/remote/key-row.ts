import { z } from 'zod';
import type { ApiKey } from '../../src/domain/keys/api-key.ts';
import { keyId } from '../../src/domain/core/ids.ts';
import { amountOrNull, descriptionOrNull } from './json-fields.ts';

const row = z.object({
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
  const read = row.safeParse(value);
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

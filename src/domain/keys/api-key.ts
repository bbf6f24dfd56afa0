import { z } from 'zod';
import { keyId } from '../core/ids.ts';

/** An API key as the service lists it; its secret, where a service sends one, is dropped before it gets here. */
export const apiKey = z
  .object({
    id: keyId,
    name: z.string().nullable(),
    /** The public key value. */
    key: z.string().nullable(),
    /** As received: absent, null, 0 and -1 have all been seen for "unlimited". */
    maxUses: z.number().nullable(),
    uses: z.number().nullable(),
    userId: z.string().nullable(),
    revoked: z.boolean(),
    /** The scopes object as JSON text, kept whole because its leaves are not all known. */
    scopesJson: z.string(),
    createdAt: z.string().nullable(),
    updatedAt: z.string().nullable(),
  })
  .readonly();
export type ApiKey = z.infer<typeof apiKey>;

export const keyCondition = z.enum(['active', 'limited', 'exhausted', 'revoked']);
export type KeyCondition = z.infer<typeof keyCondition>;

type Counted = Pick<ApiKey, 'maxUses' | 'uses'>;

/** @returns null when the key is unlimited: absent, null, 0 and -1 all mean that */
export const useLimit = (key: Pick<ApiKey, 'maxUses'>): number | null =>
  key.maxUses === null || key.maxUses <= 0 ? null : key.maxUses;

export const isLimited = (key: Pick<ApiKey, 'maxUses'>): boolean => useLimit(key) !== null;

export function isExhausted(key: Counted): boolean {
  const limit = useLimit(key);
  return limit !== null && (key.uses ?? 0) >= limit;
}

/** The one word that matters most about a key: revoked beats exhausted beats limited. */
export function conditionOf(key: Counted & Pick<ApiKey, 'revoked'>): KeyCondition {
  if (key.revoked) return 'revoked';
  if (isExhausted(key)) return 'exhausted';
  return isLimited(key) ? 'limited' : 'active';
}

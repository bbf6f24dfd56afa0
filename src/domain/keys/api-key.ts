import { z } from 'zod';
import { keyId } from '../core/ids.ts';

/** An API key as the service lists it, without its secret, which `electron/remote` removes from every answer. */
export const apiKey = z
  .object({
    id: keyId,
    name: z.string().nullable(),
    /** The public key value. */
    key: z.string().nullable(),
    /** As received: services write null, 0 or -1 for "unlimited", or leave it out. */
    maxUses: z.number().nullable(),
    uses: z.number().nullable(),
    userId: z.string().nullable(),
    revoked: z.boolean(),
    /** The whole scopes object as JSON text, because not all of its leaves are known. */
    scopesJson: z.string(),
    createdAt: z.string().nullable(),
    updatedAt: z.string().nullable(),
  })
  .readonly();
export type ApiKey = z.infer<typeof apiKey>;

/** The condition of a key, as `conditionOf` decides it. */
export const keyCondition = z.enum(['active', 'limited', 'exhausted', 'revoked']);
export type KeyCondition = z.infer<typeof keyCondition>;

type Counted = Pick<ApiKey, 'maxUses' | 'uses'>;

/** The most uses of a key, 1 or more; null when it is unlimited. */
export const useLimit = (key: Pick<ApiKey, 'maxUses'>): number | null =>
  key.maxUses === null || key.maxUses <= 0 ? null : key.maxUses;

/** Whether a key has a limit of uses. */
export const isLimited = (key: Pick<ApiKey, 'maxUses'>): boolean => useLimit(key) !== null;

/** Whether a key has no uses left. */
export function isExhausted(key: Counted): boolean {
  const limit = useLimit(key);
  return limit !== null && (key.uses ?? 0) >= limit;
}

/** The condition that matters most: revoked, then exhausted, then limited. */
export function conditionOf(key: Counted & Pick<ApiKey, 'revoked'>): KeyCondition {
  if (key.revoked) return 'revoked';
  if (isExhausted(key)) return 'exhausted';
  return isLimited(key) ? 'limited' : 'active';
}

/** One row of the list of keys: a key in the mirror. */
export const keyRow = z.object({
  key: apiKey,
  condition: keyCondition,
  /** The limit of uses; null when unlimited. */
  limit: z.number().nullable(),
  seenAtMs: z.number(),
  /** The first complete scan without the key; null while the service lists it. */
  missingSinceMs: z.number().nullable(),
  /** The start of the known time without uses; null when unknown. */
  idleSinceMs: z.number().nullable(),
});
export type KeyRow = Readonly<z.infer<typeof keyRow>>;

/** Numbers of keys by condition. */
export const keyCounts = z.object({
  all: z.number(),
  active: z.number(),
  limited: z.number(),
  exhausted: z.number(),
  revoked: z.number(),
});
export type KeyCounts = Readonly<z.infer<typeof keyCounts>>;

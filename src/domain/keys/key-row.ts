import { z } from 'zod';
import { apiKey, keyCondition } from './api-key.ts';

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

import { z } from 'zod';
import { apiKey, keyCondition } from '../domain/api-key.ts';
import { connectionId, keyId } from '../domain/ids.ts';
import { keyQuery } from '../domain/view-query.ts';
import { channel } from './channel.ts';

export const keyRow = z.object({
  key: apiKey,
  condition: keyCondition,
  limit: z.number().nullable(),
  seenAtMs: z.number(),
  /** When a complete pass no longer listed it; null while it is listed. */
  missingSinceMs: z.number().nullable(),
});
export type KeyRow = Readonly<z.infer<typeof keyRow>>;

export const keyCounts = z.object({
  all: z.number(),
  active: z.number(),
  limited: z.number(),
  exhausted: z.number(),
  revoked: z.number(),
});
export type KeyCounts = Readonly<z.infer<typeof keyCounts>>;

const inConnection = z.object({ connectionId });

export const keyChannels = {
  'keys.page': channel(
    inConnection.extend({
      query: keyQuery,
      from: z.number().int().nonnegative(),
      to: z.number().int().nonnegative(),
    }),
    z.object({ rows: z.array(keyRow), count: z.number() }),
  ),
  'keys.get': channel(inConnection.extend({ id: keyId }), keyRow.extend({ raw: z.string() })),
  'keys.counts': channel(inConnection, keyCounts),
};

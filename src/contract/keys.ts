import { z } from 'zod';
import { apiKey, keyCondition } from '../domain/keys/api-key.ts';
import { connectionId, keyId } from '../domain/core/ids.ts';
import { keyAlert } from '../domain/keys/key-alert.ts';
import { keyAudit } from '../domain/keys/key-audit.ts';
import { forecast } from '../domain/keys/key-forecast.ts';
import { usageRun } from '../domain/keys/usage-samples.ts';
import { channel } from './channel.ts';
import { keyQuery, serviceKeyFilters } from '../domain/keys/queries.ts';

export const keyRow = z.object({
  key: apiKey,
  condition: keyCondition,
  limit: z.number().nullable(),
  seenAtMs: z.number(),
  /** When a complete pass no longer listed it; null while it is listed. */
  missingSinceMs: z.number().nullable(),
  /** Since when it is known not to have been used; null when nothing is known. */
  idleSinceMs: z.number().nullable(),
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

/** A key with every sample of its uses, oldest first, and when it runs out. */
export const usedKey = keyRow.extend({ runs: z.array(usageRun), forecast });
export type UsedKey = Readonly<z.infer<typeof usedKey>>;

export const keyTableFormat = z.enum(['csv', 'json']);
export type KeyTableFormat = z.infer<typeof keyTableFormat>;

const namedKey = z.object({ id: keyId, name: z.string().nullable() });

/** The answer of the service to a question that the copy has answered too. */
export const serviceComparison = z.object({
  askedAtMs: z.number(),
  requests: z.number(),
  /** Keys the service answered with. */
  found: z.number(),
  /** False when the service has more pages than are asked for: then nothing is said of what is only here. */
  isWhole: z.boolean(),
  /** Rows of the answer that could not be understood. */
  setAside: z.number(),
  same: z.number(),
  onlyThere: z.array(namedKey),
  onlyHere: z.array(namedKey),
});
export type ServiceComparison = Readonly<z.infer<typeof serviceComparison>>;

const alerts = z.object({ alerts: z.array(keyAlert) });

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
  'keys.get': channel(inConnection.extend({ id: keyId }), usedKey.extend({ raw: z.string() })),
  'keys.counts': channel(inConnection, keyCounts),
  /** By its public value, as a token names it; null when the copy does not hold it. */
  'keys.byValue': channel(inConnection.extend({ value: z.string().max(1_000) }), usedKey.nullable()),
  'keys.audit': channel(inConnection, keyAudit),
  /** All keys of a question as text for a file; what is secret was never kept. */
  'keys.export': channel(
    inConnection.extend({ query: keyQuery, format: keyTableFormat }),
    z.object({ text: z.string(), count: z.number() }),
  ),
  /** Asks the service with its own filters, and compares its answer with that of the copy. */
  'keys.askService': channel(inConnection.extend({ filters: serviceKeyFilters }), serviceComparison),
  'keys.alerts': channel(inConnection, alerts),
  /** They stay, but are no longer shown as news. */
  'keys.dismissAlerts': channel(inConnection, alerts),
};

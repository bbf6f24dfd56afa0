import { z } from 'zod';
import { connectionId, keyId } from '../domain/core/ids.ts';
import { keyCounts } from '../domain/keys/api-key.ts';
import { listedKey } from '../domain/keys/listed-key.ts';
import { keyAlert, raisedAlert } from '../domain/keys/key-alert.ts';
import { keyRunOuts } from '../domain/keys/key-run-outs.ts';
import { keyAudit } from '../domain/keys/key-audit.ts';
import { usedKey } from '../domain/keys/key-usage.ts';
import { keyQuery, serviceKeyFilters } from '../domain/keys/queries.ts';
import { onlyThereReason } from '../domain/keys/key-comparison.ts';
import { nameSearch } from '../domain/service/name-search.ts';
import { channel } from './channel.ts';

/** The formats of an exported list of keys. */
export const keyTableFormat = z.enum(['csv', 'json']);
export type KeyTableFormat = z.infer<typeof keyTableFormat>;

const namedKey = z.object({ id: keyId, name: z.string().nullable() });

/** The comparison of the service's answer with the mirror's for the same filters. */
export const serviceComparison = z.object({
  askedAtMs: z.number(),
  requests: z.number(),
  /** Keys in the service's answer. */
  found: z.number(),
  /** False when the service has further pages; then `onlyHere` is empty. */
  isWhole: z.boolean(),
  /** Unreadable rows in the answer. */
  setAside: z.number(),
  same: z.number(),
  /** At most 50 of each reason; the numbers count all. */
  onlyThere: z.array(namedKey.extend({ reason: onlyThereReason })),
  onlyThereKeys: z.record(onlyThereReason, z.number()),
  /** At most 50; the number counts all. */
  onlyHere: z.array(namedKey),
  onlyHereKeys: z.number(),
  /** The reading of the `name` filter that the mirror answered with. */
  nameSearch,
  /** Whether this answer showed that reading. */
  isNameSearchNew: z.boolean(),
});
export type ServiceComparison = Readonly<z.infer<typeof serviceComparison>>;

const alerts = z.object({ alerts: z.array(keyAlert) });

const inConnection = z.object({ connectionId });

/** Channels of API keys: the mirror's, the service's, and alerts. */
export const keyChannels = {
  /** Rows of a query by position, from `from` to before `to`, at most 200; and how many it finds. */
  'keys.page': channel(
    inConnection.extend({
      query: keyQuery,
      from: z.number().int().nonnegative(),
      to: z.number().int().nonnegative(),
    }),
    z.object({ rows: z.array(listedKey), count: z.number() }),
  ),
  'keys.get': channel(inConnection.extend({ id: keyId }), usedKey.extend({ raw: z.string() })),
  'keys.counts': channel(inConnection, keyCounts),
  /** The key with a public value, as in a token; null when the mirror lacks it. */
  'keys.byValue': channel(inConnection.extend({ value: z.string().max(1_000) }), usedKey.nullable()),
  'keys.audit': channel(inConnection, keyAudit),
  /** Keys that are used up, and those with a forecast end. */
  'keys.runOuts': channel(inConnection, keyRunOuts),
  /** The keys of a query as the text of a file. The mirror contains no secrets. */
  'keys.export': channel(
    inConnection.extend({ query: keyQuery, format: keyTableFormat }),
    z.object({ text: z.string(), count: z.number() }),
  ),
  /** Sends a query with the service's own filters, and compares the answers of service and mirror. */
  'keys.askService': channel(inConnection.extend({ filters: serviceKeyFilters }), serviceComparison),
  'keys.alerts': channel(inConnection, alerts),
  /** Marks the alerts that a person saw as seen; they stay in the list. */
  'keys.dismissAlerts': channel(inConnection.extend({ seen: z.array(raisedAlert).max(100_000) }), alerts),
};

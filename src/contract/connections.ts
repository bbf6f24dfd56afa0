import { z } from 'zod';
import { capability, conflictRule, connection, requestsPerMinute } from '../domain/connections/connection.ts';
import { connectionId, network } from '../domain/core/ids.ts';
import { channel, nothing } from './channel.ts';

/** Where the exchange with the service stands, ready to be put into words. */
export const syncStatus = z.object({
  mode: z.enum(['running', 'paused', 'noToken', 'tokenRefused']),
  network: z.enum(['up', 'down']),
  work: z.enum(['none', 'push', 'pull']),
  trouble: z
    .object({
      reason: z.enum(['unreachable', 'notAnswering', 'rateLimited', 'notOurService', 'notAllowed', 'disk']),
      attempt: z.number(),
      retryAtMs: z.number(),
      detail: z.string(),
    })
    .nullable(),
  /** The last time a check got through to its end; null when none ever did. */
  caughtUpAtMs: z.number().nullable(),
  /** Files with edits, by what they wait for. */
  counts: z.object({
    waiting: z.number(),
    needsYou: z.number(),
    refused: z.number(),
    held: z.number(),
    gone: z.number(),
    /** Bound to another account than the connection has now. */
    parked: z.number(),
  }),
  /** A long job in progress; `total` is null while unknown. */
  job: z
    .object({
      kind: z.enum(['files', 'keys', 'import', 'push']),
      done: z.number(),
      total: z.number().nullable(),
      /** Over the time it has run; null when that is not measured. */
      perSecond: z.number().nullable(),
    })
    .nullable(),
  /** When every file was last looked at, not only the new ones; null when that never came to its end. */
  fullCheckAtMs: z.number().nullable(),
  /** Rows of the service that could not be understood in the last check and were set aside. */
  setAside: z.number(),
});
export type SyncStatus = Readonly<z.infer<typeof syncStatus>>;

export const connectionSummary = z.object({ connection, status: syncStatus });
export type ConnectionSummary = Readonly<z.infer<typeof connectionSummary>>;

/** What a connection test found, area by area. */
export const connectionTest = z.object({
  host: z.string(),
  keys: capability,
  files: capability,
  listing: capability,
  signatures: capability,
});
export type ConnectionTest = Readonly<z.infer<typeof connectionTest>>;

const address = z.object({ baseUrl: z.string().max(2_000), token: z.string().max(10_000) });
const one = z.object({ id: connectionId });

export const practiceState = z.object({
  running: z.boolean(),
  networkOn: z.boolean(),
  fault: z.enum(['none', 'slow', 'errors', 'rateLimit', 'dropAfterApply']),
  listing: z.boolean(),
});
export type PracticeState = Readonly<z.infer<typeof practiceState>>;

export const connectionChannels = {
  'connections.list': channel(nothing, z.array(connectionSummary)),
  'connections.test': channel(address, connectionTest),
  'connections.add': channel(address.extend({ name: z.string().max(200) }), connection),
  /** Starts the practice service on this computer and connects to it; the same one if there is one already. */
  'connections.addPractice': channel(nothing, connection),
  'connections.change': channel(
    one.extend({
      name: z.string().max(200).optional(),
      paused: z.boolean().optional(),
      conflictRule: conflictRule.optional(),
      readBeforeWrite: z.boolean().optional(),
      checkEveryMinutes: z.number().int().min(1).max(1_440).optional(),
      readOnly: z.boolean().optional(),
      requestsPerMinute: requestsPerMinute.nullable().optional(),
    }),
    connection,
  ),
  /** Another base URL. A token is needed for another host, where edits that wait are parked and the copy is taken anew. */
  'connections.move': channel(
    one.extend({ baseUrl: z.string().max(2_000), token: z.string().max(10_000).nullable() }),
    connection,
  ),
  'connections.replaceToken': channel(one.extend({ token: z.string().max(10_000) }), connection),
  /** Forgets the token, and the connection's copy if asked, beyond reading it from the disk; waiting edits stay. */
  'connections.signOut': channel(one.extend({ wipeCopy: z.boolean() }), nothing),
  /** Also "Try now": goes through back-off, never un-pauses. */
  'connections.checkNow': channel(one, nothing),
  /** Forgets what was learnt of the service and asks again. */
  'connections.probeAgain': channel(one, connection),
  'practice.state': channel(nothing, practiceState),
  'practice.set': channel(practiceState.omit({ running: true }).partial(), practiceState),
  /** Somebody else changes this file on the practice service. */
  'practice.editAsSomebodyElse': channel(
    z.object({
      network,
      id: z.string(),
      name: z.string().nullable(),
      keyvalues: z.array(z.tuple([z.string(), z.string().nullable()])),
    }),
    nothing,
  ),
};

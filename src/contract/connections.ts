import { copiedParts } from '../domain/connections/copied-parts.ts';
import { ceilingAnswer } from '../domain/connections/file-ceiling.ts';
import { z } from 'zod';
import { LONGEST_CONNECTION_NAME } from '../domain/connections/connection.ts';
import {
  accountRef,
  capability,
  conflictRule,
  connection,
  requestsPerMinute,
} from '../domain/connections/connection.ts';
import { selfTestResult, selfTestTrace } from '../domain/connections/self-test.ts';
import { sampleFile, updateTrial } from '../domain/connections/update-trial.ts';
import { connectionId, fileKey, network } from '../domain/core/ids.ts';
import { fileStateCounts } from '../domain/edits/edit.ts';
import { replay } from '../domain/edits/replay.ts';
import { fileRetry } from '../domain/service/remote-failure.ts';
import { channel, nothing } from './channel.ts';

const trouble = z.object({
  reason: z.enum([
    'unreachable',
    'notAnswering',
    'rateLimited',
    'notOurService',
    'notAllowed',
    'incompleteList',
    'fileCeiling',
    'disk',
  ]),
  attempt: z.number(),
  retryAtMs: z.number(),
  detail: z.string(),
});

/** The sync status of a connection. */
export const syncStatus = z.object({
  mode: z.enum(['running', 'paused', 'noToken', 'tokenRefused']),
  network: z.enum(['up', 'down']),
  work: z.enum(['none', 'push', 'pull']),
  /** What keeps the mirror old, or else what keeps edits from being sent; null for neither. */
  trouble: trouble.nullable(),
  /** What keeps edits from being sent; null when nothing of the service, the network or the disk does. */
  pushTrouble: trouble.extend({ reason: z.enum([...trouble.shape.reason.options, 'tokenRefused']) }).nullable(),
  /** The next try of a file that failed; null when none did. */
  retry: fileRetry.nullable(),
  /** The end of the last complete scan; null before the first. */
  caughtUpAtMs: z.number().nullable(),
  counts: fileStateCounts,
  /** The running long job; `total` is null while unknown. */
  job: z
    .object({
      kind: z.enum(['files', 'keys', 'import', 'push']),
      done: z.number(),
      total: z.number().nullable(),
      /** The average since the start of the job; null without a measurement. */
      perSecond: z.number().nullable(),
    })
    .nullable(),
  /** The end of the last full scan; null before the first. */
  fullCheckAtMs: z.number().nullable(),
  /** The replay under way, and the last one of many files that ended since the app started; null without one. */
  replay: z.object({ current: replay.nullable(), ended: replay.nullable() }),
  /** Rows in the last scan that could not be read or written. */
  setAside: z.number(),
  /** Why the first of them could not; null for no such row. */
  setAsideReason: z.string().nullable(),
});
export type SyncStatus = Readonly<z.infer<typeof syncStatus>>;

/** A connection with its sync status. */
export const connectionSummary = z.object({ connection, status: syncStatus });
export type ConnectionSummary = Readonly<z.infer<typeof connectionSummary>>;

/** The result of a connection test, by capability. */
export const connectionTest = z.object({
  host: z.string(),
  keys: capability,
  updates: capability,
  listing: capability,
  signatures: capability,
  /** A file that the test saw, for an update trial; null without one. */
  sample: sampleFile.nullable(),
});
export type ConnectionTest = Readonly<z.infer<typeof connectionTest>>;

/** The mirror of one connection, with its share of the size on the disk: all mirrors are in one file. */
export const offlineCopy = z.object({
  connectionId,
  files: z.number(),
  sizeBytes: z.number(),
  caughtUpAtMs: z.number().nullable(),
  fullCheckAtMs: z.number().nullable(),
});
export type OfflineCopy = Readonly<z.infer<typeof offlineCopy>>;

const address = z.object({ baseUrl: z.string().max(2_000), token: z.string().max(10_000) });
const one = z.object({ id: connectionId });

/** Whether the practice service runs, and its settings. */
export const practiceStatus = z.object({
  running: z.boolean(),
  networkOn: z.boolean(),
  fault: z.enum(['none', 'slow', 'errors', 'rateLimit', 'dropAfterApply']),
  listing: z.boolean(),
});
export type PracticeStatus = Readonly<z.infer<typeof practiceStatus>>;

/** Channels of connections and their tokens. */
export const connectionChannels = {
  'connections.list': channel(nothing, z.array(connectionSummary)),
  'connections.test': channel(address, connectionTest),
  /**
   * Sends one update without fields of the file that the latest test saw, and compares the answer. Only after a test of the
   * same address and token, and only because a person asked for it.
   */
  'connections.tryUpdate': channel(address, updateTrial),
  /** Without `copiedParts` everything is copied, or what a known connection copies. */
  'connections.add': channel(
    address.extend({ name: z.string().max(LONGEST_CONNECTION_NAME), copiedParts: copiedParts.optional() }),
    connection,
  ),
  /** Starts the practice service and connects to it. @returns the existing practice connection, if there is one */
  'connections.addPractice': channel(nothing, connection),
  'connections.change': channel(
    one.extend({
      name: z.string().max(LONGEST_CONNECTION_NAME).optional(),
      paused: z.boolean().optional(),
      conflictRule: conflictRule.optional(),
      readBeforeWrite: z.boolean().optional(),
      checkEveryMinutes: z.number().int().min(1).max(1_440).optional(),
      readOnly: z.boolean().optional(),
      requestsPerMinute: requestsPerMinute.nullable().optional(),
    }),
    connection,
  ),
  /**
   * Changes the base URL. Another host requires a token; there the mirror starts anew, and edits that wait are parked.
   */
  'connections.move': channel(
    one.extend({ baseUrl: z.string().max(2_000), token: z.string().max(10_000).nullable() }),
    connection,
  ),
  'connections.replaceToken': channel(one.extend({ token: z.string().max(10_000) }), connection),
  /** Asks no more about the parked edits of one account. They stay. */
  'connections.keepParked': channel(one.extend({ accountRef }), connection),
  /** Answers for a copy that has as many files as it may have: lists more of them, or leaves it at that for good. */
  'connections.answerCeiling': channel(one.extend({ answer: ceilingAnswer }), connection),
  /** Deletes the token, and with `wipeCopy` the mirror, beyond recovery from the disk. Edits that wait stay. */
  'connections.signOut': channel(one.extend({ wipeCopy: z.boolean() }), nothing),
  /** What each connection has on this computer. */
  'connections.copies': channel(nothing, z.object({ copies: z.array(offlineCopy), sizeBytes: z.number() })),
  /** Deletes the file records of a mirror, and begins a first scan. Edits that wait stay, and so do the uses of keys. */
  'connections.rebuildCopy': channel(one, nothing),
  /** Chooses what is copied from now on. What was copied stays until the mirror is rebuilt. */
  'connections.chooseParts': channel(one.extend({ copiedParts }), connection),
  /** Starts a scan and a send now, also during back-off. A paused connection stays paused. */
  'connections.checkNow': channel(one, nothing),
  /** Deletes the service traits and detects them again. */
  'connections.probeAgain': channel(one, connection),
  'practice.state': channel(nothing, practiceStatus),
  'practice.set': channel(practiceStatus.omit({ running: true }).partial(), practiceStatus),
  /** Changes a file on the practice service as another client would. */
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

const inConnection = z.object({ connectionId });

/** Channels of the self-test, which changes a file of the person and restores it. */
export const selfTestChannels = {
  /**
   * Detects the metadata mode of the service on one file: adds a key, removes it, and restores the file. Fails for a
   * file with edits, a connection that is read-only or paused, and while an earlier test has a trace.
   */
  'selfTest.run': channel(inConnection.extend({ key: fileKey }), selfTestResult),
  /** The trace of an earlier test on the service; null without one. */
  'selfTest.trace': channel(inConnection, selfTestTrace.nullable()),
  /** Hides the notice about a key that stays. */
  'selfTest.dismiss': channel(inConnection, nothing),
};

import type { DisplacedValue } from '../../src/domain/edits/change-update.ts';
import type { AccountRef, Connection, ServiceTraits } from '../../src/domain/connections/connection.ts';
import type { FilesTable, KeysTable, SignaturesTable } from '../database/mirror/mirror.ts';
import type { OutboxTable } from '../database/outbox/outbox.ts';
import type { Service } from '../remote/service.ts';
import type { FileRef } from '../../src/domain/core/ids.ts';

export type Clock = {
  readonly nowMs: () => number;
  /** Calls back once, at or after the given time. @returns cancels it */
  readonly wakeAt: (atMs: number, wake: () => void) => () => void;
  /** Lets waiting questions be answered before long work goes on. */
  readonly yieldToEventLoop: () => Promise<void>;
  /** Whether a question waits already that long work should make way for. */
  readonly hasPendingMessages: () => boolean;
};

export type Random = {
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly uuid: () => string;
};

/** What sorting needs beside the rows; made in one go once a copy is complete. */
export type SortIndexes = {
  readonly areMissing: () => boolean;
  /** Elsewhere: the copy can be read meanwhile, and written between one index and the next. */
  readonly make: () => Promise<void>;
};

export type Tables = {
  readonly outbox: OutboxTable;
  readonly files: FilesTable;
  readonly keys: KeysTable;
  readonly signatures: SignaturesTable;
  readonly sortIndexes: SortIndexes;
};

/** Something a screen may be showing has changed. */
export type Changed = 'files.changed' | 'keys.changed' | 'changes.changed' | 'status.changed' | 'connections.changed';

/** A long piece of work, for a progress line; `total` is null while unknown. */
export type Job = {
  readonly kind: 'files' | 'keys' | 'import' | 'push';
  readonly done: number;
  readonly total: number | null;
  /** Over the time it has run; null when that is not measured. */
  readonly perSecond?: number | null;
};

/** Everything the exchange with one connection's service needs. */
export type SyncPorts = Tables & {
  readonly clock: Clock;
  readonly chance: Random;
  readonly service: Service;
  /** As it is now: rules and lessons change while work goes on. */
  readonly connection: () => Connection;
  readonly accountRef: () => AccountRef;
  readonly learn: (lesson: Partial<ServiceTraits>) => void;
  readonly remember: (of: FileRef, lost: DisplacedValue, atMs: number) => void;
  /** Whether the service may be asked just now: not paused, not offline, with a token. */
  readonly mayAsk: () => boolean;
  readonly announce: (changed: Changed) => void;
  readonly progress: (job: Job | null) => void;
  readonly setAside: (rows: number) => void;
  /** A check of the keys has ended, whole or not, and the copy holds what it found. */
  readonly keysChecked: () => void;
  /** Whether a person asked to have every file looked at. */
  readonly isFullCheckAsked: () => boolean;
  /** When the service last took an update, in this run of the program. */
  readonly successes: { lastAtMs: number | null };
};

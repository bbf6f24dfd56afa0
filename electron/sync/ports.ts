import type { DisplacedValue } from '../../src/domain/edits/change-update.ts';
import type { AccountRef, Connection, ServiceTraits } from '../../src/domain/connections/connection.ts';
import type { FilesTable, KeysTable, SignaturesTable } from '../database/mirror/mirror.ts';
import type { OutboxTable } from '../database/outbox/outbox.ts';
import type { Service } from '../remote/service.ts';
import type { FileRef, Network } from '../../src/domain/core/ids.ts';
import type { ChangeUpdate } from '../../src/domain/edits/change-update.ts';
import type { Replay } from '../../src/domain/edits/replay.ts';
import type { Result } from '../../src/domain/core/result.ts';
import type { RemoteFailure } from '../../src/domain/service/remote-failure.ts';

export type Clock = {
  readonly nowMs: () => number;
  /** Calls back once, at or after the given time. @returns a function that cancels the call */
  readonly wakeAt: (atMs: number, wake: () => void) => () => void;
  /** Handles waiting messages before long work goes on. */
  readonly yieldToEventLoop: () => Promise<void>;
  /** Whether long work should make way for a waiting message. */
  readonly hasPendingMessages: () => boolean;
};

export type Random = {
  /** Uniform in [0, 1). */
  readonly next: () => number;
  readonly uuid: () => string;
};

/** Indexes that only sorting needs; made one by one once the first full scan is complete. */
export type SortIndexes = {
  readonly areMissing: () => boolean;
  /** Makes one of them in a thread of its own, while readers go on. @returns whether it could be made */
  readonly makeNext: () => Promise<boolean>;
};

/** The files whose edits the mirror could not take in this run of the program: on a full disk, for example. */
export type Unshown = {
  readonly isEmpty: boolean;
  /** A file too many costs one projection more. */
  note(files: readonly FileRef[]): void;
  /** Runs `project`, which projects the files. @throws what it throws, with the files noted */
  noting(files: readonly FileRef[], project: () => void): void;
  /** Tries some of the files again. @returns whether the mirror took them; false on a full disk @throws bugs */
  retry(project: (some: readonly FileRef[]) => void): boolean;
};

export type Tables = {
  readonly outbox: OutboxTable;
  readonly files: FilesTable;
  readonly keys: KeysTable;
  readonly signatures: SignaturesTable;
  readonly sortIndexes: SortIndexes;
  readonly unshown: Unshown;
};

/** What a list of the service is of. */
export type ListArea = 'files' | 'keys';

/** Rows of the service that cannot be read or written. */
export type SetAsideRows = {
  readonly count: number;
  /** Of the first of them, without a value of the row. */
  readonly reason: string;
  /** Of a single row, which is counted once however often lists have it; null where it cannot be read. */
  readonly id: string | null;
};

/** Events that tell screens what to read again. */
export type Changed = 'files.changed' | 'keys.changed' | 'changes.changed' | 'status.changed' | 'connections.changed';

/** The progress of long work; `total` is null while nobody knows it. */
export type Job = {
  readonly kind: 'files' | 'keys' | 'import' | 'push';
  readonly done: number;
  readonly total: number | null;
  /** The mean since the start; null where nobody measures it. */
  readonly perSecond?: number | null;
};

/**
 * The end of a walk through lists. `incomplete`: some list ended early, so that the mirror may lack more of it. `ceiling`:
 * the mirror has as many files as it may have, and the list goes on.
 */
export type Walked = Result<'incomplete' | 'ceiling' | null, RemoteFailure>;

/** The end of a pull, or of one list of it. `yielded`: edits go first, and the next pull goes on where this one stopped. */
export type Pulled = Promise<Walked | Result<'yielded', RemoteFailure>>;

/** A place in a pull: new files, the keys, or the sort indexes. A full scan keeps its place in the mirror. */
export type PullPosition =
  | {
      readonly area: 'newFiles';
      readonly network: Network;
      readonly token: string | null;
      /** Whether the list of an earlier network ended early. */
      readonly isIncomplete: boolean;
    }
  /** @property files how the lists of files ended */
  | { readonly area: 'keys'; readonly files: Walked }
  /** @property lists how the lists ended */
  | { readonly area: 'sortIndexes'; readonly lists: Walked };

/** Follows what becomes of waiting edits while sync works. Counts are files. */
export type ReplayFollower = {
  /** The replay under way, or one that was interrupted, without the files that still wait, which the outbox counts. */
  readonly current: Omit<Replay, 'waiting'> | null;
  /** The last replay of many files that came to its end. */
  readonly ended: Replay | null;
  /** Takes note of edits that sync wrote about; they may be part of an open transaction. */
  touched(updates: readonly ChangeUpdate[]): void;
  /** @param isPush a pull only finds out what became of files; its time is none of sending */
  workBegins(isPush: boolean): void;
  workEnds(): void;
};

/** Runs work beside the engine of a connection, whose end aborts it and waits for it. */
export type Beside = <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/** Everything that sync with one connection's service needs. */
export type SyncPorts = Tables & {
  readonly clock: Clock;
  readonly random: Random;
  readonly service: Service;
  /** The connection as of now: settings and service traits change while work goes on. */
  readonly connection: () => Connection;
  readonly accountRef: () => AccountRef;
  readonly saveTraits: (traits: Partial<ServiceTraits>) => void;
  readonly remember: (of: FileRef, displaced: DisplacedValue, atMs: number) => void;
  /** Whether requests may go out now: running, online, with a token. */
  readonly mayAsk: () => boolean;
  readonly announce: (changed: Changed) => void;
  readonly progress: (job: Job | null) => void;
  /** Counts rows that cannot be read or written, of files unless an area is given. */
  readonly setAside: (rows: SetAsideRows, area?: ListArea) => void;
  /** Begins to count the rows of a list anew. */
  readonly forgetSetAside: (area: ListArea) => void;
  /** Runs after a scan of the keys, complete or not, once the mirror holds the keys that it found. */
  readonly keysChecked: () => Promise<void>;
  /** Whether a person wants a full scan. */
  readonly isFullScanAsked: () => boolean;
  /** A full scan came to its end: what a person wanted is done, whatever becomes of the keys. */
  readonly fullScanEnded: () => void;
  /** A check has queued edits again that waited for a person. */
  readonly editsRequeued: () => void;
  /** Whether edits wait that may be sent now: work of many requests then stops where it can go on later. */
  readonly mustYield: () => boolean;
  /** Where the latest pull yielded, in this run of the program; null at the beginning. */
  readonly pullPosition: { at: PullPosition | null };
  readonly replay: ReplayFollower;
  /** Which files fail while others get through. */
  readonly successes: { accepted(of: FileRef): void; failed(of: FileRef): boolean };
};

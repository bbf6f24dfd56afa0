import type { ApiKey } from '../../../src/domain/keys/api-key.ts';
import type { UsageRun } from '../../../src/domain/keys/key-usage.ts';
import type { FieldChange } from '../../../src/domain/edits/edit.ts';
import type { ObservedValue, RemoteChange } from '../../../src/domain/edits/remote-change.ts';
import type { FileRecord, ObservedFile } from '../../../src/domain/files/file.ts';
import type { ConnectionId, FileKey, FileRef, KeyId, Network } from '../../../src/domain/core/ids.ts';
import type { StoredSignature } from '../../../src/domain/signatures/signature-record.ts';

/** The mirror's record of one file. */
export type MirroredFile = {
  readonly record: FileRecord;
  readonly raw: string;
  readonly seenAtMs: number;
  /** The request that brought it, in the profile's count of requests. */
  readonly requestSeq: number;
};

export type SeenInScan = { readonly seenAtMs: number; readonly requestSeq: number; readonly scanId: string | null };

/** A scan that did not see rows which were in the mirror before it began. */
export type UnseenBy = {
  readonly scanId: string;
  readonly startedRequestSeq: number;
  /** Lets other work in between two slices of rows. */
  readonly yieldToEventLoop: () => Promise<void>;
};

/** The text of a record, and which file it is said to be of. */
export type KnownText = { readonly record: { readonly network: Network; readonly id: string }; readonly raw: string };

/** A listing in progress: where to go on after a stop or a crash. */
export type ListingCursor = {
  readonly job: string;
  readonly scanId: string;
  /** The service's page token or our offset, as text; null at the beginning. */
  readonly position: string | null;
  readonly done: number;
  readonly startedAtMs: number;
  readonly startedRequestSeq: number;
  /** Pages in a row, up to here, that brought nothing new to the scan. */
  readonly fruitlessPages: number;
};

/** Changed pairs of one record in one transaction: 10,000 of them would hold up an edit for a third of a second. */
export const MOST_PAIRS = 1_500;

/** Files that are confirmed after one scan, some minutes of requests; a scan may leave a million more unseen. */
export const MOST_UNSEEN = 2_000;

/** The mirror of the service's files, with waiting edits projected onto them. Sync alone writes it. */
export type FilesTable = {
  /**
   * Takes records as the service listed them. Unchanged ones (same raw) are only marked as seen.
   *
   * @param openChanges of one file, so that its projection is right in the same transaction
   * @param refused called with a record that SQLite refuses for what is in it, and the reason. The record before stays, and
   *   all other records are taken. Without it the refusal is thrown.
   * @param unfinished called with a record of which only `MOST_PAIRS` changed metadata pairs were taken. Until it is put
   *   again its raw text equals none that a service sends. Without it every record is taken whole, however long it takes.
   * @returns how many rows changed
   */
  put(
    connectionId: ConnectionId,
    files: Iterable<ObservedFile>,
    seen: SeenInScan,
    openChanges: (key: FileKey) => readonly FieldChange[],
    refused?: (file: ObservedFile, reason: string) => void,
    unfinished?: (file: ObservedFile) => void,
  ): number;
  /**
   * Marks records as seen that equal those of the mirror; reads and writes nothing else of them.
   *
   * @returns the others, in order
   */
  markSame<T extends KnownText>(connectionId: ConnectionId, files: Iterable<T>, seen: SeenInScan): readonly T[];
  get(of: FileRef): MirroredFile | null;
  /** Keeps what somebody else changed, for the history of the file. No effect on a file outside the mirror. */
  noteRemoteChange(of: FileRef, change: RemoteChange): void;
  /** Values that the service was seen to hold before and after changes of other people, newest first. */
  observedValues(of: FileRef): readonly ObservedValue[];
  /** Projects the open edits onto the stored record again, after the outbox changed. No effect on a file outside the mirror. */
  project(of: FileRef, openChanges: readonly FieldChange[]): void;
  /** The same for many files of one connection, in one transaction. */
  projectAll(connectionId: ConnectionId, shown: readonly (readonly [FileKey, readonly FieldChange[]])[]): void;
  /** Files whose projection has an open edit. */
  projectedFiles(connectionId: ConnectionId): readonly FileKey[];
  /** The service no longer has it. */
  remove(of: FileRef): void;
  /**
   * Keys of files of `network` that were in the mirror before the scan began and that it did not see. Those come first whose
   * last answer is the oldest, so that a scan that reads some of them reads others than the one before. All with edits, and
   * of the others at most `MOST_UNSEEN`.
   */
  notSeenIn(connectionId: ConnectionId, network: Network, by: UnseenBy): Promise<readonly FileKey[]>;
  /** A file of `network` that the scan has seen; null before it saw one. */
  oneSeenIn(connectionId: ConnectionId, network: Network, scanId: string): FileKey | null;
  /** Whether that scan has seen the file. */
  isSeenIn(connectionId: ConnectionId, key: KnownText['record'], scanId: string): boolean;
  wipe(connectionId: ConnectionId): void;
  cursor(connectionId: ConnectionId, job: string): ListingCursor | null;
  setCursor(connectionId: ConnectionId, job: string, cursor: ListingCursor | null): void;
  /** When a scan last came to its end; null when none ever did. */
  caughtUpAtMs(connectionId: ConnectionId): number | null;
  setCaughtUp(connectionId: ConnectionId, atMs: number): void;
  /** Files of the mirror, on both networks. */
  count(connectionId: ConnectionId): number;
  /** When a full scan last came to its end; null when none ever did. */
  fullCheckAtMs(connectionId: ConnectionId): number | null;
  setFullCheck(connectionId: ConnectionId, atMs: number): void;
  /** Bytes left on the mirror's disk; null for a mirror in memory. */
  freeBytes(): number | null;
  atomically<T>(work: () => T): T;
};

export type ObservedKey = { readonly key: ApiKey; readonly raw: string };

export type KeysTable = {
  /**
   * Takes keys as the service listed them.
   *
   * @param refused called with a key that SQLite refuses for what is in it, and the reason. The key before stays and is
   *   seen, and all other keys are taken. Without it the refusal is thrown.
   * @returns how many of them this scan sees for the first time; a refused key counts only where there is one before
   */
  put(
    connectionId: ConnectionId,
    keys: readonly ObservedKey[],
    seen: { seenAtMs: number; scanId: string },
    refused?: (key: ApiKey, reason: string) => void,
  ): number;
  /** After a complete scan: marks keys that it saw under none of its ids as missing since `nowMs`, and drops none. */
  markMissing(connectionId: ConnectionId, scanIds: readonly string[], nowMs: number): number;
  /** How many keys, missing ones aside, a scan has not seen so far. */
  countNotSeenIn(connectionId: ConnectionId, scanId: string): number;
  /**
   * The listed keys that can run out, which are not revoked and have a limit of at least `fewestUses`, and those of the ids
   * in `also`.
   */
  watched(connectionId: ConnectionId, fewestUses: number, also: readonly KeyId[]): readonly KeyId[];
  /** A key with its samples; null when it is not listed. */
  used(connectionId: ConnectionId, id: KeyId): { readonly key: ApiKey; readonly runs: readonly UsageRun[] } | null;
  /** The user and the scopes of the key with a public value, and when a list last had it; null when the mirror lacks it. */
  byValue(
    connectionId: ConnectionId,
    publicValue: string,
  ): { readonly userId: string | null; readonly scopesJson: string; readonly seenAtMs: number } | null;
  /** Moves each later time at which a list had a key back to `atMs`: the clock was ahead then. */
  limitSeenAt(connectionId: ConnectionId, atMs: number): void;
  wipe(connectionId: ConnectionId): void;
};

type CachedSignature = { readonly signature: string | null; readonly fetchedAtMs: number };

export type SignaturesTable = {
  get(connectionId: ConnectionId, network: Network, cid: string): StoredSignature | null;
  /** @param signature null when the service says the CID is not signed */
  put(connectionId: ConnectionId, network: Network, cid: string, cached: CachedSignature): void;
};

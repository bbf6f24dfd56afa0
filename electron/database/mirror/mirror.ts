import type { ApiKey } from '../../../src/domain/keys/api-key.ts';
import type { UsageRun } from '../../../src/domain/keys/usage-samples.ts';
import type { FieldChange } from '../../../src/domain/edits/edit.ts';
import type { FileRecord, ObservedFile } from '../../../src/domain/files/file.ts';
import type { ConnectionId, FileKey, FileRef, KeyId, Network } from '../../../src/domain/core/ids.ts';
import type { HeldSignature } from '../../../src/domain/signatures/signature-record.ts';

/** What the copy holds of one file. */
export type MirroredFile = {
  readonly record: FileRecord;
  readonly raw: string;
  readonly seenAtMs: number;
  /** The request that brought it, in the profile's count of requests. */
  readonly requestSeq: number;
};

export type SeenInScan = { readonly seenAtMs: number; readonly requestSeq: number; readonly scanId: string | null };

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
};

/** The copy of the service's files, and what is shown of them: pending edits replayed. Written by sync alone. */
export type FilesTable = {
  /**
   * Takes records as the service said them. Unchanged ones (same raw) are only marked seen.
   *
   * @param openChanges of one file, so that what is shown is right in the same transaction
   * @returns how many rows changed
   */
  put(
    connectionId: ConnectionId,
    files: Iterable<ObservedFile>,
    seen: SeenInScan,
    openChanges: (key: FileKey) => readonly FieldChange[],
  ): number;
  /**
   * Marks as seen what is the same as in the copy; nothing else of it is read or written.
   *
   * @returns the others, in order
   */
  markSame<T extends KnownText>(connectionId: ConnectionId, files: Iterable<T>, seen: SeenInScan): readonly T[];
  get(of: FileRef): MirroredFile | null;
  /** Replays the open edits over the stored record again, after the queue changed. No effect on files not in the copy. */
  replay(of: FileRef, openChanges: readonly FieldChange[]): void;
  /** The same for many files of one connection, in one transaction. */
  replayAll(connectionId: ConnectionId, shown: readonly (readonly [FileKey, readonly FieldChange[]])[]): void;
  /** Files that are shown with an open edit. */
  shownAsEdited(connectionId: ConnectionId): readonly FileKey[];
  /** The service no longer has it. */
  remove(of: FileRef): void;
  /** Keys of files of `network` that the pass did not meet and that were in the copy before it began. */
  notSeenIn(
    connectionId: ConnectionId,
    network: Network,
    scanId: string,
    startedRequestSeq: number,
  ): readonly FileKey[];
  wipe(connectionId: ConnectionId): void;
  cursor(connectionId: ConnectionId, job: string): ListingCursor | null;
  setCursor(connectionId: ConnectionId, job: string, cursor: ListingCursor | null): void;
  /** When a check of everything last got through to its end; null when none ever did. */
  caughtUpAtMs(connectionId: ConnectionId): number | null;
  setCaughtUp(connectionId: ConnectionId, atMs: number): void;
  /** How many files the copy holds, both networks. */
  count(connectionId: ConnectionId): number;
  /** When every file was last looked at; null when that never came to its end. */
  fullCheckAtMs(connectionId: ConnectionId): number | null;
  setFullCheck(connectionId: ConnectionId, atMs: number): void;
  /** Room left on the disk that the copy lies on; null for a copy in memory. */
  freeBytes(): number | null;
  atomically<T>(work: () => T): T;
};

export type ObservedKey = { readonly key: ApiKey; readonly raw: string };

export type KeysTable = {
  /** @returns how many of them this pass had not met before */
  put(connectionId: ConnectionId, keys: readonly ObservedKey[], seen: { seenAtMs: number; scanId: string }): number;
  /** After a complete pass: keys it met under none of its ids are marked missing since `nowMs`, never dropped. */
  markMissing(connectionId: ConnectionId, scanIds: readonly string[], nowMs: number): number;
  /** How many keys that are not marked missing a pass has not met so far. */
  countNotSeenIn(connectionId: ConnectionId, scanId: string): number;
  /**
   * Listed keys with their samples: those that can run out, which are not revoked and have a limit of at least
   * `fewestUses`, and those of the ids in `also`.
   */
  watched(
    connectionId: ConnectionId,
    fewestUses: number,
    also: readonly KeyId[],
  ): readonly { readonly key: ApiKey; readonly runs: readonly UsageRun[] }[];
  wipe(connectionId: ConnectionId): void;
};

type CachedSignature = { readonly signature: string | null; readonly fetchedAtMs: number };

export type SignaturesTable = {
  get(connectionId: ConnectionId, network: Network, cid: string): HeldSignature | null;
  /** @param signature null when the service says the CID is not signed */
  put(connectionId: ConnectionId, network: Network, cid: string, cached: CachedSignature): void;
};

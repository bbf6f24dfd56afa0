import type {
  FilesTable,
  KeysTable,
  KnownText,
  ListingCursor,
  MirroredFile,
  SeenInScan,
  SignaturesTable,
  UnseenBy,
} from '../../electron/database/mirror/mirror.ts';
import type { SortIndexes } from '../../electron/sync/ports.ts';
import {
  type ConnectionId,
  fileId,
  type FileId,
  type FileKey,
  type FileRef,
  type Network,
} from '../../src/domain/core/ids.ts';
import { type FieldChange, projectedRecord } from '../../src/domain/edits/edit.ts';
import type { FileRecord, ObservedFile } from '../../src/domain/files/file.ts';
import { Journal } from './journal.ts';

type Row = MirroredFile & { readonly scanId: string | null; readonly shown: FileRecord };

/**
 * The copy of one connection's files in memory, for simulations. Kept honest by the suite in `mirror-contract.ts`, which
 * the real table passes too.
 */
export class MemoryFiles implements FilesTable {
  readonly #journal = new Journal();
  readonly #rows = { public: new Map<FileId, Row>(), private: new Map<FileId, Row>() };
  onFullCheck: () => void = () => undefined;
  onListed: (record: FileRecord, requestSeq: number) => void = () => undefined;
  readonly #cursors = new Map<string, ListingCursor>();
  #caughtUpAtMs: number | null = null;
  #fullCheckAtMs: number | null = null;

  put(
    _connectionId: ConnectionId,
    files: Iterable<ObservedFile>,
    seen: SeenInScan,
    openChanges: (key: FileKey) => readonly FieldChange[],
  ): number {
    let changed = 0;
    for (const file of files) changed += this.#putOne(file, seen, openChanges);
    return changed;
  }

  #putOne(
    { record, raw }: ObservedFile,
    { scanId, ...seen }: SeenInScan,
    openChanges: (key: FileKey) => readonly FieldChange[],
  ): number {
    if (scanId !== null) this.onListed(record, seen.requestSeq);
    const held = this.row(record);
    // A record that was read by itself is still met by the listing that met it before.
    const met = { ...seen, scanId: scanId ?? held?.scanId ?? null };
    const isSame = held?.raw === raw;
    const shown = isSame
      ? held.shown
      : projectedRecord(record, openChanges({ network: record.network, id: record.id }));
    this.#keep(record, { record: isSame ? held.record : record, raw, ...met, shown });
    return isSame ? 0 : 1;
  }

  markSame<T extends KnownText>(connectionId: ConnectionId, files: Iterable<T>, seen: SeenInScan): readonly T[] {
    const others: T[] = [];
    for (const file of files) {
      const id = fileId.safeParse(file.record.id);
      const held = id.success ? this.row({ network: file.record.network, id: id.data }) : undefined;
      if (held?.raw === file.raw) this.put(connectionId, [held], seen, () => []);
      else others.push(file);
    }
    return others;
  }

  row({ network, id }: FileKey): Row | undefined {
    return this.#rows[network].get(id);
  }

  #keep({ network, id }: FileKey, row: Row | undefined): void {
    this.#journal.set(this.#rows[network], id, row);
  }

  get(of: FileRef): MirroredFile | null {
    const row = this.row(of);
    if (row === undefined) return null;
    const { record, raw, seenAtMs, requestSeq } = row;
    return { record, raw, seenAtMs, requestSeq };
  }

  project(of: FileRef, openChanges: readonly FieldChange[]): void {
    const row = this.row(of);
    if (row === undefined) return;
    this.#keep(of, { ...row, shown: projectedRecord(row.record, openChanges) });
  }

  projectAll(connectionId: ConnectionId, shown: readonly (readonly [FileKey, readonly FieldChange[]])[]): void {
    for (const [key, openChanges] of shown) this.project({ connectionId, ...key }, openChanges);
  }

  projectedFiles(): readonly FileKey[] {
    return [...this.#rows.public.values(), ...this.#rows.private.values()]
      .filter(({ record, shown }) => shown !== record)
      .map(({ record: { network, id } }) => ({ network, id }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** The history of what others changed decides nothing, so that the simulation keeps none. */
  noteRemoteChange(): void {}

  observedValues(): readonly [] {
    return [];
  }

  remove(of: FileRef): void {
    this.#keep(of, undefined);
  }

  notSeenIn(
    _connectionId: ConnectionId,
    network: Network,
    { scanId, startedRequestSeq }: UnseenBy,
  ): Promise<readonly FileKey[]> {
    const unseen = [...this.#rows[network].values()]
      .filter((row) => row.scanId !== scanId && row.requestSeq < startedRequestSeq)
      .toSorted((a, b) => a.requestSeq - b.requestSeq || (a.record.id < b.record.id ? -1 : 1))
      .map(({ record }) => ({ network, id: record.id }));
    return Promise.resolve(unseen);
  }

  oneSeenIn(_connectionId: ConnectionId, network: Network, scanId: string): FileKey | null {
    const seen = [...this.#rows[network].values()].find((row) => row.scanId === scanId);
    return seen === undefined ? null : { network, id: seen.record.id };
  }

  isSeenIn(_connectionId: ConnectionId, { network, id }: KnownText['record'], scanId: string): boolean {
    const known = fileId.safeParse(id);
    return known.success && this.row({ network, id: known.data })?.scanId === scanId;
  }

  wipe(): void {
    for (const rows of Object.values(this.#rows)) {
      for (const id of rows.keys()) this.#journal.set(rows, id, undefined);
    }
    for (const job of this.#cursors.keys()) this.#journal.set(this.#cursors, job, undefined);
    this.#setCaughtUp(null);
    this.#fullCheckAtMs = null;
  }

  cursor(_connectionId: ConnectionId, job: string): ListingCursor | null {
    return this.#cursors.get(job) ?? null;
  }

  setCursor(_connectionId: ConnectionId, job: string, cursor: ListingCursor | null): void {
    this.#journal.set(this.#cursors, job, cursor ?? undefined);
  }

  caughtUpAtMs(): number | null {
    return this.#caughtUpAtMs;
  }

  setCaughtUp(_connectionId: ConnectionId, atMs: number): void {
    this.#setCaughtUp(atMs);
  }

  #setCaughtUp(atMs: number | null): void {
    const old = this.#caughtUpAtMs;
    this.#journal.note(() => void (this.#caughtUpAtMs = old));
    this.#caughtUpAtMs = atMs;
  }

  count(): number {
    return this.#rows.public.size + this.#rows.private.size;
  }

  fullCheckAtMs(): number | null {
    return this.#fullCheckAtMs;
  }

  setFullCheck(_connectionId: ConnectionId, atMs: number): void {
    this.#fullCheckAtMs = atMs;
    this.onFullCheck();
  }

  freeBytes(): null {
    return null;
  }

  atomically<T>(work: () => T): T {
    return this.#journal.atomically(work);
  }
}

/** Keys and signatures have no part in these simulations. */
export const noKeys: KeysTable = {
  put: () => 0,
  markMissing: () => 0,
  countNotSeenIn: () => 0,
  watched: () => [],
  used: () => null,
  byValue: () => null,
  limitSeenAt: () => undefined,
  wipe: () => undefined,
};
export const noSignatures: SignaturesTable = { get: () => null, put: () => undefined };
export const noIndexes: SortIndexes = { areMissing: () => false, makeNext: () => Promise.resolve(true) };

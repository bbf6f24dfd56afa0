import type {
  FilesTable,
  KeysTable,
  ListingCursor,
  MirroredFile,
  Seen,
  SignaturesTable,
} from '../../electron/database/mirror-types.ts';
import type { FileOf } from '../../electron/database/outbox-types.ts';
import type { Change } from '../../src/domain/edit.ts';
import type { FileRecord, ObservedFile } from '../../src/domain/file.ts';
import type { ConnectionId, FileKey, Network } from '../../src/domain/ids.ts';
import { shownRecord } from '../../src/domain/shown.ts';

type Row = MirroredFile & { readonly passId: string | null; readonly shown: FileRecord };

const textOf = ({ network, id }: FileKey): string => `${network}/${id}`;

/** The copy of one connection's files in memory, for simulations. */
export class MemoryFiles implements FilesTable {
  readonly rows = new Map<string, Row>();
  onListed: (record: FileRecord, requestSeq: number) => void = () => undefined;
  readonly #cursors = new Map<string, ListingCursor>();
  #caughtUpAtMs: number | null = null;

  put(
    _connectionId: ConnectionId,
    files: readonly ObservedFile[],
    seen: Seen,
    openChanges: (key: FileKey) => readonly Change[],
  ): number {
    for (const { record, raw } of files) {
      if (seen.passId !== null) this.onListed(record, seen.requestSeq);
      const held = this.rows.get(textOf(record));
      if (held?.raw === raw) {
        this.rows.set(textOf(record), { ...held, ...seen });
        continue;
      }
      const shown = shownRecord(record, openChanges(record));
      this.rows.set(textOf(record), { record, raw, ...seen, shown });
    }
    return files.length;
  }

  get(of: FileOf): Row | null {
    return this.rows.get(textOf(of)) ?? null;
  }

  replay(of: FileOf, openChanges: readonly Change[]): void {
    const row = this.get(of);
    if (row !== null) this.rows.set(textOf(of), { ...row, shown: shownRecord(row.record, openChanges) });
  }

  remove(of: FileOf): void {
    this.rows.delete(textOf(of));
  }

  notMetBy(
    _connectionId: ConnectionId,
    network: Network,
    passId: string,
    startedRequestSeq: number,
  ): readonly FileKey[] {
    return [...this.rows.values()]
      .filter((row) => row.record.network === network && row.passId !== passId && row.requestSeq < startedRequestSeq)
      .map(({ record }) => ({ network, id: record.id }));
  }

  wipe(): void {
    this.rows.clear();
  }

  cursor(_connectionId: ConnectionId, job: string): ListingCursor | null {
    return this.#cursors.get(job) ?? null;
  }

  setCursor(_connectionId: ConnectionId, job: string, cursor: ListingCursor | null): void {
    if (cursor === null) this.#cursors.delete(job);
    else this.#cursors.set(job, cursor);
  }

  caughtUpAtMs(): number | null {
    return this.#caughtUpAtMs;
  }

  setCaughtUp(_connectionId: ConnectionId, atMs: number): void {
    this.#caughtUpAtMs = atMs;
  }

  indexSlice(): number {
    return 0;
  }

  atomically<T>(work: () => T): T {
    return work();
  }
}

/** Keys and signatures have no part in these simulations. */
export const noKeys: KeysTable = { put: () => 0, markMissing: () => 0, wipe: () => undefined };
export const noSignatures: SignaturesTable = { get: () => null, put: () => undefined };

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { deferredIndexes } from '../../electron/database/mirror/deferred-indexes.ts';
import { filesTable } from '../../electron/database/mirror/files-table.ts';
import type { FilesTable } from '../../electron/database/mirror/mirror.ts';
import { openMirror } from '../../electron/database/mirror/open-mirror.ts';
import { openOutbox } from '../../electron/database/outbox/open-outbox.ts';
import { outboxTable } from '../../electron/database/outbox/outbox-table.ts';
import type { OutboxTable } from '../../electron/database/outbox/outbox.ts';
import { openProfile, type OpenProfile } from '../../electron/database/profile/open-profile.ts';
import { openReader, type Reader } from '../../electron/database/read-only-database.ts';
import { indexQueue } from '../../electron/database/text-index/index-queue.ts';
import { openTextIndexer, openIndexer } from '../../electron/database/text-index/indexer.ts';
import type { FileRecord } from '../../src/domain/files/file.ts';
import type { FileQuery } from '../../src/domain/files/queries.ts';
import { aFileQuery, connectionA, observed } from './builders.ts';

export const openedAtMs = Date.UTC(2026, 0, 1);

/** A directory of its own for one test, removed after it. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'pinfold-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));
  return directory;
}

/** @returns a queue in memory, closed after the test */
export function anOutbox(): { readonly db: Database; readonly outbox: OutboxTable } {
  const db = closedAfterwards(openOutbox(':memory:', openedAtMs).db);
  return { db, outbox: outboxTable(db) };
}

/** @returns a copy in memory, closed after the test */
export function aMirror(): { readonly db: Database; readonly files: FilesTable } {
  const db = closedAfterwards(openMirror(':memory:', openedAtMs).db);
  return { db, files: filesTable(db) };
}

/** Opens a profile that has to open. */
export function aProfile(directory = temporaryDirectory(), nowMs = openedAtMs): OpenProfile {
  const opened = openProfile(directory, nowMs);
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  onTestFinished(() => opened.value.close());
  return opened.value;
}

export function closedAfterwards(db: Database): Database {
  onTestFinished(() => void db.close());
  return db;
}

/** As the sort indexer does after a first copy. */
export function makeSortIndexes(mirror: Database): void {
  const indexes = deferredIndexes(mirror);
  while (indexes.areMissing()) indexes.makeNext();
}

export type Indexing = {
  /** @returns whether there was something to do */
  readonly slice: (limitRows: number) => boolean;
  readonly all: (limitRows?: number) => void;
};

/** Writes the text index of a copy, in memory or on the disk, as its thread does. */
export function indexingOf(mirror: Database): Indexing {
  const progress = indexQueue(mirror);
  const indexer = mirror.memory ? indexerInMemory(mirror) : openTextIndexer(mirror.name);
  onTestFinished(() => indexer.close());
  const slice = (limitRows: number): boolean => {
    const done = indexer.slice(limitRows);
    if (done !== null) progress.record(done);
    return done !== null;
  };
  const all = (limitRows = 200): void => {
    while (slice(limitRows));
  };
  return { slice, all };
}

function indexerInMemory(mirror: Database): ReturnType<typeof openTextIndexer> {
  const { slice, emptyOutdated } = openIndexer(mirror);
  return {
    slice: (limitRows) => {
      emptyOutdated();
      return slice(limitRows);
    },
    close: () => undefined,
  };
}

/** Nothing else waits for its turn in a test. */
export const noPause = (): Promise<void> => Promise.resolve();

export type Library = {
  readonly mirror: Database;
  readonly files: FilesTable;
  readonly reader: Reader;
  readonly put: (...records: FileRecord[]) => void;
};

/** A copy with a reader beside the writer, as in the app. */
export function aLibrary(...records: readonly FileRecord[]): Library {
  const profile = aProfile();
  const files = filesTable(profile.mirror);
  const reader = openReader(profile.mirrorPath, noPause);
  onTestFinished(() => reader.close());
  const put = (...more: readonly FileRecord[]): void =>
    void files.put(
      connectionA,
      more.map((record) => observed(record)),
      { seenAtMs: 1, requestSeq: 1, scanId: null },
      () => [],
    );
  put(...records);
  return { mirror: profile.mirror, files, reader, put };
}

/** Opens a view and reads it whole. */
export const idsOf = async (reader: Reader, query: Partial<FileQuery>): Promise<readonly string[]> => {
  const { viewId } = await reader.open(connectionA, aFileQuery(query));
  const count = await reader.counted(viewId);
  const rows = (await reader.window(viewId, 0, 200)) ?? [];
  if (count !== rows.length) throw new Error(`${count ?? 'no'} files counted, ${rows.length} read`);
  return rows.map((row) => row.id);
};

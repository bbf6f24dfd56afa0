import type { Database } from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { filesTable } from '../../electron/database/files-table.ts';
import type { FilesTable } from '../../electron/database/mirror-types.ts';
import { openMirror } from '../../electron/database/open-mirror.ts';
import { openOutbox } from '../../electron/database/open-outbox.ts';
import { openProfile, type OpenProfile } from '../../electron/database/open.ts';
import type { OutboxTable } from '../../electron/database/outbox-types.ts';
import { outboxTable } from '../../electron/database/outbox-table.ts';

export const openedAtMs = Date.UTC(2026, 0, 1);

/** A directory of its own for one test, removed after it. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'pinfold-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
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

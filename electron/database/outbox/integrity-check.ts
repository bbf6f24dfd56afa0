import { DAY_MS } from '../../../src/domain/core/durations.ts';
import type { Database } from 'better-sqlite3';
import { numberOf, textsOf } from '../sqlite/column-parsers.ts';
import { transactions } from '../sqlite/transactions.ts';
import { checkpoint } from './checkpoint.ts';
import { type EditCounters, editCountersTable, type HighWaterMark } from './edit-counters.ts';
import { skipRequests } from './request-sequence.ts';
import { rowChecksums } from './row-checksums.ts';

const REMEMBERED_MS = 30 * DAY_MS;

/**
 * Compares the outbox with the edit counters and with the high-water mark in a second file. SQLite's `integrity_check`
 * says "ok" of a file whose WAL was lost.
 *
 * @returns problems as messages; a loss is told at every start for 30 days
 */
export function checkOutbox(
  db: Database,
  mark: HighWaterMark | 'absent' | 'unreadable',
  nowMs: number,
): readonly string[] {
  const counters = editCountersTable(db);
  const present = numberOf(db.prepare('SELECT count(*) FROM edits').pluck().get());
  const found = [...againstMark(db, counters.get(), mark), ...againstCount(counters.get(), present)];
  transactions(db).atomically(() => {
    writeDown(db, found, nowMs);
    catchUp(db, mark, present);
  });
  // An empty outbox gets its mark too: a crash right after the first edit would look like a lost mark otherwise.
  checkpoint(db).now();
  return [...lossesSince(db, nowMs - REMEMBERED_MS), ...markProblems(counters.get(), mark), ...rowChecksums(db)];
}

function againstMark(
  db: Database,
  counters: EditCounters,
  mark: HighWaterMark | 'absent' | 'unreadable',
): readonly string[] {
  if (typeof mark === 'string') return [];
  const missing = mark.enqueued - counters.enqueued;
  if (missing > 0) return [`${edits(missing)} saved on this computer ${were(missing)} lost from the outbox file.`];
  const chain = db.prepare<[number], unknown>('SELECT chain FROM edits WHERE seq = ?').pluck().get(mark.lastSeq);
  const isOther = chain !== undefined && chain !== mark.chain;
  return isOther ? ['The outbox file is not the one that was used here last; edits may be missing.'] : [];
}

function againstCount(counters: EditCounters, present: number): readonly string[] {
  const missing = counters.enqueued - counters.pruned - counters.lost - present;
  return missing > 0 ? [`${edits(missing)} ${were(missing)} lost inside the outbox file.`] : [];
}

function markProblems(counters: EditCounters, mark: HighWaterMark | 'absent' | 'unreadable'): readonly string[] {
  if (mark === 'unreadable') return ['The note beside the outbox file could not be read and was written anew.'];
  const isMissing = mark === 'absent' && counters.enqueued > 0;
  return isMissing ? ['The note beside the outbox file was missing and was written anew.'] : [];
}

function writeDown(db: Database, sentences: readonly string[], nowMs: number): void {
  const insert = db.prepare<[number, string]>('INSERT INTO losses (noticed_at_ms, sentence) VALUES (?, ?)');
  for (const sentence of sentences) insert.run(nowMs, sentence);
}

/** Counts each loss once, and gives out the sequence numbers of lost edits never again. */
function catchUp(db: Database, mark: HighWaterMark | 'absent' | 'unreadable', present: number): void {
  const table = editCountersTable(db);
  const counters = table.get();
  const noted = typeof mark === 'string' ? counters : mark;
  const enqueued = Math.max(counters.enqueued, noted.enqueued);
  const lost = enqueued - counters.pruned - present;
  if (enqueued === counters.enqueued && lost === counters.lost) return;
  table.set({ ...counters, lastSeq: Math.max(counters.lastSeq, noted.lastSeq), enqueued, lost });
  skipRequests(db);
}

function lossesSince(db: Database, sinceMs: number): readonly string[] {
  const select = db
    .prepare<[number], unknown>('SELECT sentence FROM losses WHERE noticed_at_ms >= ? ORDER BY number')
    .pluck();
  return textsOf(select.all(sinceMs));
}

const edits = (count: number): string => (count === 1 ? 'One edit' : `${count} edits`);
const were = (count: number): string => (count === 1 ? 'was' : 'were');

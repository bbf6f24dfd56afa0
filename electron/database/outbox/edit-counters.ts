import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { syncDirectory } from '../sqlite/durable-files.ts';
import { lookAt } from '../sqlite/private-files.ts';
import type { Checksum } from './edit-rows.ts';
import { parseJsonOrNull } from '../../../src/domain/core/json-text.ts';

const countersRow = z
  .object({
    last_seq: z.number(),
    enqueued: z.number(),
    pruned: z.number(),
    lost: z.number(),
    chain: z.string(),
  })
  .transform(({ last_seq, ...rest }) => ({ lastSeq: last_seq, ...rest }));

/** What the outbox must hold, counted apart from the rows themselves: a lost row shows as a difference. */
export type EditCounters = {
  /** The highest sequence number ever given out. */
  readonly lastSeq: number;
  /** Edits ever added. */
  readonly enqueued: number;
  /** Edits that `prune` removed. */
  readonly pruned: number;
  /** Edits that a check found missing. */
  readonly lost: number;
  /** Checksum over the checksums of all edits ever added, in order. */
  readonly chain: Checksum;
};

export function editCountersTable(db: Database) {
  const select = db.prepare<[], unknown>('SELECT last_seq, enqueued, pruned, lost, chain FROM ledger');
  const update = db.prepare<[EditCounters]>(/* sql */ `
    UPDATE ledger SET last_seq = @lastSeq, enqueued = @enqueued, pruned = @pruned, lost = @lost, chain = @chain
  `);
  return {
    get: (): EditCounters => countersRow.parse(select.get()),
    set: (counters: EditCounters): void => void update.run(counters),
  };
}

const mark = z.object({ version: z.literal(1), lastSeq: z.number(), enqueued: z.number(), chain: z.string() });

/** The counters as of the last checkpoint, in a second file: SQLite finds no fault in a file whose WAL was lost. */
export type HighWaterMark = Pick<EditCounters, 'lastSeq' | 'enqueued' | 'chain'>;

export const highWaterMarkPath = (outboxPath: string): string => outboxPath.replace(/\.db$/, '') + '.mark';

/** @returns `absent` without a file, `unreadable` for a file that this code did not write */
export function readHighWaterMark(path: string): HighWaterMark | 'absent' | 'unreadable' {
  if (lookAt(path) === null) return 'absent';
  const text = readFileSync(path, 'utf8');
  const parsed = mark.safeParse(parseJsonOrNull(text));
  return parsed.success ? parsed.data : 'unreadable';
}

type MarkFiles = Pick<typeof import('node:fs'), 'openSync' | 'writeSync' | 'fsyncSync' | 'closeSync' | 'renameSync'>;

/** Writes beside and renames: a crash leaves the old mark or the new one, and never half of it. */
export function writeHighWaterMark(
  path: string,
  { lastSeq, enqueued, chain }: HighWaterMark,
  files: MarkFiles = { openSync, writeSync, fsyncSync, closeSync, renameSync },
): void {
  const beside = `${path}.new`;
  const file = files.openSync(beside, 'w', 0o600);
  try {
    files.writeSync(file, JSON.stringify({ version: 1, lastSeq, enqueued, chain }));
    files.fsyncSync(file);
  } finally {
    files.closeSync(file);
  }
  files.renameSync(beside, path);
  syncDirectory(dirname(path), files);
}

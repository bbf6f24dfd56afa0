import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { EditCounters } from './edit-counters.ts';
import { lookAt } from '../sqlite/private-files.ts';

const mark = z.object({ version: z.literal(1), lastSeq: z.number(), enqueued: z.number(), chain: z.string() });

/** The high-water mark of the outbox, kept in a second file: SQLite finds nothing wrong after its log was lost. */
export type HighWaterMark = Pick<EditCounters, 'lastSeq' | 'enqueued' | 'chain'>;

export const highWaterMarkPath = (outboxPath: string): string => outboxPath.replace(/\.db$/, '') + '.mark';

/** @returns `absent` when there is none, `unreadable` when it is not what was written */
export function readHighWaterMark(path: string): HighWaterMark | 'absent' | 'unreadable' {
  if (lookAt(path) === null) return 'absent';
  const text = readFileSync(path, 'utf8');
  const parsed = mark.safeParse(parsedJson(text));
  return parsed.success ? parsed.data : 'unreadable';
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Written beside and renamed, so that a crash leaves the old mark or the new one and never half of it. */
export function writeHighWaterMark(path: string, { lastSeq, enqueued, chain }: HighWaterMark): void {
  const beside = `${path}.new`;
  const file = openSync(beside, 'w', 0o600);
  try {
    writeSync(file, JSON.stringify({ version: 1, lastSeq, enqueued, chain }));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(beside, path);
  syncDirectory(dirname(path));
}

function syncDirectory(path: string): void {
  // Windows has no way to flush a directory; its renames are journaled.
  if (process.platform === 'win32') return;
  const directory = openSync(path, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}

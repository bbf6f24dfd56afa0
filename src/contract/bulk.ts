import { z } from 'zod';
import { bulkOperation } from '../domain/edits/bulk.ts';
import { requestedChange } from '../domain/edits/edit.ts';
import { changeSetId, connectionId, fileKey } from '../domain/core/ids.ts';
import { selection } from '../domain/files/selection.ts';
import { channel } from './channel.ts';

/** One file of a plan: what would change, or why it cannot. */
export const plannedFile = z.object({
  key: fileKey,
  name: z.string().nullable(),
  changes: z.array(requestedChange),
  /** Why this file is left out, in words; null when it is not. */
  flaw: z.string().nullable(),
});
export type PlannedFile = Readonly<z.infer<typeof plannedFile>>;

/** A line of an imported table that could not be used. */
export const tableProblem = z.object({ line: z.number(), text: z.string(), reason: z.string() });
export type TableProblem = Readonly<z.infer<typeof tableProblem>>;

/** What a bulk edit or an imported table would do; nothing is queued until it is applied. */
export const plan = z.object({
  planId: z.number().int().positive(),
  title: z.string(),
  /** Files looked at. */
  files: z.number(),
  changed: z.number(),
  flawed: z.number(),
  /** At most 1,000, by line. */
  problems: z.array(tableProblem),
  problemCount: z.number(),
});
export type Plan = Readonly<z.infer<typeof plan>>;

export const tableFormat = z.enum(['csv', 'json']);
export type TableFormat = z.infer<typeof tableFormat>;

/** A table is made in memory, and an export of more has a file of its own. */
export const MOST_TABLE_FILES = 20_000;

const inConnection = z.object({ connectionId });
const planId = z.number().int().positive();

export const bulkChannels = {
  'bulk.prepare': channel(inConnection.extend({ selection, operations: z.array(bulkOperation).min(1).max(50) }), plan),
  /** Files of a plan that change or cannot, by position; at most 200. Only the latest few plans are kept. */
  'bulk.window': channel(
    z.object({ planId, from: z.number().int().nonnegative(), to: z.number().int().nonnegative() }),
    z.object({ rows: z.array(plannedFile) }),
  ),
  /** Queues a plan as one change set; files it calls flawed stay as they are. */
  'bulk.apply': channel(z.object({ planId }), z.object({ changeSetId, files: z.number() })),
  /**
   * A table of the chosen files, to be edited elsewhere and brought back; refused when there are more than
   * `MOST_TABLE_FILES`. Cells a spreadsheet would run are guarded.
   */
  'table.export': channel(
    inConnection.extend({ selection, format: tableFormat }),
    z.object({ text: z.string(), files: z.number() }),
  ),
  /** Reads an edited table; what it would change is a plan like a bulk edit's. */
  'table.import': channel(inConnection.extend({ format: tableFormat, text: z.string().max(50_000_000) }), plan),
};

import { z } from 'zod';
import { changeSetId, connectionId } from '../domain/core/ids.ts';
import { bulkOperation, plannedFile, tableProblem } from '../domain/edits/bulk.ts';
import { selection } from '../domain/files/queries.ts';
import { LONGEST_TABLE, tableFormat } from '../domain/files/table-size.ts';
import { channel, ticket } from './channel.ts';

/** The plan of a bulk edit or an imported table. Applying a plan queues its edits. */
export const plan = z.object({
  planId: z.number().int().positive(),
  title: z.string(),
  /** Files that the plan covers, changed or not. */
  files: z.number(),
  changed: z.number(),
  /** Files that are left out. */
  unfit: z.number(),
  /** Files of a table with outdated cells, whether other cells of theirs change or not. */
  outdated: z.number(),
  /** The first 1,000 problems, by line. */
  problems: z.array(tableProblem),
  problemCount: z.number(),
});
export type Plan = Readonly<z.infer<typeof plan>>;

/** The most operations of one bulk edit. */
export const MOST_OPERATIONS = 50;

const inConnection = z.object({ connectionId });
const planId = z.number().int().positive();

/** Channels of bulk edits, imported and exported tables. */
export const bulkChannels = {
  'bulk.prepare': channel(
    inConnection.extend({ selection, operations: z.array(bulkOperation).min(1).max(MOST_OPERATIONS) }),
    plan,
  ),
  /**
   * Rows of a plan by position, at most 200: changed files and files with a problem. The core keeps the latest few
   * plans.
   */
  'bulk.window': channel(
    z.object({ planId, from: z.number().int().nonnegative(), to: z.number().int().nonnegative() }),
    z.object({ rows: z.array(plannedFile) }),
  ),
  /** Queues a plan as one change set. Files with a problem stay unchanged. */
  'bulk.apply': channel(z.object({ planId }), z.object({ changeSetId, files: z.number() })),
  /**
   * A table of the selected files for editing in another program. Fails with `tooMany` for more files, columns, cells or
   * characters than a table holds. A prefix guards cells that a spreadsheet would run as formulas (OWASP, "CSV Injection").
   */
  'table.export': channel(
    inConnection.extend({ selection, format: tableFormat }),
    z.object({ text: z.string(), files: z.number() }),
  ),
  /**
   * Reads an edited table. Cells with an earlier value, which somebody else has replaced since, are left out unless
   * `putsBack`. @returns the plan of its changes
   */
  'table.import': channel(
    inConnection.extend({
      format: tableFormat,
      text: z.string().max(LONGEST_TABLE),
      putsBack: z.boolean(),
      ticket: ticket.optional(),
    }),
    plan,
  ),
  /** Ends the reading of a table: the request with that ticket fails with `notFound`. */
  'table.giveUp': channel(z.object({ ticket }), z.null()),
};

import type { ConnectionId } from '../../src/domain/core/ids.ts';
import { planFile, type Plan, type PlannedFile, type Plans, type TableProblem } from './bulk/bulk-plans.ts';
import type { Clock } from './ports.ts';
import { changesOfLine, fromCsv, fromJson, type TableLine } from './bulk/table-format.ts';

const BREATHE_EVERY_LINES = 200;

/**
 * Plans what an edited table would change. Lines that cannot be used are listed and change nothing.
 *
 * @throws TableError when the text is no such table
 */
export async function planTable(
  plans: Plans,
  clock: Clock,
  connectionId: ConnectionId,
  table: { readonly format: 'csv' | 'json'; readonly text: string },
): Promise<Plan> {
  const lines = table.format === 'csv' ? fromCsv(table.text) : fromJson(table.text);
  const planned: PlannedFile[] = [];
  const problems: TableProblem[] = [];
  const met = new Set<string>();
  for (const [index, line] of lines.entries()) {
    if (index % BREATHE_EVERY_LINES === 0) await clock.breathe();
    const read = planLine(plans, connectionId, line, met);
    if (typeof read === 'string') problems.push({ line: line.line, text: line.text, reason: read });
    else if (read.changes.length > 0) planned.push(read);
  }
  const files = planned.filter(({ flaw }) => flaw === null).length;
  const title = `Import a table for ${files === 1 ? '1 file' : `${files} files`}`;
  return plans.keep({ connectionId, title, files: lines.length, planned, problems });
}

/** @returns the reason, in words, when the line cannot be used */
function planLine(plans: Plans, connectionId: ConnectionId, line: TableLine, met: Set<string>): PlannedFile | string {
  const { key, surplus } = line;
  if (key === null) return 'There is no file id in this line.';
  if (surplus > 0) return 'This line has more cells than the table has columns.';
  const text = `${key.network}/${key.id}`;
  if (met.has(text)) return 'This file is in the table twice; the first line counts.';
  met.add(text);
  const shown = plans.shown({ ...key, connectionId });
  return shown === null ? 'This file is not in the copy.' : planFile(key, shown, changesOfLine(shown, line));
}

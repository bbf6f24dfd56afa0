import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { Row } from './bench.ts';
import { atMostTimes, lineOf, type Line } from './line.ts';
import { p3 } from './p3-search.ts';
import { p4 } from './p4-windows.ts';
import { p6 } from './p6-one-edit.ts';
import { p9 } from './p9-start.ts';

/**
 * What a person waits for, beside as many processes that never rest as there are processors. Limit: two and a half times
 * the figure that the same row gives just before on its own.
 */
export const p15: Row = {
  id: 'P15',
  title: 'Search, windows, edits and start on a busy machine',
  run: async (bench) => {
    const lines: Line[] = [];
    for (const row of [p3, p4, p6, p9]) {
      const quiet = (await row.run(bench)).filter(({ unit }) => unit === 'ms');
      const busy = await besideOthers(() => row.run(bench));
      lines.push(...quiet.flatMap((line) => compared(line, busy)));
    }
    return lines;
  },
};

function compared(quiet: Line, busy: readonly Line[]): readonly Line[] {
  const same = busy.find(({ figure }) => figure === quiet.figure);
  if (same === undefined) return [];
  const line = lineOf({
    ...{ row: 'P15', unit: 'ms', figure: `${quiet.row} ${quiet.figure}`, values: [same.median] },
    baseline: { name: 'the machine at rest', values: [quiet.median] },
    limits: [atMostTimes(2.5)],
    note: `p99 ${Math.round(same.p99 ?? same.median)} ms, at rest ${Math.round(quiet.p99 ?? quiet.median)} ms`,
  });
  return [line];
}

/** Never rests, and ends with the process that started it, however that ends. */
const RESTLESS = 'const { ppid } = process; while (process.ppid === ppid);';

/** Does something while every processor has a process that never rests. */
async function besideOthers<T>(work: () => Promise<T>): Promise<T> {
  const others = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', RESTLESS], { stdio: 'ignore' }),
  );
  return await work().finally(() => {
    for (const other of others) other.kill('SIGKILL');
  });
}

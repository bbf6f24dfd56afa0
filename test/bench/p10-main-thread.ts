import type { Row } from './bench.ts';
import { largest } from './figures.ts';
import { lineOf, medianAtMost } from './line.ts';
import { workWords } from './main-thread.ts';

/** How long the core's main thread kept others waiting in all the rows before. Limit: p99 20 ms, at most 100 ms. */
export const p10: Row = {
  id: 'P10',
  title: 'Gap of the main thread',
  run: ({ delays }) => {
    if (delays.length === 0) return Promise.resolve([]);
    const worst = delays.reduce((a, b) => (b.maxMs > a.maxMs ? b : a));
    const busiest = delays.reduce((a, b) => (b.workMs > a.workMs ? b : a));
    const over = [...new Set(delays.map(({ row }) => row))].join(', ');
    const line = (figure: string, value: number, most: number, note: string) =>
      lineOf({ row: 'P10', unit: 'ms', figure, values: [value], limits: [medianAtMost(most)], note });
    return Promise.resolve([
      line(
        'Delay of the event loop, p99 of the worst row',
        largest(delays.map(({ p99Ms }) => p99Ms)),
        20,
        `over ${over}`,
      ),
      line('Delay of the event loop, longest', worst.maxMs, 100, `in ${worst.row}; in all rows ${workWords(busiest)}`),
    ]);
  },
};

import { fail, ok } from '../../src/domain/core/result.ts';
import { parseIdList } from '../../electron/sync/bulk/id-list.ts';
import type { Lines, TextReader } from '../../electron/sync/bulk/lines.ts';
import { fromCsv, fromJson } from '../../electron/sync/bulk/table-format.ts';
import { UnfitTextError } from '../../electron/sync/bulk/unfit-text.ts';
import type { Clock } from '../../electron/sync/ports.ts';
import { slicesOf } from '../../electron/sync/yielding.ts';

const noClock = { yieldToEventLoop: () => Promise.resolve() };

/** Lines that are here already, in slices. */
export const linesHere = <Line>(
  all: readonly Line[],
  clock: Pick<Clock, 'yieldToEventLoop'> = noClock,
): Lines<Line> => ({ count: all.length, slices: () => slicesOf(clock, all, 200), close: () => undefined });

/** Reads texts on the thread of the test. */
export function readingHere(clock: Pick<Clock, 'yieldToEventLoop'>): TextReader {
  const read = async <Line>(parse: () => readonly Line[]) => {
    // Somebody else's turn, as with a thread of its own.
    await clock.yieldToEventLoop();
    try {
      return ok(linesHere(parse(), clock));
    } catch (error) {
      if (!(error instanceof UnfitTextError)) throw error;
      return fail({ kind: 'unfitText' as const, why: error.why });
    }
  };
  return {
    table: ({ format, text }) => read(() => (format === 'csv' ? fromCsv(text) : fromJson(text))),
    ids: (text) => read(() => parseIdList(text)),
  };
}

import { expect, test } from 'vitest';
import { streamRows } from '../../electron/export/run-export.ts';
import type { Sink } from '../../electron/export/job.ts';
import { csvFormat, jsonLinesFormat, type TextFormat, textOutput } from '../../electron/export/text-output.ts';
import type { ExportedFile } from '../../src/domain/exports/library-export.ts';
import { aFile } from '../support/builders.ts';
import { noPause } from '../support/database.ts';

const ROWS = 50_000;
const LONGEST_LINE = 400;
const rowIds = Uint32Array.from({ length: ROWS }, (_, index) => index + 1);
const fileOf = (rowId: number): ExportedFile => ({ ...aFile({ id: `id-${rowId}` }), state: 'onServer' });

/** Takes its time with every text, and sees what piles up meanwhile. */
function slowSink() {
  const seen = { writes: 0, atOnce: 0, most: 0, longest: 0, lines: 0, read: 0, aheadMost: 0 };
  const sink: Sink = {
    write: async (text) => {
      seen.writes += 1;
      seen.atOnce += 1;
      seen.most = Math.max(seen.most, seen.atOnce);
      seen.longest = Math.max(seen.longest, text.length);
      seen.aheadMost = Math.max(seen.aheadMost, seen.read - seen.lines);
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
      seen.lines += text.split('\n').length - 1;
      seen.atOnce -= 1;
    },
    close: noPause,
  };
  return { sink, seen };
}

test.each<[string, TextFormat, number]>([
  ['CSV', csvFormat(['env']), 1],
  ['JSON Lines', jsonLinesFormat, 0],
])('%s of 50,000 files waits for a slow disk with little in memory', async (_, format, headLines) => {
  const { sink, seen } = slowSink();
  const read = (rowId: number): ExportedFile => {
    seen.read += 1;
    return fileOf(rowId);
  };
  const progressed: number[] = [];
  const progress = ({ done }: { readonly done: number }): void => void progressed.push(done);
  await streamRows(rowIds, read, textOutput(sink, format), {
    ...{ yieldToEventLoop: noPause, signal: new AbortController().signal, progress },
  });
  expect([seen.lines, seen.read, seen.most]).toEqual([ROWS + headLines, ROWS, 1]);
  expect(seen.longest).toBeLessThan(64 * 1024 + LONGEST_LINE);
  // What is read and not yet taken fits into one text.
  expect(seen.aheadMost * format.lineOf(fileOf(1)).length).toBeLessThan(64 * 1024 + 50 * LONGEST_LINE);
  expect([progressed[0], progressed.at(-1)]).toEqual([0, ROWS]);
  expect(progressed).toEqual(progressed.toSorted((a, b) => a - b));
});

test('an export that is not wanted any more reads no further than its slice', async () => {
  const { sink } = slowSink();
  const cancelling = new AbortController();
  let reads = 0;
  const read = (rowId: number): ExportedFile => {
    reads += 1;
    if (reads === 1_000) cancelling.abort();
    return fileOf(rowId);
  };
  const ports = { yieldToEventLoop: noPause, signal: cancelling.signal, progress: () => undefined };
  const error = await streamRows(rowIds, read, textOutput(sink, jsonLinesFormat), ports).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBe(cancelling.signal.reason);
  expect(reads).toBe(1_000);
});

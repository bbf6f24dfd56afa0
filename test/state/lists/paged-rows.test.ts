import { expect, test } from 'vitest';
import type { Failure } from '../../../src/domain/core/failure.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import { PagedRows, type Slice } from '../../../src/state/lists/paged-rows.svelte.ts';

type Answer = (reply: Result<Slice<string>, Failure>) => void;

/** A list whose answers the test gives, in the order it likes. */
function listAnsweredByHand() {
  const asked: { readonly from: number; readonly to: number; readonly answer: Answer }[] = [];
  const rows = new PagedRows<string>((from, to) => new Promise((answer) => asked.push({ from, to, answer })));
  return { rows, asked };
}

const named = (name: string, from: number, to: number, count: number): Result<Slice<string>, Failure> =>
  ok({
    from,
    count,
    rows: Array.from({ length: Math.min(to, count) - from }, (_, index) => `${name} ${from + index}`),
  });

const listOf = (count: number) => {
  const asked: [number, number][] = [];
  const rows = new PagedRows<string>((from, to) => {
    asked.push([from, to]);
    return Promise.resolve(named('row', from, to, count));
  });
  return { rows, asked };
};

test('asks for whole blocks, and for each only once', async () => {
  const { rows, asked } = listOf(1_000);
  await rows.refresh();
  await rows.show(20, 50);
  await rows.show(480, 510);
  await rows.show(490, 515);
  expect({ asked, row: rows.at(505), unseen: rows.at(300), count: rows.count }).toEqual({
    asked: [
      [0, 100],
      [400, 600],
    ],
    row: 'row 505',
    unseen: undefined,
    count: 1_000,
  });
});

test('asks on where an answer brings fewer rows than are in sight, as on a tall screen, and no more once it brings none', async () => {
  const asked: [number, number][] = [];
  let ends = 1_000;
  const rows = new PagedRows<string>((from, to) => {
    asked.push([from, to]);
    return Promise.resolve(named('row', from, Math.max(from, Math.min(to, from + 200, ends)), 1_000));
  });
  await rows.refresh();
  await rows.show(90, 480);
  expect([asked.splice(0), rows.at(479)]).toEqual([
    [
      [0, 100],
      [100, 500],
      [300, 500],
    ],
    'row 479',
  ]);
  await rows.refresh();
  expect([asked.splice(0), rows.at(479)]).toEqual([
    [
      [0, 500],
      [200, 500],
      [400, 500],
    ],
    'row 479',
  ]);
  ends = 300;
  await rows.refresh();
  expect(asked).toEqual([
    [0, 500],
    [200, 500],
    [300, 500],
  ]);
});

test('keeps what is shown until the answer to a new question has arrived', async () => {
  const { rows, asked } = listAnsweredByHand();
  const first = rows.refresh();
  asked[0]!.answer(named('old', 0, 100, 3));
  await first;
  const second = rows.refresh();
  expect([rows.phase, rows.at(0)]).toEqual(['ready', 'old 0']);
  asked[1]!.answer(named('new', 0, 100, 1));
  await second;
  expect(rows.loaded).toEqual(['new 0']);
});

test('does not let the answer to an earlier question replace that to a later one', async () => {
  const { rows, asked } = listAnsweredByHand();
  const early = rows.refresh();
  const late = rows.refresh();
  asked[1]!.answer(named('late', 0, 100, 1));
  await late;
  asked[0]!.answer(named('early', 0, 100, 1));
  await early;
  expect(rows.loaded).toEqual(['late 0']);
});

test('fetches what came into sight while an answer was on its way', async () => {
  const { rows, asked } = listAnsweredByHand();
  const refreshed = rows.refresh();
  await rows.show(250, 280);
  asked[0]!.answer(named('row', 0, 100, 1_000));
  await Promise.resolve();
  await expect.poll(() => asked.length).toBe(2);
  asked[1]!.answer(named('row', 200, 300, 1_000));
  await refreshed;
  expect([rows.at(0), rows.at(299)]).toEqual(['row 0', 'row 299']);
});

test('a refused question keeps the rows and says why', async () => {
  const { rows, asked } = listAnsweredByHand();
  const first = rows.refresh();
  asked[0]!.answer(named('row', 0, 100, 2));
  await first;
  const second = rows.refresh();
  asked[1]!.answer(fail({ kind: 'hostGone' }));
  await second;
  expect({ phase: rows.phase, failure: rows.failure, rows: rows.loaded }).toEqual({
    phase: 'failed',
    failure: { kind: 'hostGone' },
    rows: ['row 0', 'row 1'],
  });
});

test('nothing of a list that was cleared is seen again', async () => {
  const { rows, asked } = listAnsweredByHand();
  const pending = rows.refresh();
  rows.clear();
  asked[0]!.answer(named('other account', 0, 100, 1));
  await pending;
  expect({ phase: rows.phase, rows: rows.loaded }).toEqual({ phase: 'loading', rows: [] });
});

test('a row that has not arrived is waited for, in the list that is there by then', async () => {
  const { rows, asked } = listAnsweredByHand();
  const first = rows.refresh();
  asked[0]!.answer(named('old', 0, 100, 1_000));
  await first;
  const wanted = rows.need(950);
  const again = rows.refresh();
  asked[1]!.answer(named('old', 900, 1_000, 1_000));
  asked[2]!.answer(named('new', 0, 100, 1_000));
  await again;
  await Promise.resolve();
  asked[3]!.answer(named('new', 900, 1_000, 1_000));
  expect(await wanted).toBe('new 950');
  expect(asked).toHaveLength(4);
});

test('a row is waited for in vain where the list ends before it, cannot be had, or is another one by then', async () => {
  const { rows, asked } = listAnsweredByHand();
  const first = rows.refresh();
  asked[0]!.answer(named('old', 0, 100, 1_000));
  await first;
  expect(await rows.need(1_000)).toBeUndefined();
  const failed = rows.need(400);
  asked[1]!.answer(fail({ kind: 'hostGone' }));
  expect(await failed).toBeUndefined();
  const left = rows.need(500);
  rows.clear();
  const other = rows.refresh();
  asked[3]!.answer(named('other', 0, 100, 1_000));
  await other;
  asked[2]!.answer(named('old', 500, 600, 1_000));
  expect(await left).toBeUndefined();
  expect(asked).toHaveLength(4);
});

test('of rows that keys pass one after another only the last is handed over, at once where it is here', async () => {
  const { rows, asked } = listAnsweredByHand();
  const first = rows.refresh();
  asked[0]!.answer(named('row', 0, 100, 1_000));
  await first;
  const taken: string[] = [];
  const take = (row: string): void => void taken.push(row);
  void rows.reach(5, take);
  expect(taken).toEqual(['row 5']);
  const passed = rows.reach(900, take);
  const last = rows.reach(800, take);
  asked[2]!.answer(named('row', 800, 900, 1_000));
  asked[1]!.answer(named('row', 900, 1_000, 1_000));
  await Promise.all([passed, last]);
  expect(taken).toEqual(['row 5', 'row 800']);
});

test('the list that follows a cleared one begins at its first row, and takes no late row of that one', async () => {
  const { rows, asked } = listAnsweredByHand();
  const refreshed = rows.refresh();
  asked[0]!.answer(named('old', 0, 100, 1_000));
  await refreshed;
  const shown = rows.show(480, 510);
  rows.clear();
  asked[1]!.answer(named('old', 400, 600, 1_000));
  await shown;
  expect([rows.phase, rows.count, rows.at(480)]).toEqual(['loading', 0, undefined]);
  void rows.refresh();
  expect(asked[2]).toMatchObject({ from: 0, to: 100 });
});

test('a cleared list says no more why the one before failed', async () => {
  const { rows, asked } = listAnsweredByHand();
  const refreshed = rows.refresh();
  asked[0]!.answer(fail({ kind: 'hostGone' }));
  await refreshed;
  expect(rows.failure).toEqual({ kind: 'hostGone' });
  rows.clear();
  expect(rows.failure).toBeNull();
});

import { expect, test } from 'vitest';
import {
  elementOf,
  isTrueToScale,
  lastTopPx,
  ROW_PX,
  RowRecycling,
  rowTopPx,
  rowsInSight,
  ScrollPosition,
  scrollPxOf,
  spacerPx,
  topPxOf,
  topPxShowing,
} from '../../../src/state/lists/virtual-scroll.svelte.ts';

const opening = 620;
const few = { rows: 10_000, openingPx: opening };
const many = { rows: 1_000_000, openingPx: opening };

test('a list that fits is scrolled pixel by pixel', () => {
  expect([isTrueToScale(few), spacerPx(few), topPxOf(1_234, few)]).toEqual([true, 280_000, 1_234]);
});

test('no scrolled element grows beyond what a browser can draw on a dense display', () => {
  expect([isTrueToScale(many), spacerPx(many)]).toEqual([false, 6_000_000]);
});

test('the ends of the scroll bar are the ends of a list of a million', () => {
  const lowest = topPxOf(spacerPx(many) - opening, many);
  expect([topPxOf(0, many), lowest, rowsInSight(lowest, many).to]).toEqual([0, lastTopPx(many), 1_000_000]);
});

test('every row of a million can be brought wholly into sight, and stays where the scroll bar says', () => {
  for (let position = 0; position < many.rows; position += 997) {
    const topPx = topPxShowing(position, 0, many);
    const { from, to } = rowsInSight(topPxOf(scrollPxOf(topPx, many), many), many);
    expect(from <= position && position < to).toBe(true);
    expect(position * ROW_PX >= topPx - 0.01 && (position + 1) * ROW_PX <= topPx + opening + 0.01).toBe(true);
  }
});

test('a row that is in sight already moves nothing', () => {
  expect(topPxShowing(12, 280, few)).toBe(280);
});

test('a list that gets shorter keeps a row that was in sight there, and moves for no other', () => {
  const shortened = (topPx: number, kept: number | null): number => {
    const scroll = new ScrollPosition(() => 100);
    scroll.openingIs(10 * ROW_PX);
    scroll.to(topPx);
    scroll.openingIs(8 * ROW_PX, kept);
    return scroll.topPx / ROW_PX;
  };
  expect([shortened(0, 9), shortened(0, 5), shortened(0, 10), shortened(0, null)]).toEqual([2, 0, 0, 0]);
  expect([shortened(90 * ROW_PX, 99), shortened(50 * ROW_PX, 49)]).toEqual([92, 50]);
});

test('a list shorter than its opening does not move', () => {
  const short = { rows: 3, openingPx: opening };
  expect([lastTopPx(short), topPxOf(50, short), rowsInSight(0, short)]).toEqual([0, 0, { from: 0, to: 3 }]);
});

test('a list whose rows have another height is measured by it', () => {
  const tall = { rows: 100, openingPx: 480, rowPx: 48 };
  expect([rowsInSight(96, tall), topPxShowing(20, 0, tall), lastTopPx(tall)]).toEqual([
    { from: 2, to: 13 },
    528,
    4_320,
  ]);
});

const headed = { rows: 100, openingPx: 500, rowPx: 50, headings: { above: [0, 1, 2, 3, 60], headingPx: 30 } };

test('headings push the rows below them down, and the list with its last row', () => {
  expect([0, 1, 59, 60, 99].map((position) => rowTopPx(position, headed))).toEqual([30, 110, 3_070, 3_150, 5_100]);
  expect([spacerPx(headed), lastTopPx(headed)]).toEqual([5_150, 4_650]);
});

test('every row under headings can be brought wholly into sight, and the first one with its heading', () => {
  expect(topPxShowing(0, 300, headed)).toBe(0);
  for (let position = 1; position < headed.rows; position++) {
    for (const fromPx of [0, lastTopPx(headed)]) {
      const topPx = topPxShowing(position, fromPx, headed);
      const { from, to } = rowsInSight(topPx, headed);
      expect(from <= position && position < to, `row ${position} from ${fromPx}`).toBe(true);
    }
  }
});

const SLOTS = 7;

/** The slots in the order of the list, and where each stands from the top of what is drawn. */
function drawn(slots: RowRecycling, from: number, to = from + SLOTS) {
  const { origin, positions } = slots.place(from, to, SLOTS);
  return {
    slots: positions.map((position) => elementOf(position, origin, SLOTS)),
    offsets: positions.map((position) => position - origin),
  };
}

test('a row that scrolls out of sight gives its element to the one that comes in', () => {
  const slots = new RowRecycling();
  expect(drawn(slots, 0).slots).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(drawn(slots, 2).slots).toEqual([2, 3, 4, 5, 6, 0, 1]);
  expect(drawn(slots, 1).slots).toEqual([1, 2, 3, 4, 5, 6, 0]);
});

test('after a jump every element stays where it is and shows another row', () => {
  const slots = new RowRecycling();
  const before = drawn(slots, 3);
  for (const far of [900_000, 40, 47, 33]) expect(drawn(slots, far)).toEqual(before);
});

test('no two rows share an element, and offsets stay small, however far one scrolls', () => {
  const slots = new RowRecycling();
  for (let from = 50_000, step = 0; from > 30_000; from -= step = (step + 1) % SLOTS) {
    const { slots: taken, offsets } = drawn(slots, from);
    expect([new Set(taken).size, Math.max(...offsets.map(Math.abs)) < 5_100]).toEqual([SLOTS, true]);
  }
});

test('an end of the list with fewer rows leaves elements out', () => {
  expect(drawn(new RowRecycling(), 0, 3).slots).toEqual([0, 1, 2]);
});

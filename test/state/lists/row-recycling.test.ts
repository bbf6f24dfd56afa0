import { expect, test } from 'vitest';
import { RowRecycling, elementOf } from '../../../src/state/lists/row-recycling.ts';

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

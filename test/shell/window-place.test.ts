import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import { arrangementOf, reachable, type WindowPlace } from '../../electron/shell/window-place.ts';
import { keepPlaceOf, placeFor, windowInPlace } from '../../electron/shell/window-placing.ts';

const area = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });
const laptop = { bounds: area(0, 0, 1440, 900), workArea: area(0, 25, 1440, 875) };
const screenOnTheLeft = { bounds: area(-2560, -300, 2560, 1440), workArea: area(-2560, -300, 2560, 1400) };
const place = (over: Partial<WindowPlace> = {}): WindowPlace => ({
  ...{ x: 100, y: 100, width: 1000, height: 700, isMaximized: false },
  ...over,
});

describe('a place is taken again', () => {
  test.each([
    ['on the display it was on', place()],
    ['with its bar at the very top', place({ y: 25 })],
    ['half beyond the edge of the display', place({ x: 1280 })],
    ['maximised', place({ isMaximized: true })],
  ])('%s', (_name, at) => {
    expect(reachable(at, [laptop])).toEqual(at);
  });

  test('on a display with negative coordinates', () => {
    const at = place({ x: -2000, y: -200 });
    expect(reachable(at, [laptop, screenOnTheLeft])).toEqual(at);
  });
});

test.each([
  ['on a display that is gone', place({ x: -2000, y: -200 })],
  ['with its bar above the display', place({ y: -40 })],
  ['under the bar of the system', place({ y: 10 })],
  ['below the display', place({ y: 880 })],
  ['with no more than a sliver on the display', place({ x: 1400 })],
])('nobody could take hold of a window %s', (_name, at) => {
  expect(reachable(at, [laptop])).toBeNull();
});

test('displays are the same arrangement in whatever order the system lists them', () => {
  expect(arrangementOf([laptop, screenOnTheLeft])).toBe(arrangementOf([screenOnTheLeft, laptop]));
  expect(arrangementOf([laptop])).not.toBe(arrangementOf([laptop, screenOnTheLeft]));
});

/** A memory of places, and a window that stands somewhere. */
function shell() {
  const places = new Map<string, WindowPlace>();
  const memory = {
    placeOn: (arrangement: string) => places.get(arrangement) ?? null,
    keepPlace: (arrangement: string, kept: WindowPlace) => void places.set(arrangement, kept),
  };
  const { isMaximized, ...bounds } = place({ x: 40, y: 60, isMaximized: true });
  const window = Object.assign(new EventEmitter(), { getNormalBounds: () => bounds, isMaximized: () => isMaximized });
  return { memory, window };
}

test('the first window stands where the last one was closed on the same displays, and the next beside it', () => {
  const { memory, window } = shell();
  keepPlaceOf(window as unknown as Parameters<typeof keepPlaceOf>[0], memory, () => [laptop]);
  expect(placeFor(memory, [laptop], null)).toBeNull();
  window.emit('close');
  expect(placeFor(memory, [laptop], null)).toEqual(place({ x: 40, y: 60, isMaximized: true }));
  expect(placeFor(memory, [laptop, screenOnTheLeft], null)).toBeNull();
  expect(placeFor(memory, [laptop], window)).toEqual(place({ x: 68, y: 88 }));
});

test('a window is made where the last one was closed, maximised once it is seen, and leaves its own place behind', () => {
  const { memory } = shell();
  const done: unknown[] = [];
  const make = (bounds: object) => {
    done.push(bounds);
    return Object.assign(new EventEmitter(), {
      ...{ getNormalBounds: () => ({ x: 40, y: 60, width: 1000, height: 700 }), isMaximized: () => true },
      maximize: () => void done.push('maximized'),
    });
  };
  type Made = ReturnType<Parameters<typeof windowInPlace>[0]> & EventEmitter;
  const open = () =>
    windowInPlace(
      (bounds) => make(bounds) as unknown as Made,
      memory,
      () => [laptop],
      null,
    );
  const first = open();
  first.emit('show');
  first.emit('close');
  const second = open();
  second.emit('show');
  expect(done).toEqual([{}, { x: 40, y: 60, width: 1000, height: 700 }, 'maximized']);
});

import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mainThreadWatch } from './main-thread.ts';

async function watched(between: () => void) {
  const watch = mainThreadWatch();
  watch.begin();
  await pause(20);
  between();
  await pause(20);
  return watch.end();
}

const work = (ms: number): void => {
  const before = process.threadCpuUsage();
  while (process.threadCpuUsage(before).user < ms * 1_000);
};

const wait = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test('a gap is one whether the thread works or waits, and its work is told apart', async () => {
  const [worked, waited] = [await watched(() => work(50)), await watched(() => wait(50))];
  for (const found of [worked, waited]) expect(found?.maxMs).toBeGreaterThan(45);
  expect(worked?.workMs).toBeGreaterThan(45);
  expect(waited?.workMs).toBeLessThan(30);
});

test('nothing is told of a thread that was not to be watched', () => {
  expect(mainThreadWatch().end()).toBe(null);
});

import { expect, test } from 'vitest';
import { Cancellations } from '../../electron/ipc/cancellations.ts';

test('a question is wanted until its ticket is cancelled, and no other one with it', async () => {
  const cancellations = new Cancellations();
  const seen: boolean[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = cancellations.during('a', async (signal) => {
    seen.push(!signal.aborted);
    await promise;
    return !signal.aborted;
  });
  const second = cancellations.during('b', async (signal) => {
    await promise;
    return !signal.aborted;
  });
  cancellations.cancel('a');
  resolve();
  expect([seen, await first, await second]).toEqual([[true], false, true]);
});

test('a question without a ticket is always wanted', async () => {
  expect(await new Cancellations().during(undefined, (signal) => Promise.resolve(!signal.aborted))).toBe(true);
});

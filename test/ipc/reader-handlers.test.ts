import { expect, test } from 'vitest';
import { Cancellations } from '../../electron/ipc/reader-handlers.ts';

test('a question is wanted until its ticket is cancelled, and no other one with it', async () => {
  const cancellations = new Cancellations();
  const seen: boolean[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = cancellations.during('a', async (isWanted) => {
    seen.push(isWanted());
    await promise;
    return isWanted();
  });
  const second = cancellations.during('b', async (isWanted) => {
    await promise;
    return isWanted();
  });
  cancellations.cancel('a');
  resolve();
  expect([seen, await first, await second]).toEqual([[true], false, true]);
});

test('a question without a ticket is always wanted', async () => {
  expect(await new Cancellations().during(undefined, async (isWanted) => isWanted())).toBe(true);
});

import { expect, test } from 'vitest';
import { DraftWriter } from '../../../src/state/app/draft-writer.ts';
import { heldClock } from '../held-clock.ts';

/** A writer, and writes that end when the test says so. */
function written() {
  const { clock, rested } = heldClock();
  const writer = new DraftWriter(clock);
  const log: string[] = [];
  const under: { readonly text: string; readonly end: (isDone: boolean) => void }[] = [];
  const type = (text: string): void =>
    writer.soon('a note', () => {
      log.push(text);
      const { promise, resolve } = Promise.withResolvers<boolean>();
      under.push({ text, end: resolve });
      return promise;
    });
  const end = async (text: string, isDone: boolean): Promise<void> => {
    under.find((one) => one.text === text)?.end(isDone);
    await Promise.resolve();
    await Promise.resolve();
  };
  return { type, rested, end, log };
}

test('a write that failed is tried again', async () => {
  const { type, rested, end, log } = written();
  type('har');
  rested();
  await end('har', false);
  rested();
  expect(log).toEqual(['har', 'har']);
});

test('of two writes that failed only what was typed last is tried again', async () => {
  const { type, rested, end, log } = written();
  type('har');
  rested();
  type('harbour');
  rested();
  await end('har', false);
  await end('harbour', false);
  rested();
  expect(log).toEqual(['har', 'harbour', 'harbour']);
});

test('a write that failed is not tried again over a later one', async () => {
  const { type, rested, end, log } = written();
  type('har');
  rested();
  type('harbour');
  rested();
  await end('har', false);
  await end('harbour', true);
  rested();
  expect(log).toEqual(['har', 'harbour']);
});

test('a write that failed takes no place of what was typed since and has yet to be written', async () => {
  const { type, rested, end, log } = written();
  type('har');
  rested();
  type('harbour');
  await end('har', false);
  rested();
  expect(log).toEqual(['har', 'harbour']);
});

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { connectionA } from '../../support/builders.ts';
import { contentOf, SignatureWorld } from './signature-world.ts';

const MANY = 50_000;
/** Some 40 bytes for each: a promise with its result takes more. */
const MOST_BYTES = 2_000_000;

function usedBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
  return process.memoryUsage().heapUsed;
}

test('a check leaves nothing in memory, so that a fetch may go on for days', async () => {
  const { checks } = new SignatureWorld();
  const check = () => checks.check(connectionA, [contentOf(0)]);
  for (let times = 0; times < 1_000; times++) await check();
  const before = usedBytes();
  for (let times = 0; times < MANY; times++) await check();
  expect(usedBytes() - before).toBeLessThan(MOST_BYTES);
});

import { expect, test } from 'vitest';
import type { FakeMode } from '../../support/fake-service.ts';
import { lagBehind } from '../ingest/stale-reads.ts';
import { applying, noAnswer } from '../push/failures.ts';
import { faultAtUpdate, given, MINUTE_MS } from './self-test-world.ts';

/** A file with an edit that was answered just now, and reads that lag behind it. */
async function sent(mode: FakeMode) {
  const one = given(mode);
  await one.world.copy();
  const edit = async (value: string) => {
    one.world.edit(1, { 'key:env': value });
    await one.world.push();
    expect(one.file().keyvalues.get('env')).toBe(value);
  };
  return { ...one, edit };
}

test.each(['merge', 'replace'] as const)(
  'a self-test waits for a read that lags behind an edit, which its map would take back (%s)',
  async (mode) => {
    const one = await sent(mode);
    const catchUp = lagBehind(one.fake);
    await one.edit('mine');
    const running = one.run();
    await one.world.clock.advance(20_000);
    expect(one.file().keyvalues).toEqual(
      new Map<string, unknown>([
        ['env', 'mine'],
        ['count', 3],
      ]),
    );
    catchUp();
    await one.world.clock.advance(5_000);
    expect(await running).toMatchObject({ ok: true, value: { verdict: mode } });
    expect(one.file().keyvalues).toEqual(
      new Map<string, unknown>([
        ['env', 'mine'],
        ['count', 3],
      ]),
    );
  },
);

test('a self-test that waits for a read ends with its connection', async () => {
  const one = await sent('replace');
  lagBehind(one.fake);
  await one.edit('mine');
  const closing = new AbortController();
  const running = one.run(closing.signal);
  await one.world.clock.settle();
  closing.abort();
  expect((await running).ok).toBe(false);
  expect(one.world.clock.wakes).toBe(0);
});

test('what is left of a self-test is tidied up after an edit that reads lag behind, and not over it', async () => {
  const one = await sent('merge');
  faultAtUpdate(one.fake, 2, applying(noAnswer));
  expect((await one.run()).ok).toBe(false);
  one.fake.faultOf = () => null;
  await one.world.clock.advance(MINUTE_MS + 1);
  const catchUp = lagBehind(one.fake);
  await one.edit('mine');
  await one.tidy();
  expect([one.trace() === null, one.file().keyvalues.get('env')]).toEqual([false, 'mine']);
  catchUp();
  await one.world.clock.advance(MINUTE_MS);
  await one.tidy();
  expect([one.trace(), Object.fromEntries(one.file().keyvalues)]).toEqual([null, { env: 'mine', count: 3 }]);
});

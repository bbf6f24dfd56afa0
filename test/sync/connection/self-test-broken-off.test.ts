import { describe, expect, test } from 'vitest';
import { selfTest } from '../../../electron/sync/connection/self-test.ts';
import { fakeId, type Fault } from '../../support/fake-service.ts';
import { answered, applying, applyingLate, failing, malformed, noAnswer, notSent, portal } from '../push/failures.ts';
import { faultAtUpdate, given, key, MINUTE_MS, modes, readThrough } from './self-test-world.ts';

describe('a self-test that breaks off', () => {
  const faults: readonly (readonly [string, Fault])[] = [
    ['is not sent', failing(notSent)],
    ['gets no answer and did not arrive', failing(noAnswer)],
    ['gets no answer and arrived', applying(noAnswer)],
    ['gets a cut answer', applying(malformed)],
    ['meets a fault of the service', failing(answered(500))],
    ['meets a fault of the service and arrived', applying(answered(502))],
    ['meets the rate limit', failing(answered(429))],
    ['meets a portal', failing(portal)],
    ['is refused the token', failing(answered(401))],
  ];
  const cases = modes.flatMap((mode) =>
    faults.flatMap(([words, fault]) => [1, 2].map((at) => ({ mode, words, fault, at }))),
  );

  test.each(cases)(
    'in update $at, which $words, on $mode, is tidied up at a later check',
    async ({ mode, fault, at }) => {
      const one = given(mode);
      const before = one.file();
      faultAtUpdate(one.fake, at, fault);
      expect((await one.run()).ok).toBe(false);
      one.fake.faultOf = () => null;
      await one.world.clock.advance(MINUTE_MS + 1);
      await one.tidy();
      if (one.trace() === null) expect(one.file()).toEqual(before);
      else {
        // Only a service that removes no key keeps it, and then that is said.
        expect([mode, one.trace()?.standing]).toEqual(['mergeWithoutRemoval', 'stays']);
        expect(one.file().keyvalues.has(one.trace()!.key)).toBe(true);
      }
    },
  );

  test('waits until nothing of it can still land, and then takes away what landed late', async () => {
    const one = given('merge');
    const before = one.file();
    faultAtUpdate(one.fake, 1, applyingLate(noAnswer));
    await one.run();
    one.fake.faultOf = () => null;
    await one.tidy();
    expect(one.trace()).not.toBeNull();
    one.fake.applyLate();
    expect(one.file()).not.toEqual(before);
    await one.world.clock.advance(MINUTE_MS + 1);
    await one.tidy();
    expect(one.file()).toEqual(before);
    expect(one.trace()).toBeNull();
  });

  test.each([1, 2, 3])('with the program, after update %d arrived, is tidied up by the next run of it', async (at) => {
    const one = given('merge');
    const before = one.file();
    let updates = 0;
    const dying = readThrough(one.fake, async (...words) => {
      await one.fake.updateFile(...words);
      if (++updates === at) throw new Error('the power went');
      return await one.fake.readFile('public', fakeId(1), new AbortController().signal);
    });
    const ports = { ...one.world.ports, service: dying, selfTests: one.selfTests };
    await expect(selfTest(ports, key, new AbortController().signal)).rejects.toThrow('the power went');
    await one.world.clock.advance(MINUTE_MS + 1);
    await one.tidy();
    expect(one.file()).toEqual(before);
    expect(one.trace()).toBeNull();
  });

  test('is not tidied up with another account’s token or while read-only, and is not forgotten', async () => {
    const one = given('merge');
    faultAtUpdate(one.fake, 2, failing(notSent));
    await one.run();
    one.fake.faultOf = () => null;
    await one.world.clock.advance(MINUTE_MS + 1);
    const { connection } = one.world;
    const sent = one.updates();
    for (const other of [{ account: 'somebody else' }, { readOnly: true }, { baseUrl: 'https://other.test/v3' }]) {
      one.world.connection = { ...connection, ...other };
      await one.tidy();
    }
    expect(one.updates()).toBe(sent);
    one.world.connection = connection;
    await one.tidy();
    expect(one.trace()).toBeNull();
  });

  test('on a file that is gone since has nothing left to tidy up', async () => {
    const one = given('merge');
    faultAtUpdate(one.fake, 2, failing(notSent));
    await one.run();
    one.fake.faultOf = () => null;
    one.fake.remove('public', fakeId(1));
    await one.world.clock.advance(MINUTE_MS + 1);
    await one.tidy();
    expect(one.trace()).toBeNull();
  });
});

import { describe, expect, test } from 'vitest';
import { selfTest } from '../../../electron/sync/connection/self-test.ts';
import { fakeId, type Fault } from '../../support/fake-service.ts';
import { answered, applying, applyingLate, failing, malformed, noAnswer, notSent, portal } from '../push/failures.ts';
import { faultAtUpdate, given, key, MINUTE_MS, modes, readThrough } from './self-test-world.ts';

const YEAR_MS = 365 * 24 * 60 * MINUTE_MS;

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

  test.each([
    ['is not sent', notSent],
    ['meets the rate limit', answered(429)],
    ['is refused the token', answered(401)],
    ['is refused', answered(400)],
  ])('in its first update, which %s, has left nothing to tidy up', async (_what, failure) => {
    const one = given('merge');
    faultAtUpdate(one.fake, 1, failing(failure));
    expect(await one.run()).toEqual({ ok: false, failure });
    expect([one.updates(), one.trace()]).toEqual([1, null]);
  });

  test.each([
    ['in its first update, which may still land', 1, noAnswer],
    ['when the whole map without its key is refused, which says nothing about removals', 2, answered(400)],
    ['when the removal of its key meets a fault of the service', 3, answered(500)],
  ])('%s, is remembered until it is tidied up', async (_what, at, failure) => {
    const one = given('merge');
    const before = one.file();
    faultAtUpdate(one.fake, at, failing(failure));
    expect(await one.run()).toEqual({ ok: false, failure });
    expect([one.trace()?.standing, one.world.connection.learnt.keyvaluesMode]).toEqual(['underWay', 'unknown']);
    one.fake.faultOf = () => null;
    await one.world.clock.advance(MINUTE_MS + 1);
    await one.tidy();
    expect([one.file(), one.trace()]).toEqual([before, null]);
  });

  test('before it began, because the file cannot be read, sends nothing', async () => {
    const one = given('merge');
    one.fake.next('readFile', failing(answered(500)));
    expect(await one.run()).toEqual({ ok: false, failure: answered(500) });
    expect([one.updates(), one.trace()]).toEqual([0, null]);
  });
});

describe('after a self-test that broke off', () => {
  /** A test of which one update ended so; each update takes 30 seconds. */
  async function brokenOff(at: number, fault: Fault) {
    const one = given('merge');
    await one.world.copy();
    const startedAtMs = one.world.clock.nowMs();
    faultAtUpdate(one.fake, at, fault);
    one.fake.onCall = ({ name }) => (name === 'updateFile' ? one.world.clock.setBack(-30_000) : undefined);
    await one.run();
    one.fake.onCall = () => undefined;
    one.fake.faultOf = () => null;
    one.fake.calls.length = 0;
    return { ...one, startedAtMs };
  }

  test('an edit of its file waits while an update of the test may still land, and no longer', async () => {
    const one = await brokenOff(2, applyingLate(noAnswer));
    const edit = one.world.edit(1, { name: 'mine' });
    await one.world.clock.advance(MINUTE_MS - 1);
    await one.world.push();
    expect([one.world.statusOf(edit), one.updates()]).toEqual(['queued', 0]);
    await one.world.clock.advance(1);
    await one.world.push();
    expect(one.world.statusOf(edit)).toBe('settled');
  });

  test('an edit of its file goes out at once when nothing of the test can land', async () => {
    const one = await brokenOff(2, failing(notSent));
    const edit = one.world.edit(1, { name: 'mine' });
    await one.world.push();
    expect(one.world.statusOf(edit)).toBe('settled');
  });

  test('a check leaves its file alone for a minute after the last update that was sent', async () => {
    const one = await brokenOff(2, failing(answered(500)));
    expect(one.trace()).toMatchObject({ startedAtMs: one.startedAtMs, sentAtMs: one.startedAtMs + 30_000 });
    await one.world.clock.advance(MINUTE_MS - 30_000);
    await one.tidy();
    expect(one.fake.calls).toEqual([]);
    await one.world.clock.advance(1);
    await one.tidy();
    expect(one.trace()).toBeNull();
  });

  test('under a clock that was a year ahead, a check waits a minute anew, and then takes its key away', async () => {
    const one = await brokenOff(2, failing(answered(500)));
    const { id } = one.world.connection;
    one.selfTests.put(id, { ...one.trace()!, sentAtMs: one.world.clock.nowMs() + YEAR_MS });
    await one.tidy();
    expect([one.fake.calls, one.trace()?.sentAtMs]).toEqual([[], one.world.clock.nowMs()]);
    await one.world.clock.advance(MINUTE_MS);
    await one.tidy();
    expect(one.fake.calls).toEqual([]);
    await one.world.clock.advance(1);
    await one.tidy();
    expect([one.trace(), [...one.file().keyvalues.keys()]]).toEqual([null, ['env', 'count']]);
  });

  test('a check that cannot read the file changes nothing, and a later one tidies up', async () => {
    const one = await brokenOff(2, failing(notSent));
    await one.world.clock.advance(MINUTE_MS + 1);
    one.fake.next('readFile', failing(answered(500)));
    await one.tidy();
    expect([one.updates(), one.trace()?.standing]).toEqual([0, 'underWay']);
    await one.tidy();
    expect(one.trace()).toBeNull();
  });

  test('a check of a file that never got the key sends no update', async () => {
    const one = await brokenOff(1, failing(noAnswer));
    await one.world.clock.advance(MINUTE_MS + 1);
    one.world.announced.length = 0;
    await one.tidy();
    expect([one.updates(), one.trace(), one.world.announced]).toEqual([0, null, ['connections.changed']]);
  });
});

test.each(['merge', 'mergeWithoutRemoval'] as const)(
  'a check after a test that came to its end on %s asks for nothing',
  async (mode) => {
    const one = given(mode);
    await one.run();
    expect(one.world.announced).toContain('connections.changed');
    const trace = one.trace();
    await one.world.clock.advance(MINUTE_MS + 1);
    one.fake.calls.length = 0;
    one.world.announced.length = 0;
    await one.tidy();
    expect([one.fake.calls, one.world.announced, one.trace()]).toEqual([[], [], trace]);
  },
);

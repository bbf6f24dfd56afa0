import { describe, expect, test } from 'vitest';
import { selfTestsTable } from '../../../electron/database/profile/profile-tables.ts';
import { cleanUpSelfTest, selfTest, type SelfTestPorts } from '../../../electron/sync/connection/self-test.ts';
import { fakeFile, fakeId, FakeService, type FakeMode, type Fault } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';
import { answered, applying, applyingLate, failing, malformed, noAnswer, notSent, portal } from '../push/failures.ts';

const modes: readonly FakeMode[] = ['merge', 'mergeWithoutRemoval', 'replace'];
const metadata = new Map<string, unknown>([
  ['env', 'prod'],
  ['count', 3],
]);
const key = { network: 'public' as const, id: fakeId(1) };
const MINUTE_MS = 60_000;

/** One file on a service of its own, and a self-test that can be run on it and tidied up after. */
function given(mode: FakeMode, keyvalues = metadata) {
  const fake = new FakeService(mode);
  fake.put(fakeFile(1, { keyvalues }));
  const world = new SyncWorld({ service: fake });
  const selfTests = selfTestsTable(world.outboxDb);
  const ports = (): SelfTestPorts => ({ ...world.ports, selfTests });
  const never = new AbortController().signal;
  return {
    ...{ fake, world, selfTests },
    run: () => selfTest(ports(), key, never),
    tidy: () => cleanUpSelfTest(ports(), never),
    trace: () => selfTests.get(world.connection.id),
    file: () => fake.file('public', fakeId(1))!,
    updates: () => fake.calls.filter(({ name }) => name === 'updateFile').length,
  };
}

/** Lets the n-th update of a test end so; every other call is carried out. */
function faultAtUpdate(fake: FakeService, number: number, fault: Fault): void {
  let updates = 0;
  fake.faultOf = ({ name }) => (name === 'updateFile' && ++updates === number ? fault : null);
}

describe('a self-test', () => {
  test.each([
    ['merge', 3, metadata],
    ['merge', 3, new Map<string, unknown>()],
    ['replace', 2, metadata],
    ['replace', 2, new Map<string, unknown>()],
  ] as const)(
    'of a service that does %s needs %d updates and leaves everything as it was',
    async (mode, updates, held) => {
      const one = given(mode, held);
      const before = one.file();
      expect(await one.run()).toEqual({ ok: true, value: { verdict: mode, updates, stays: null } });
      expect(one.file()).toEqual(before);
      expect(one.updates()).toBe(updates);
      expect(one.trace()).toBeNull();
      expect(one.world.connection.learnt).toMatchObject({
        keyvaluesMode: mode,
        keyvaluesEvidence: expect.stringContaining('in a self-test'),
      });
    },
  );

  test('of a service that removes no key says which one stays, and that it stays', async () => {
    const one = given('mergeWithoutRemoval');
    const tested = await one.run();
    const [added] = [...one.file().keyvalues.keys()].filter((name) => !metadata.has(name));
    expect(added).toMatch(/^pinfold-self-test-/);
    expect(tested).toEqual({ ok: true, value: { verdict: 'mergeWithoutRemoval', updates: 3, stays: added } });
    expect(one.trace()).toMatchObject({ key: added, standing: 'stays' });
    expect(one.world.connection.learnt.keyvaluesMode).toBe('mergeWithoutRemoval');
  });

  test('takes a service that refuses null for one that removes no key', async () => {
    const one = given('merge');
    faultAtUpdate(one.fake, 3, failing(answered(400)));
    expect(await one.run()).toMatchObject({ ok: true, value: { verdict: 'mergeWithoutRemoval' } });
  });

  test('never sends less than the whole map before it is known that nothing is lost by it', async () => {
    for (const mode of modes) {
      const one = given(mode);
      await one.run();
      const bodies = one.fake.calls
        .filter(({ name }) => name === 'updateFile')
        .map(({ input }) => JSON.parse(String(input[2])));
      for (const { keyvalues } of bodies.slice(0, 2)) expect(keyvalues).toMatchObject({ env: 'prod', count: 3 });
    }
  });

  test('of a service that ignores metadata learns nothing, and leaves nothing', async () => {
    const one = given('merge');
    const before = one.file();
    const ignoring = () => one.fake.readFile('public', fakeId(1), new AbortController().signal);
    const world = new SyncWorld({ service: readThrough(one.fake, ignoring) });
    const selfTests = selfTestsTable(world.outboxDb);
    const tested = await selfTest({ ...world.ports, selfTests }, key, new AbortController().signal);
    expect(tested).toEqual({ ok: true, value: { verdict: 'notStored', updates: 1, stays: null } });
    expect(world.connection.learnt.keyvaluesMode).toBe('unknown');
    expect(one.file()).toEqual(before);
  });

  test('is written down durably before anything of it is sent', async () => {
    const one = given('merge');
    const known: unknown[] = [];
    one.fake.onCall = ({ name }) => {
      if (name === 'updateFile') known.push(one.trace()?.standing);
    };
    await one.run();
    expect(known).toEqual(['underWay', 'underWay', 'underWay']);
  });
});

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

test('nothing else is exchanged while a self-test runs, and everything goes on after it', async () => {
  const one = given('merge');
  const { sync, clock, queue, ports } = one.world;
  sync.send({ kind: 'started', mode: 'running' });
  await clock.settle();
  one.fake.calls.length = 0;
  const accountRef = ports.accountRef();
  const running = sync.alone((signal) => selfTest({ ...sync.sync, selfTests: one.selfTests }, key, signal));
  queue.enqueue(one.world.connection.id, accountRef, 'a change set', [
    { key, changes: [{ field: 'name', base: 'file 1', mine: 'renamed' }] },
  ]);
  sync.send({ kind: 'editQueued' });
  await running;
  expect(one.fake.calls.map(({ name }) => name)).toEqual(['readFile', 'updateFile', 'updateFile', 'updateFile']);
  await clock.settle();
  expect(one.file()).toMatchObject({ name: 'renamed', keyvalues: metadata });
  expect(sync.state).toMatchObject({ mode: 'running', push: { problem: null }, pull: { problem: null } });
});

test('a check that takes long gives way to a self-test, and is taken up again', async () => {
  const one = given('replace');
  const { sync, clock } = one.world;
  one.fake.next('listFiles', { kind: 'hanging' });
  sync.send({ kind: 'started', mode: 'running' });
  await clock.settle();
  expect(sync.state.work).toBe('pull');
  const tested = sync.alone((signal) => selfTest({ ...sync.sync, selfTests: one.selfTests }, key, signal));
  expect(await tested).toMatchObject({ ok: true, value: { verdict: 'replace' } });
  await clock.settle();
  expect(sync.state).toMatchObject({ mode: 'running', work: 'none', caughtUpAtMs: clock.nowMs() });
});

/** The fake service with another way to update. */
function readThrough(fake: FakeService, updateFile: FakeService['updateFile']) {
  return {
    updateFile,
    readFile: (...words: Parameters<FakeService['readFile']>) => fake.readFile(...words),
    listFiles: (...words: Parameters<FakeService['listFiles']>) => fake.listFiles(...words),
    listKeys: (...words: Parameters<FakeService['listKeys']>) => fake.listKeys(...words),
    signature: (...words: Parameters<FakeService['signature']>) => fake.signature(...words),
  };
}

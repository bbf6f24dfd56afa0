import { describe, expect, test } from 'vitest';
import { selfTestsTable } from '../../../electron/database/profile/profile-tables.ts';
import { selfTest } from '../../../electron/sync/connection/self-test.ts';
import { fakeId } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';
import { answered, failing } from '../push/failures.ts';
import { faultAtUpdate, given, key, metadata, modes, readThrough } from './self-test-world.ts';

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
        modeEvidence: { kind: 'selfTest', mode },
      });
    },
  );

  test('of a service that removes no key says which one stays, and that it stays', async () => {
    const one = given('mergeWithoutRemoval');
    await one.world.copy();
    const tested = await one.run();
    const [added] = [...one.file().keyvalues.keys()].filter((name) => !metadata.has(name));
    expect(added).toMatch(/^pinfold-self-test-[0-9a-f]{8}$/);
    expect(tested).toEqual({ ok: true, value: { verdict: 'mergeWithoutRemoval', updates: 3, stays: added } });
    expect(one.trace()).toMatchObject({ key: added, standing: 'stays' });
    const mirrored = one.world.tables.files.get(one.world.of(1))!.record;
    expect(mirrored.keyvalues.map(([name]) => name)).toContain(added);
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

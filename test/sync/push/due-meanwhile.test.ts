import { expect, test } from 'vitest';
import { failing, portal } from './failures.ts';
import { worldOf } from './world-of-files.ts';

test('a file that becomes due while a probe takes its time is tried again', async () => {
  const world = await worldOf(1);
  world.edit(1, { name: 'mine' });
  const nowMs = world.clock.nowMs();
  world.fake.next('updateFile', failing(portal));
  // Longer than the file waits after its first failure.
  world.fake.onCall = ({ name }) => (name === 'listFiles' ? world.clock.setBack(-2_000) : undefined);
  expect(await world.push()).toEqual({ kind: 'drained', againAtMs: world.outbox.retryState(world.of(1)).notBeforeMs });
  expect(world.outbox.retryState(world.of(1)).notBeforeMs).toBeLessThan(nowMs + 2_000);
});

test('and its edit is sent without another event', async () => {
  const world = await worldOf(1);
  world.sync.send({ kind: 'started', mode: 'running' });
  await world.clock.settle();
  world.fake.next('updateFile', failing(portal));
  world.fake.onCall = ({ name }) => (name === 'listFiles' ? world.clock.setBack(-2_000) : undefined);
  const edit = world.edit(1, { name: 'mine' });
  world.sync.send({ kind: 'editQueued' });
  await world.clock.settle();
  await world.clock.advance(10_000);
  expect(world.statusOf(edit)).toBe('settled');
});

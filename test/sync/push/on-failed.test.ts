import { describe, expect, test } from 'vitest';
import { noTraits } from '../../../src/domain/connections/connection.ts';
import { noLimits } from '../../../src/domain/service/service-limits.ts';
import { fakeId } from '../../support/fake-service.ts';
import { answered, failing } from './failures.ts';
import { worldOf } from './world-of-files.ts';

const merging = { connection: { learnt: { ...noTraits, keyvaluesMode: 'merge' as const } } };

test('a file that the service no longer has is shown as gone, and pages hear of it', async () => {
  const world = await worldOf(1);
  const edit = world.edit(1, { name: 'mine' });
  world.fake.remove('public', fakeId(1));
  world.announced.length = 0;
  await world.push();
  expect([world.statusOf(edit), world.marked(1)]).toEqual(['gone', 'gone']);
  expect(new Set(world.announced)).toEqual(new Set(['files.changed', 'changes.changed']));
});

test.each([
  [
    'refuses',
    (world: Awaited<ReturnType<typeof worldOf>>) => {
      world.fake.faultOf = ({ name }) => (name === 'updateFile' ? failing(answered(422)) : null);
    },
  ],
  [
    'no longer has',
    (world: Awaited<ReturnType<typeof worldOf>>) => {
      for (let number = 1; number <= 10; number++) world.fake.remove('public', fakeId(number));
    },
  ],
])('ten files in a row that the service %s say nothing against the service', async (_what, given) => {
  const world = await worldOf(10);
  for (let number = 1; number <= 10; number++) world.edit(number, { name: 'mine' });
  given(world);
  expect(await world.push()).toEqual({ kind: 'drained', againAtMs: null });
  expect(world.asked).not.toContain('listFiles');
  expect(world.ports.failures.inARow).toBe(0);
});

describe('a 403', () => {
  test('for an update shows that this token may not send any, in the service’s words', async () => {
    const world = await worldOf(1);
    world.edit(1, { name: 'mine' });
    world.fake.next('updateFile', failing(answered(403)));
    await world.push();
    expect(world.connection.learnt.updates).toEqual({
      kind: 'no',
      checkedAtMs: world.clock.nowMs(),
      ...{ words: '403: status 403', requestId: 'request-403' },
    });
  });

  test('for a read shows nothing about updates', async () => {
    const world = await worldOf(1);
    const edit = world.edit(1, { name: 'mine' });
    world.fake.next('readFile', failing(answered(403)));
    await world.push();
    expect([world.statusOf(edit), world.connection.learnt.updates.kind]).toEqual(['refused', 'notChecked']);
  });
});

describe('a read that the service refuses', () => {
  test('is told in its own words, whatever an earlier update removed', async () => {
    const world = await worldOf(1, merging);
    world.edit(1, { 'key:env': null });
    await world.push();
    expect(world.sent).toEqual([{ keyvalues: { env: null } }]);
    const edit = world.edit(1, { name: 'mine' });
    world.fake.next('readFile', failing(answered(400)));
    await world.push();
    expect(world.words(edit)).toMatchObject({ status: 400, message: 'status 400' });
  });

  test('teaches no limit, whatever an earlier update wrote', async () => {
    const world = await worldOf(1, merging);
    world.edit(1, { 'key:more': 'x' });
    await world.push();
    world.fake.change('public', fakeId(1), { keyvalues: new Map() });
    await world.pull();
    world.edit(1, { name: 'mine' });
    world.fake.next('readFile', failing(answered(400)));
    await world.push();
    expect(world.connection.learnt.limits.refused).toEqual(noLimits.refused);
  });
});

test('an accepted update teaches no sizes while the service has refused none', async () => {
  const world = await worldOf(1, merging);
  world.edit(1, { name: 'mine', 'key:more': 'x' });
  await world.push();
  expect(world.connection.learnt.limits).toEqual(noLimits);
});

import { describe, expect, test } from 'vitest';
import { pull } from '../../../electron/sync/pull/pull.ts';
import { problemOf } from '../../../src/domain/service/sync-state.ts';
import type { RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import type { Network } from '../../../src/domain/core/ids.ts';
import type { SyncWorld } from '../../support/sync-world.ts';
import { answered, failing } from '../push/failures.ts';
import { nextFullScan, serving } from './listed-files.ts';
import { key } from './listed-keys.ts';

const HOUR_MS = 60 * 60_000;
const never = new AbortController().signal;

/** So many files that they are not scanned whole at every check. */
const large = () => serving(3, { tables: (tables) => ({ ...tables, files: { ...tables.files, count: () => 6_000 } }) });

const failList = (world: SyncWorld, network: string, failure: RemoteFailure): void => {
  world.fake.faultOf = ({ name, input }) => (name === 'listFiles' && input[0] === network ? failing(failure) : null);
};

const isMirrored = (world: SyncWorld, number: number, network: Network): boolean =>
  world.tables.files.get(world.of(number, network)) !== null;

/** The lists that were asked for since the last look. */
const lists = (world: SyncWorld): readonly string[] =>
  world.fake.calls
    .splice(0)
    .flatMap(({ name, input }) => (name === 'listFiles' ? [input.slice(0, 3).toSpliced(1, 1).join(' ')] : []));

async function running(world: SyncWorld): Promise<SyncWorld> {
  world.fake.keys = [key(1)];
  world.sync.send({ kind: 'started', mode: 'running' });
  await world.clock.settle();
  return world;
}

describe('a token that may list public files alone', () => {
  test.each([401, 403])('sees what is new there at every check: %d', async (status) => {
    const world = serving(3);
    failList(world, 'private', answered(status));
    await running(world);
    world.fake.put(fakeFile(10));
    await world.clock.advance(HOUR_MS);
    expect(world.connection.learnt.listing.kind).toBe('yes');
    expect(world.shown(10)).not.toBeNull();
    expect(problemOf(world.sync.state)).toBeNull();
  });

  test('of a large library is not scanned whole at every check', async () => {
    const world = large();
    failList(world, 'private', answered(403));
    await world.pull();
    lists(world);
    await world.pull();
    expect(lists(world)).toEqual(['public 100', 'private 100']);
  });

  test('that could list the private ones before leaves them as they are, and says that it does not know them all', async () => {
    const world = serving(3);
    world.fake.put(fakeFile(50, { network: 'private' }));
    await world.pull();
    failList(world, 'private', answered(403));
    await nextFullScan(world);
    world.fake.put(fakeFile(10));
    expect(await world.pull()).toEqual({ ok: true, value: 'incomplete' });
    expect([world.shown(10)?.name, isMirrored(world, 50, 'private')]).toEqual(['file 10', true]);
    expect(world.connection.learnt.listing.kind).toBe('yes');
  });
});

test('a token that may list private files alone has them, also while the public list refuses it', async () => {
  const world = serving(3);
  world.fake.put(fakeFile(50, { network: 'private' }));
  failList(world, 'public', answered(403));
  await running(world);
  expect(isMirrored(world, 50, 'private')).toBe(true);
  expect(world.connection.learnt.listing.kind).toBe('yes');
});

test('a refused list stays unknown where edits went first at the end of the other one', async () => {
  const world = serving(3);
  await world.pull();
  world.fake.put(fakeFile(50, { network: 'private' }));
  failList(world, 'public', answered(403));
  await nextFullScan(world);
  const checkedAtMs = world.tables.files.fullCheckAtMs(world.connection.id);
  const mustYield = () => isMirrored(world, 50, 'private');
  expect(await pull({ ...world.ports, mustYield }, never)).toEqual({ ok: true, value: 'yielded' });
  expect(await world.pull()).toEqual({ ok: true, value: 'incomplete' });
  expect(world.tables.files.fullCheckAtMs(world.connection.id)).toBe(checkedAtMs);
});

test('a token that every list refuses has no list', async () => {
  const world = serving(3);
  world.fake.faultOf = ({ name }) => (name === 'listFiles' ? failing(answered(403)) : null);
  await running(world);
  expect(world.connection.learnt.listing.kind).toBe('no');
});

describe('a list that fails by itself', () => {
  test('holds up the news of no other list', async () => {
    const world = serving(3);
    failList(world, 'private', answered(500));
    await running(world);
    world.fake.put(fakeFile(10));
    await world.clock.advance(HOUR_MS);
    expect(world.shown(10)).not.toBeNull();
    expect(problemOf(world.sync.state)).toMatchObject({ reason: 'notAnswering' });
  });

  test('has the others walked again when a person asks long after', async () => {
    const world = serving(150);
    failList(world, 'private', answered(500));
    await running(world);
    world.fake.change('public', fakeId(1), { name: 'changed' });
    await world.clock.advance(2 * HOUR_MS);
    expect(world.shown(1)?.name).toBe('file 1');
    world.sync.send({ kind: 'checkAsked' });
    await world.clock.settle();
    expect(world.shown(1)?.name).toBe('changed');
  });

  test('which the service does not have lets a large library be scanned once, and not at every check', async () => {
    const world = large();
    failList(world, 'private', answered(404));
    await world.pull();
    lists(world);
    expect(await world.pull()).toEqual({ ok: true, value: null });
    expect(lists(world)).toEqual(['public 100', 'private 100']);
  });

  test('is read from its start where a page of it fails again and again', async () => {
    const world = serving(1_500);
    world.fake.faultOf = ({ name, input }) =>
      name === 'listFiles' && input[1] === '1000' ? failing(answered(500)) : null;
    for (let tries = 1; tries <= 8; tries++) await world.pull();
    world.fake.faultOf = () => null;
    world.fake.calls.splice(0);
    await world.pull();
    expect(world.fake.calls.find(({ name }) => name === 'listFiles')?.input.slice(0, 2)).toEqual(['public', null]);
  });
});

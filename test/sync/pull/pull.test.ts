import { describe, expect, test } from 'vitest';
import type { SyncPorts } from '../../../electron/sync/ports.ts';
import { pull } from '../../../electron/sync/pull/pull.ts';
import { fakeId } from '../../support/fake-service.ts';
import type { SyncWorld } from '../../support/sync-world.ts';
import { answered, failing, noAnswer, notSent } from '../push/failures.ts';
import { copied, serving, tokens } from './listed-files.ts';
import { key, mirroredKeys } from './listed-keys.ts';

/** A service with 3 files and 25 keys, and a mirror that lacks so many sort indexes. */
function library(missingIndexes = 0, canMakeIndexes = true) {
  let missing = missingIndexes;
  let tries = 0;
  const sortIndexes = {
    areMissing: () => missing > 0,
    makeNext: async () => {
      tries += 1;
      if (canMakeIndexes) missing -= 1;
      return canMakeIndexes;
    },
  };
  const world = serving(3, { tables: (tables) => ({ ...tables, sortIndexes }) });
  world.fake.keys = Array.from({ length: 25 }, (_, number) => key(number));
  return { world, tries: () => tries };
}

const never = new AbortController().signal;

/** Pulls while edits wait whenever `isWaiting` says so, and forgets the requests of earlier. */
function pullBeside(world: SyncWorld, isWaiting: () => boolean, over: Partial<SyncPorts> = {}) {
  world.fake.calls.length = 0;
  return pull({ ...world.ports, mustYield: isWaiting, ...over }, never);
}

/** True the first time that it is so. */
function onceWhen(isSo: () => boolean): () => boolean {
  let wasSo = false;
  return () => !wasSo && (wasSo = isSo());
}

const hasAsked = (world: SyncWorld, name: string): boolean => world.asked.some((asked) => asked === name);

describe('a pull that yields to edits', () => {
  test('among the files goes on there, and asks for no key before', async () => {
    const world = serving(2_500);
    const isWaiting = onceWhen(() => copied(world) > 0);
    expect(await pullBeside(world, isWaiting)).toEqual({ ok: true, value: 'yielded' });
    expect(hasAsked(world, 'listKeys')).toBe(false);
    expect(await pullBeside(world, () => false)).toEqual({ ok: true, value: null });
    expect([tokens(world.fake.calls), copied(world)]).toEqual([['1000', '2000'], 2_500]);
  });

  test('before it asked for a key goes on with the keys, and lists no file again', async () => {
    const { world } = library();
    world.connection = { ...world.connection, copiedParts: ['keys'] };
    expect(await pullBeside(world, () => true)).toEqual({ ok: true, value: 'yielded' });
    expect([world.asked, mirroredKeys(world)]).toEqual([[], []]);
    world.connection = { ...world.connection, copiedParts: ['public', 'private', 'keys'] };
    expect(await pullBeside(world, () => false)).toEqual({ ok: true, value: null });
    expect([hasAsked(world, 'listFiles'), mirroredKeys(world).length]).toEqual([false, 25]);
  });

  test('among the keys goes on there, and still tells how the lists of files ended', async () => {
    const { world } = library();
    const list = world.fake.listFiles.bind(world.fake);
    world.fake.listFiles = async (network, _token, ...rest) => {
      const page = await list(network, null, ...rest);
      return page.ok ? { ok: true, value: { ...page.value, nextPageToken: 'again' } } : page;
    };
    expect(await pullBeside(world, () => hasAsked(world, 'listKeys'))).toEqual({ ok: true, value: 'yielded' });
    expect(mirroredKeys(world)).toHaveLength(10);
    expect(await pullBeside(world, () => false)).toEqual({ ok: true, value: 'incomplete' });
    expect([hasAsked(world, 'listFiles'), mirroredKeys(world).length]).toEqual([false, 25]);
  });

  test('among the keys still tells that the list of files failed', async () => {
    const { world } = library();
    world.fake.faultOf = ({ name }) => (name === 'listFiles' ? failing(answered(500)) : null);
    await pullBeside(world, () => false);
    world.fake.faultOf = () => null;
    await pullBeside(world, () => false);
    world.fake.faultOf = ({ name }) => (name === 'listFiles' ? failing(answered(500)) : null);
    expect(await pullBeside(world, () => hasAsked(world, 'listKeys'))).toEqual({ ok: true, value: 'yielded' });
    world.fake.faultOf = () => null;
    expect(await pullBeside(world, () => false)).toMatchObject({ ok: false, failure: { status: 500 } });
    expect(hasAsked(world, 'listFiles')).toBe(false);
  });

  test('begins at the files again once it came to its end', async () => {
    const { world } = library();
    await pullBeside(world, () => hasAsked(world, 'listKeys'));
    await pullBeside(world, () => false);
    await pullBeside(world, () => false);
    expect(world.asked.slice(0, 2)).toEqual(['listFiles', 'listFiles']);
  });

  test('counts the rows that it set aside on, and the next one counts anew', async () => {
    const { world } = library();
    const list = world.fake.listFiles.bind(world.fake);
    world.fake.listFiles = async (...input) => {
      const page = await list(...input);
      if (!page.ok || input[0] !== 'public') return page;
      const items = page.value.items.filter(({ record }) => record.id !== fakeId(2));
      return { ok: true, value: { ...page.value, items, setAside: 1, setAsideReason: 'odd' } };
    };
    await pullBeside(world, () => hasAsked(world, 'listKeys'));
    await pullBeside(world, () => false);
    expect(world.sync.setAside.count).toBe(1);
    await pullBeside(world, () => false);
    expect(world.sync.setAside.count).toBe(1);
  });
});

describe('the sort indexes', () => {
  test('are made once the lists are copied, with edits between two of them, and without listing again', async () => {
    const { world, tries } = library(3);
    expect(await pullBeside(world, () => tries() === 1)).toEqual({ ok: true, value: 'yielded' });
    expect([tries(), mirroredKeys(world).length]).toEqual([1, 25]);
    expect(await pullBeside(world, () => false)).toEqual({ ok: true, value: null });
    expect([tries(), world.asked]).toEqual([3, []]);
  });

  test('are not made while the lists have yielded', async () => {
    const { world, tries } = library(3);
    const isWaiting = onceWhen(() => hasAsked(world, 'listKeys'));
    expect(await pullBeside(world, isWaiting)).toEqual({ ok: true, value: 'yielded' });
    expect(tries()).toBe(0);
  });

  test('are not made after a failure: the first scan may still be to come', async () => {
    const { world, tries } = library(3);
    world.fake.faultOf = () => failing(noAnswer);
    expect(await pullBeside(world, () => false)).toMatchObject({ ok: false });
    expect(tries()).toBe(0);
  });

  test('of which one cannot be made are left to the next pull, and the pull is complete', async () => {
    const { world, tries } = library(3, false);
    expect(await pullBeside(world, () => false)).toEqual({ ok: true, value: null });
    expect(tries()).toBe(1);
  });
});

describe('the keys', () => {
  test.each([
    ['nothing reaches', notSent],
    ['asks to wait', answered(429)],
  ])('are not asked of a service that %s', async (_what, failure) => {
    const { world } = library();
    world.fake.faultOf = () => failing(failure);
    expect(await pullBeside(world, () => false)).toEqual({ ok: false, failure });
    expect(world.asked).toEqual(['listFiles']);
  });

  test('are not asked for once the pull was given up', async () => {
    const { world } = library();
    const given = new AbortController();
    world.fake.onCall = () => given.abort();
    expect(await pull(world.ports, given.signal)).toMatchObject({ ok: false });
    expect([world.asked, world.keyChecks]).toEqual([['listFiles'], 0]);
  });

  test('that are refused as well make a refused list a failure', async () => {
    const { world } = library();
    world.fake.faultOf = () => failing(answered(403));
    expect(await pullBeside(world, () => false)).toMatchObject({ ok: false, failure: { status: 403 } });
    expect(world.connection.learnt.listing.kind).not.toBe('yes');
  });

  test('that get no answer leave the failure of the list to be told', async () => {
    const { world } = library();
    world.fake.faultOf = ({ name }) => failing(answered(name === 'listFiles' ? 403 : 500));
    expect(await pullBeside(world, () => false)).toMatchObject({ ok: false, failure: { status: 403 } });
  });
});

test('a list that fails in a way of its own is not called missing while the keys fail too', async () => {
  const { world } = library();
  world.fake.faultOf = ({ name }) => failing(answered(name === 'listFiles' ? 400 : 500));
  expect(await pullBeside(world, () => false)).toMatchObject({ ok: false, failure: { status: 400 } });
  expect(world.connection.learnt.listing).toEqual({ kind: 'notChecked' });
});

test('a pull is work that sends nothing, and ends as such also when it meets a bug', async () => {
  const { world } = library();
  const told: unknown[] = [];
  const replay = {
    ...{ current: null, ended: null, touched: () => undefined },
    workBegins: (isPush: boolean) => void told.push({ isPush }),
    workEnds: () => void told.push('ended'),
  };
  await pullBeside(world, () => false, { replay });
  const bug = new Error('a bug');
  const forgetSetAside = (): never => {
    throw bug;
  };
  await expect(pullBeside(world, () => false, { replay, forgetSetAside })).rejects.toBe(bug);
  expect(told).toEqual([{ isPush: false }, 'ended', { isPush: false }, 'ended']);
});

test('a list of public files that worked once is out of order, though there never was one of private files', async () => {
  const { world } = library();
  world.fake.faultOf = ({ name, input }) =>
    name === 'listFiles' && input[0] === 'private' ? failing(answered(404)) : null;
  await pullBeside(world, () => false);
  expect(world.connection.learnt.listed).toEqual(['public']);
  world.fake.faultOf = ({ name }) => (name === 'listFiles' ? failing(answered(405)) : null);
  expect(await pullBeside(world, () => false)).toMatchObject({ ok: false, failure: { status: 405 } });
  expect(world.connection.learnt.listing.kind).toBe('yes');
});

import { describe, expect, test } from 'vitest';
import { TooLittleSpaceError } from '../../../electron/database/sqlite/errors.ts';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';

/** A connection that has come to rest after its first check. */
async function started(): Promise<SyncWorld> {
  const world = new SyncWorld();
  world.fake.put(fakeFile(1));
  world.sync.send({ kind: 'started', mode: 'running' });
  await world.clock.settle();
  world.fake.calls.length = 0;
  return world;
}

/** Work that ends when told. */
function aWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let signal: AbortSignal | null = null;
  const work = (given: AbortSignal) => {
    signal = given;
    return promise;
  };
  return { work, end: () => resolve('done'), fail: reject, isAborted: () => signal?.aborted ?? null };
}

describe('work that runs alone', () => {
  test('keeps the service for itself, and what waits is sent after it', async () => {
    const world = await started();
    const { work, end, isAborted } = aWork();
    const alone = world.sync.alone(work);
    const edit = world.edit(1, { name: 'mine' });
    world.sync.send({ kind: 'editQueued' });
    await world.clock.settle();
    expect([world.fake.calls, isAborted()]).toEqual([[], false]);
    end();
    expect(await alone).toBe('done');
    await world.clock.settle();
    expect([world.statusOf(edit), world.sync.state.mode]).toEqual(['settled', 'running']);
  });

  test('and fails tells its failure, and the connection goes on', async () => {
    const world = await started();
    const { work, fail } = aWork();
    const alone = world.sync.alone(work);
    fail(new Error('broken'));
    await expect(alone).rejects.toThrow('broken');
    await world.clock.settle();
    expect([world.sync.state.mode, world.bugs]).toEqual(['running', []]);
  });

  test('leaves a connection paused that a person paused meanwhile', async () => {
    const world = await started();
    const { work, end } = aWork();
    const alone = world.sync.alone(work);
    world.connection = { ...world.connection, paused: true };
    end();
    await alone;
    await world.clock.settle();
    expect(world.sync.state.mode).toBe('paused');
  });

  test('is aborted by the end of the connection, which waits for it, and nothing is taken up again', async () => {
    const world = await started();
    const { work, end, isAborted } = aWork();
    const alone = world.sync.alone(work);
    await world.clock.settle();
    let isClosed = false;
    const closing = world.sync.close().then(() => (isClosed = true));
    await world.clock.settle();
    expect([isClosed, isAborted()]).toEqual([false, true]);
    end();
    await closing;
    await alone;
    await world.clock.settle();
    expect([world.sync.state.mode, world.fake.calls]).toEqual(['paused', []]);
  });
});

describe('the turn of a file that took too long', () => {
  /** A connection at rest with an edit that nobody has told it of, and an overdue turn. */
  async function overdue() {
    const world = await started();
    const { promise, resolve, reject } = Promise.withResolvers<null>();
    const waiting = world.sync.sync.overdue.waitFor({ network: 'public', id: fakeId(9) }, promise);
    await world.clock.advance(2_000);
    expect(await waiting).toBeNull();
    const edit = world.edit(1, { name: 'mine' });
    return { world, edit, end: () => resolve(null), fail: reject };
  }

  test('lets what waits be sent when it ends', async () => {
    const { world, edit, end } = await overdue();
    end();
    await world.clock.settle();
    expect([world.statusOf(edit), world.bugs]).toEqual(['settled', []]);
  });

  test.each([
    ['a bug, which is reported', new Error('a bug'), 1],
    ['a full disk, which is none', new TooLittleSpaceError(7), 0],
  ])('may end by %s, and what waits is sent', async (_what, error, reported) => {
    const { world, edit, fail } = await overdue();
    fail(error);
    await world.clock.settle();
    expect([world.statusOf(edit), world.bugs]).toEqual(['settled', reported === 1 ? [error] : []]);
  });

  test('is waited for by the end of the connection, and sends nothing after it', async () => {
    const { world, edit, fail } = await overdue();
    let isClosed = false;
    const closing = world.sync.close().then(() => (isClosed = true));
    await world.clock.settle();
    expect(isClosed).toBe(false);
    fail(new Error('given up'));
    await closing;
    await world.clock.settle();
    expect([world.statusOf(edit), world.bugs, world.clock.nextWakeMs]).toEqual(['queued', [], null]);
  });
});

test('a bug in work that was given up is nobody’s', async () => {
  const world = await started();
  world.fake.listFiles = async (_network, _token, _limit, signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    throw new TypeError('a bug');
  };
  world.sync.send({ kind: 'checkAsked' });
  await world.clock.settle();
  world.sync.send({ kind: 'paused' });
  await world.clock.settle();
  expect([world.bugs, world.sync.state.pull.problem]).toEqual([[], null]);
});

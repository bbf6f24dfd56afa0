import { problemOf } from '../../../src/domain/service/sync-state.ts';
import { describe, expect, test } from 'vitest';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';
import { answered, failing } from '../push/failures.ts';

/** A connection that has come to rest after its first check. */
async function started(files = 1, over: ConstructorParameters<typeof SyncWorld>[0] = {}): Promise<SyncWorld> {
  const world = new SyncWorld(over);
  for (let number = 1; number <= files; number++) world.fake.put(fakeFile(number));
  world.sync.send({ kind: 'started', mode: 'running' });
  await world.clock.settle();
  world.fake.calls.length = 0;
  return world;
}

async function typed(world: SyncWorld, file = 1, name = 'mine') {
  const edit = world.edit(file, { name });
  world.sync.send({ kind: 'editQueued' });
  await world.clock.settle();
  return edit;
}

const MINUTE = 60_000;

describe('a start', () => {
  test('sends what waits before it asks for news', async () => {
    const world = new SyncWorld();
    world.fake.put(fakeFile(1));
    await world.copy();
    world.edit(1, { name: 'mine' });
    world.sync.send({ kind: 'started', mode: 'running' });
    await world.clock.settle();
    expect(world.asked).toEqual(['readFile', 'updateFile', 'listFiles', 'listFiles', 'listKeys', 'listKeys']);
    expect(world.sync.state).toMatchObject({ work: 'none', caughtUpAtMs: world.clock.nowMs() });
    expect(problemOf(world.sync.state)).toBeNull();
    expect(world.tables.files.caughtUpAtMs(world.connection.id)).toBe(world.clock.nowMs());
  });

  test.each(['paused', 'noToken'] as const)('that finds it %s asks nothing', async (mode) => {
    const world = new SyncWorld();
    world.sync.send({ kind: 'started', mode });
    await world.clock.advance(60 * MINUTE);
    expect(world.asked).toEqual([]);
    expect(world.clock.nextWakeMs).toBeNull();
  });
});

describe('a person', () => {
  test('who asks to check goes through any back-off', async () => {
    const world = await started();
    world.fake.next('updateFile', failing(answered(503, { retryAfterMs: 60 * MINUTE })));
    const edit = await typed(world);
    world.sync.send({ kind: 'checkAsked' });
    await world.clock.settle();
    expect(world.statusOf(edit)).toBe('settled');
  });

  test('who pauses ends the exchange under way, whose answers are no longer wanted', async () => {
    const world = await started();
    world.fake.next('readFile', { kind: 'hanging' });
    const edit = await typed(world);
    expect(world.sync.state.work).toBe('push');
    world.sync.send({ kind: 'paused' });
    await world.clock.advance(60 * MINUTE);
    expect(world.sync.state).toMatchObject({ mode: 'paused', work: 'none' });
    expect(problemOf(world.sync.state)).toBeNull();
    expect(world.statusOf(edit)).toBe('queued');
    expect(world.sent).toEqual([]);
    world.sync.send({ kind: 'checkAsked' });
    await world.clock.settle();
    expect(world.sent).toEqual([]);
    world.sync.send({ kind: 'resumed' });
    await world.clock.advance(MINUTE);
    expect(world.statusOf(edit)).toBe('settled');
  });

  test('who pauses while an update is under way has its effect looked up before anything else goes out', async () => {
    const world = await started();
    world.fake.next('updateFile', { kind: 'hanging' });
    await typed(world);
    world.sync.send({ kind: 'paused' });
    await world.clock.settle();
    expect(world.outbox.unresolvedAttempt(world.of(1))).not.toBeNull();
    world.fake.calls.length = 0;
    world.sync.send({ kind: 'resumed' });
    await world.clock.advance(MINUTE);
    expect(world.fake.calls.find(({ input }) => input[1] === fakeId(1))!.name).toBe('readFile');
    expect(world.served(1)!.name).toBe('mine');
  });

  test('who types while news is being fetched is served next, not beside it', async () => {
    const world = await started(3);
    let together = 0;
    let working = 0;
    for (const name of ['listFiles', 'readFile', 'updateFile'] as const) {
      const call = world.fake[name].bind(world.fake) as (...input: unknown[]) => Promise<unknown>;
      Object.assign(world.fake, {
        [name]: async (...input: unknown[]) => {
          together = Math.max(together, ++working);
          if (name === 'listFiles' && input[0] === 'public') {
            world.edit(1, { name: 'typed meanwhile' });
            world.sync.send({ kind: 'editQueued' });
          }
          await world.clock.yieldToEventLoop();
          const answer = await call(...input);
          working--;
          return answer;
        },
      });
    }
    world.sync.send({ kind: 'checkAsked' });
    await world.clock.advance(MINUTE);
    expect(together).toBe(1);
    expect(world.served(1)!.name).toBe('typed meanwhile');
    expect(world.shown(1)!.name).toBe('typed meanwhile');
  });
});

describe('the network', () => {
  test('going down ends the exchange, and coming up begins it again', async () => {
    const world = await started();
    world.sync.send({ kind: 'networkDown' });
    const edit = await typed(world);
    await world.clock.advance(60 * MINUTE);
    expect(world.asked).toEqual([]);
    world.sync.send({ kind: 'networkUp' });
    await world.clock.settle();
    expect(world.statusOf(edit)).toBe('settled');
    expect(world.asked).toContain('listFiles');
  });
});

describe('a refused token', () => {
  test('stops the queue, keeps everything, and asks nobody until a person says so', async () => {
    const world = await started(3);
    world.fake.faultOf = () => failing(answered(401));
    for (const number of [1, 2, 3]) world.edit(number, { name: `mine ${number}` });
    world.sync.send({ kind: 'editQueued' });
    await world.clock.settle();
    expect([world.sync.state.work, problemOf(world.sync.state)]).toMatchObject(['none', { reason: 'tokenRefused' }]);
    const updates = (): number => world.asked.filter((name) => name === 'readFile' || name === 'updateFile').length;
    const asked = updates();
    world.sync.send({ kind: 'editQueued' });
    world.sync.send({ kind: 'networkUp' });
    await world.clock.advance(59 * MINUTE);
    expect(updates()).toBe(asked);
    world.fake.faultOf = () => null;
    world.sync.send({ kind: 'checkAsked' });
    await world.clock.settle();
    expect([1, 2, 3].map((number) => world.served(number)!.name)).toEqual(['mine 1', 'mine 2', 'mine 3']);
  });
});

describe('an exchange that was abandoned', () => {
  /** Lists of files are answered when the test says so, whether or not anybody still waits. */
  function slowLists(world: SyncWorld) {
    const open: (() => void)[] = [];
    let together = 0;
    let most = 0;
    const list = world.fake.listFiles.bind(world.fake);
    world.fake.listFiles = async (...input) => {
      most = Math.max(most, ++together);
      await new Promise<void>((resolve) => open.push(resolve));
      together--;
      return await list(...input);
    };
    return { answer: () => open.splice(0).forEach((resolve) => resolve()), most: () => most };
  }

  test('says nothing any more when it ends', async () => {
    const world = await started();
    const lists = slowLists(world);
    world.sync.send({ kind: 'checkAsked' });
    await world.clock.settle();
    world.sync.send({ kind: 'paused' });
    lists.answer();
    await world.clock.settle();
    expect(world.sync.state).toMatchObject({
      mode: 'paused',
      push: { problem: null, failures: 0 },
      pull: { problem: null },
    });
    expect(world.bugs).toEqual([]);
  });

  test('is waited for by the next, so that never two are at work', async () => {
    const world = await started();
    const lists = slowLists(world);
    world.sync.send({ kind: 'checkAsked' });
    for (let times = 0; times < 3; times++) {
      await world.clock.settle();
      world.sync.send({ kind: 'paused' });
      world.sync.send({ kind: 'resumed' });
    }
    await world.clock.settle();
    expect(lists.most()).toBe(1);
    for (let page = 0; page < 4; page++) {
      lists.answer();
      await world.clock.settle();
    }
    expect(lists.most()).toBe(1);
    expect(world.sync.state).toMatchObject({ work: 'none', caughtUpAtMs: world.clock.nowMs() });
    expect(problemOf(world.sync.state)).toBeNull();
  });
});

describe('a bug', () => {
  test('in the work is reported once and the work is tried again', async () => {
    const bug = new TypeError('a bug');
    let isBroken = false;
    const world = await started(1, {
      tables: (tables) => ({
        ...tables,
        outbox: {
          ...tables.outbox,
          sendableFiles: (...input) => {
            if (isBroken) throw bug;
            return tables.outbox.sendableFiles(...input);
          },
        },
      }),
    });
    isBroken = true;
    const edit = await typed(world);
    expect(world.bugs).toEqual([bug]);
    expect(problemOf(world.sync.state)).toMatchObject({
      reason: 'notAnswering',
      detail: 'an unexpected fault in Pinfold',
    });
    isBroken = false;
    await world.clock.advance(MINUTE);
    expect(world.statusOf(edit)).toBe('settled');
    expect(world.bugs).toHaveLength(1);
  });
});

describe('closing', () => {
  test('waits for the work to let go, and nothing happens afterwards', async () => {
    const world = await started();
    world.fake.next('updateFile', { kind: 'hanging' });
    await typed(world);
    await world.sync.close();
    const asked = world.fake.calls.length;
    expect(world.attempts(1)).toMatchObject([{ isResolved: false, endedAtMs: world.clock.nowMs() }]);
    await world.clock.advance(60 * MINUTE);
    expect(world.fake.calls).toHaveLength(asked);
    expect(world.clock.nextWakeMs).toBeNull();
  });
});

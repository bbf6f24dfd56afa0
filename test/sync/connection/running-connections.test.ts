import { describe, expect, test } from 'vitest';
import type { HostSignal } from '../../../src/domain/service/host-signal.ts';
import { problemOf } from '../../../src/domain/service/sync-state.ts';
import type { SyncPorts } from '../../../electron/sync/ports.ts';
import { FakeService, fakeFile, fakeId } from '../../support/fake-service.ts';
import { added, profile } from '../../support/profile-world.ts';
import { failing, notSent } from '../push/failures.ts';

const MINUTE_MS = 60_000;

/** A connection at work on a list that is answered when the test says so, whether or not anybody still waits. */
async function atWork() {
  let reads = 0;
  const one = profile({ whileLoading: async () => void (reads += 1) });
  const service = one.serviceAt('ann');
  const { id } = await added(one);
  const answers: (() => void)[] = [];
  let together = 0;
  let most = 0;
  service.listFiles = async (...input) => {
    most = Math.max(most, ++together);
    await new Promise<void>((resolve) => answers.push(resolve));
    together -= 1;
    return await FakeService.prototype.listFiles.apply(service, input);
  };
  one.connections.running(id)!.send({ kind: 'checkAsked' });
  await one.clock.settle();
  expect(together).toBe(1);
  return {
    one,
    id,
    tokensRead: () => reads,
    most: () => most,
    together: () => together,
    answer: () => answers.splice(0).forEach((end) => end()),
  };
}

describe('work that takes its time to let go', () => {
  test.each(['open', 'stop'] as const)('is waited for by the end of the program, also after %s', async (how) => {
    const { one, id, together, answer } = await atWork();
    const first = how === 'open' ? one.connections.open(id) : one.connections.signOut(id, false);
    let isClosed = false;
    const closing = one.connections.close().then(() => (isClosed = true));
    await one.clock.settle();
    expect([isClosed, together()]).toEqual([false, 1]);
    answer();
    await closing;
    await first;
    expect(together()).toBe(0);
  });

  test('is waited for by every start of the same connection, so that never two are at work', async () => {
    const { one, id, most, answer } = await atWork();
    const starts = [one.connections.open(id), one.connections.open(id)];
    await one.clock.settle();
    answer();
    await Promise.all(starts);
    for (let page = 0; page < 6; page += 1) {
      await one.clock.settle();
      answer();
    }
    await one.clock.settle();
    expect([most(), one.connections.running(id)?.state.work]).toEqual([1, 'none']);
  });
});

describe('closing while a connection opens', () => {
  test('whose token is being read: nothing of it is left behind', async () => {
    let whileLoading = async (): Promise<void> => {};
    const one = profile({ whileLoading: () => whileLoading() });
    const { id } = await added(one);
    await one.connections.close();
    const next = one.started();
    whileLoading = () => next.close();
    await next.open(id);
    expect(next.running(id)).toBeNull();
  });

  test('whose earlier work has not let go: no token is read for it any more', async () => {
    const { one, id, answer, tokensRead } = await atWork();
    const opening = one.connections.open(id);
    const closing = one.connections.close();
    answer();
    await Promise.all([opening, closing]);
    expect(tokensRead()).toBe(1);
  });

  test('whose token is still on its way: nothing starts afterwards', async () => {
    const one = profile();
    const { id } = await added(one);
    const before = one.announced.length;
    const opening = one.connections.open(id);
    await one.connections.close();
    const afterwards = one.announced.length;
    await opening;
    await one.clock.settle();
    expect([one.connections.running(id), one.announced.length - afterwards]).toEqual([null, 0]);
    expect(afterwards).toBeGreaterThanOrEqual(before);
  });

  test('whose token is replaced meanwhile: it is not started with the new one', async () => {
    let whileSaving = async (): Promise<void> => {};
    const one = profile({ whileSaving: () => whileSaving() });
    const { id } = await added(one);
    whileSaving = () => one.connections.close();
    await one.connections.replaceToken(id, 'ann-2');
    expect([one.tokens.get(id), one.connections.running(id)]).toEqual(['ann-2', null]);
  });

  test('whose waiting edits are being projected: it is not started', async () => {
    const one = profile();
    const { id } = await added(one);
    await one.connections.close();
    const next = one.started();
    const opening = next.open(id);
    for (let turn = 0; turn < 50 && next.running(id) === null; turn += 1) await Promise.resolve();
    const running = next.running(id)!;
    await next.close();
    await opening;
    expect(running.state.mode).toBe('noToken');
  });
});

describe('a signal of the computer', () => {
  /** The longest that a connection waits between two tries after these signals, while nothing reaches its service. */
  async function longestWaitMs(signals: readonly HostSignal[]): Promise<number> {
    const one = profile();
    const { id } = await added(one);
    for (const signal of signals) one.connections.onHostSignal(signal);
    await one.clock.settle();
    one.serviceAt('ann').faultOf = () => failing(notSent);
    const running = one.connections.running(id)!;
    running.send({ kind: 'checkAsked' });
    let longestMs = 0;
    for (let tries = 0; tries < 25; tries += 1) {
      await one.clock.settle();
      const waitMs = problemOf(running.state)!.retryAtMs - one.clock.nowMs();
      longestMs = Math.max(longestMs, waitMs);
      await one.clock.advance(waitMs);
    }
    return longestMs;
  }

  test.each<readonly [string, readonly HostSignal[]]>([
    ['at first', []],
    ['after the network came up', ['networkUp']],
    ['when the window is looked at again', ['blurred', 'focused']],
  ])('lets tries follow soon, because somebody looks: %s', async (_when, signals) => {
    expect(await longestWaitMs(signals)).toBeLessThanOrEqual(30_000);
  });

  test.each<readonly [string, readonly HostSignal[]]>([
    ['once nobody looks', ['blurred']],
    ['though the network came up and the computer woke meanwhile', ['blurred', 'networkDown', 'networkUp', 'resumed']],
  ])('lets tries follow late: %s', async (_when, signals) => {
    expect(await longestWaitMs(signals)).toBeGreaterThan(2 * MINUTE_MS);
  });

  test('about the window alone asks the service for nothing', async () => {
    const one = profile();
    await added(one);
    one.serviceAt('ann').calls.length = 0;
    for (const signal of ['blurred', 'focused'] as const) one.connections.onHostSignal(signal);
    await one.clock.settle();
    expect(one.serviceAt('ann').calls).toEqual([]);
  });
});

describe('the work after each check', () => {
  test('is done with the connection that was checked, once the mirror has its files', async () => {
    const checked: unknown[] = [];
    const afterCheck = async (sync: SyncPorts): Promise<void> => {
      const { id } = sync.connection();
      checked.push([id, sync.files.count(id)]);
    };
    const one = profile({ afterCheck });
    one.serviceAt('ann').put(fakeFile(1), fakeFile(2));
    const { id } = await added(one);
    expect(checked).toEqual([[id, 2]]);
    one.serviceAt('ann').faultOf = () => failing(notSent);
    one.connections.running(id)!.send({ kind: 'checkAsked' });
    await one.clock.settle();
    expect(checked).toHaveLength(1);
  });

  test('is over before the check is called complete', async () => {
    const { promise: end, resolve } = Promise.withResolvers<void>();
    const one = profile({ afterCheck: () => end });
    const { id } = await added(one);
    const running = one.connections.running(id)!;
    expect([running.state.work, running.state.caughtUpAtMs]).toEqual(['pull', null]);
    resolve();
    await one.clock.settle();
    expect([running.state.work, running.state.caughtUpAtMs]).toEqual(['none', one.clock.nowMs()]);
  });
});

describe('the service of a connection', () => {
  test('that is gone takes no edit any more, and is told by its last settings', async () => {
    const one = profile();
    one.serviceAt('ann').put(fakeFile(1));
    const { id } = await added(one);
    const { sync } = one.connections.running(id)!;
    await one.connections.signOut(id, true);
    const answer = await sync.service.updateFile('public', fakeId(1), '{"name":"x"}', new AbortController().signal);
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'notSent' } });
    expect([one.serviceAt('ann').file('public', fakeId(1))!.name, sync.connection().id]).toEqual(['file 1', id]);
  });

  test('may be asked only while the connection runs and the network is up', async () => {
    const one = profile();
    const { id } = await added(one);
    const mayAsk = () => one.connections.running(id)!.sync.mayAsk();
    expect(mayAsk()).toBe(true);
    one.connections.onHostSignal('networkDown');
    expect(mayAsk()).toBe(false);
    one.connections.onHostSignal('networkUp');
    expect(mayAsk()).toBe(true);
    one.connections.change(id, { paused: true });
    expect(mayAsk()).toBe(false);
  });
});

test('each step of a connection is told under its own name', async () => {
  const one = profile();
  const [ann, bob] = [await added(one), await added(one, { token: 'bob-1' })];
  one.states.length = 0;
  one.connections.change(bob.id, { paused: true });
  expect(one.states.map(([id, { mode }]) => [id, mode])).toEqual([[bob.id, 'paused']]);
  expect(one.connections.running(ann.id)!.state.mode).toBe('running');
});

test('a paused connection starts paused, and asks nothing', async () => {
  const one = profile();
  const { id } = await added(one);
  one.connections.change(id, { paused: true });
  one.serviceAt('ann').calls.length = 0;
  await one.connections.open(id);
  await one.clock.settle();
  expect([one.connections.running(id)?.state.mode, one.serviceAt('ann').calls]).toEqual(['paused', []]);
});

test('a connection that is gone is not started', async () => {
  const one = profile();
  const { id } = await added(one);
  await one.connections.signOut(id, true);
  await one.connections.open(id);
  expect(one.connections.running(id)).toBeNull();
});

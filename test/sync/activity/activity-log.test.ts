import { expect, test } from 'vitest';
import { mirrorNews } from '../../../electron/database/mirror/mirror-news.ts';
import { ActivityLog } from '../../../electron/sync/activity/activity-log.ts';
import type { ActivityEvent } from '../../../src/domain/activity/activity.ts';
import { restingState, type SyncState } from '../../../src/domain/service/sync-state.ts';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';

/** The log of a world whose steps a test takes itself. */
function aLog() {
  const world = new SyncWorld();
  const put: ActivityEvent[] = [];
  const bugs: unknown[] = [];
  const announced: number[] = [];
  const log = new ActivityLog({
    put: (_id, events) => void put.push(...events),
    news: mirrorNews(world.mirrorDb, (id) => world.tables.files.count(id)),
    nowMs: () => world.clock.nowMs(),
    announce: () => void announced.push(put.length),
    report: (error) => void bugs.push(error),
  });
  const { id } = world.connection;
  const step = (more: Partial<SyncState> = {}) =>
    log.stateChanged(id, { ...restingState, mode: 'running', network: 'up', ...more });
  const check = async () => {
    await world.copy();
    log.checked(id);
    step({ caughtUpAtMs: world.clock.nowMs() });
  };
  return { world, log, id, put, bugs, announced, step, check };
}

test('the first check is a copy, and each later one tells what came, went and was changed since the one before', async () => {
  const { world, put, step, check } = aLog();
  world.fake.put(fakeFile(1), fakeFile(2));
  step();
  await check();
  expect(put.splice(0)).toMatchObject([{ kind: 'copied', files: 2 }]);

  await check();
  expect(put.splice(0)).toMatchObject([{ kind: 'checked', checks: 1 }]);

  world.fake.change('public', fakeId(2), { keyvalues: new Map([['tier', 'gold']]) });
  const { rest } = fakeFile(3);
  world.fake.put(fakeFile(3, { rest: { ...rest, size: 5, group_id: 'g' } }));
  await check();
  expect(put.splice(0)).toMatchObject([
    { kind: 'filesAdded', files: 1, sizeBytes: 5, group: { group: 'g', files: 1 } },
    { kind: 'changedElsewhere', files: 1, fields: [{ field: 'key:tier', files: 1 }] },
  ]);

  world.fake.remove('public', fakeId(1));
  await check();
  expect(put.splice(0)).toMatchObject([{ kind: 'filesGone', files: 1 }]);
});

test('new files carry the time of the oldest, which may be days before the check: the app was closed when it came', async () => {
  const { world, put, step, check } = aLog();
  world.fake.put(fakeFile(1));
  step();
  await check();
  put.splice(0);
  const { rest } = fakeFile(2);
  const createdAt = ['2026-01-03T10:00:00Z', '2026-01-02T10:00:00.123456Z', 'soon', ''];
  world.fake.put(...createdAt.map((created_at, at) => fakeFile(2 + at, { rest: { ...rest, created_at } })));
  await check();
  expect(put).toMatchObject([{ kind: 'filesAdded', files: 4, oldestMs: Date.parse('2026-01-02T10:00:00.123Z') }]);
});

test('a file that came after the newest one went is news, as the one that went is', async () => {
  const { world, put, step, check } = aLog();
  world.fake.put(fakeFile(1), fakeFile(2));
  step();
  await check();
  put.splice(0);
  world.fake.remove('public', fakeId(2));
  world.tables.files.remove(world.of(2));
  world.fake.put(fakeFile(3));
  await check();
  expect(put.splice(0)).toMatchObject([
    { kind: 'filesGone', files: 1 },
    { kind: 'filesAdded', files: 1 },
  ]);
});

test('what a person here changed is no news from elsewhere', async () => {
  const { world, put, step, check } = aLog();
  world.fake.put(fakeFile(1));
  step();
  await check();
  world.edit(1, { name: 'mine' });
  await world.push();
  await check();
  expect(put.map(({ kind }) => kind)).toEqual(['copied', 'checked']);
});

test('a trouble carries the requests since the last entry, with the ids of those that failed', () => {
  const { log, id, put, step } = aLog();
  step();
  const request = { startedAtMs: 4, durationMs: 1, method: 'GET', path: '/files/public' } as const;
  log.requestEnded(id, { ...request, status: 200, failure: null, requestId: 'fine' });
  log.requestEnded(id, { ...request, startedAtMs: 6, status: 500, failure: 'answered', requestId: 'broken' });
  const problem = { reason: 'notAnswering', attempt: 1, retryAtMs: 9, detail: 'x'.repeat(9_000) } as const;
  for (const attempt of [1, 2, 3]) step({ pull: { ...restingState.pull, problem: { ...problem, attempt } } });
  step();
  expect(put).toMatchObject([
    {
      ...{ kind: 'trouble', reason: 'notAnswering', fromMs: 4 },
      requests: [
        { area: 'lists', status: 200, count: 1, requestIds: [] },
        { area: 'lists', status: 500, count: 1, requestIds: ['broken'] },
      ],
    },
    { kind: 'recovered', reason: 'notAnswering', requests: [] },
  ]);
  expect(JSON.stringify(put[0]).length).toBeLessThan(1_000);
});

const notAnswering = {
  pull: { ...restingState.pull, problem: { reason: 'notAnswering', attempt: 1, retryAtMs: 9, detail: 'no' } as const },
};

test('a trouble is told once, each entry with its own requests, and its end since when it was', async () => {
  const { log, id, world, put, announced, step } = aLog();
  const beganAtMs = world.clock.nowMs();
  log.requestEnded(id, {
    ...{ startedAtMs: 4, durationMs: 1, method: 'GET', path: '/files/public', requestId: null },
    ...{ status: 500, failure: 'answered' },
  });
  step(notAnswering);
  await world.clock.advance(1_000);
  step({ network: 'down' });
  await world.clock.advance(1_000);
  step();
  step();
  expect(put).toMatchObject([
    { kind: 'trouble', reason: 'notAnswering', fromMs: 4 },
    { kind: 'trouble', reason: 'offline', fromMs: beganAtMs + 1_000, requests: [] },
    { kind: 'recovered', reason: 'offline', fromMs: beganAtMs },
  ]);
  // A page that is told finds the entry there.
  expect(announced).toEqual([1, 2, 3]);
});

test('a program that starts over a copy tells of the first check as of any later one', async () => {
  const { world, put, step, check } = aLog();
  step({ caughtUpAtMs: 1 });
  world.fake.put(fakeFile(1));
  await check();
  expect(put).toMatchObject([{ kind: 'filesAdded', files: 1 }]);
});

test('what came before a check is told of, whatever steps were taken meanwhile', async () => {
  const { world, put, step, check, log, id } = aLog();
  step();
  await check();
  put.splice(0);
  world.fake.put(fakeFile(1));
  await world.copy();
  step();
  log.checked(id);
  expect(put).toMatchObject([{ kind: 'filesAdded', files: 1 }]);
});

test('a second check is no first one, also when nothing else was heard of the connection', () => {
  const { log, id, put } = aLog();
  log.checked(id);
  log.checked(id);
  expect(put.map(({ kind }) => kind)).toEqual(['copied', 'checked']);
});

test('after a copy was deleted the next check is a first one again', async () => {
  const { log, id, put, step, check } = aLog();
  step();
  await check();
  put.splice(0);
  log.copyErased(id);
  step();
  await check();
  expect(put).toMatchObject([{ kind: 'copied' }]);
});

test('a job that ended is told of without the requests of others, which stay for the next entry', () => {
  const { log, id, put, step } = aLog();
  log.requestEnded(id, {
    ...{ startedAtMs: 4, durationMs: 1, method: 'GET', path: '/files/public', requestId: null },
    ...{ status: 200, failure: null },
  });
  const job = { job: 'export', outcome: 'done', files: 1, failed: 0, detail: '/a', fromMs: 2 } as const;
  log.jobEnded(id, job);
  step(notAnswering);
  expect(put).toMatchObject([
    { kind: 'job', ...job, requests: [] },
    { kind: 'trouble', fromMs: 4, requests: [{ count: 1 }] },
  ]);
});

test('a log that cannot be written stops nothing', () => {
  const { world } = aLog();
  const bugs: unknown[] = [];
  const log = new ActivityLog({
    put: () => {
      throw new Error('the disk is full');
    },
    news: mirrorNews(world.mirrorDb, () => 0),
    nowMs: () => 0,
    announce: () => undefined,
    report: (error) => void bugs.push(error),
  });
  log.checked(world.connection.id);
  log.jobEnded(world.connection.id, { job: 'export', outcome: 'done', files: 1, failed: 0, detail: '/a', fromMs: 0 });
  expect(bugs).toHaveLength(2);
});

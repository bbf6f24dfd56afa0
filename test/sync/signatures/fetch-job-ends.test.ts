import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FetchJobs } from '../../../electron/sync/signatures/fetch-jobs.ts';
import { fetchJobsTable, selectedCids } from '../../../electron/database/signatures/fetch-jobs-table.ts';
import type { Selection } from '../../../src/domain/files/queries.ts';
import { aFileQuery, connectionA } from '../../support/builders.ts';
import { temporaryDirectory } from '../../support/database.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { contentOf, SignatureWorld } from './signature-world.ts';

const contents = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => contentOf(from + at));
const wholeView: Selection = { kind: 'view', query: aFileQuery(), except: [] };

test('a job that is done is shown as done until a person dismisses it, and tells its listeners what it did', async () => {
  const world = new SignatureWorld();
  expect(world.fetches.state(connectionA)).toBeNull();
  world.fetches.begin(connectionA, contents(0, 3), true);
  await world.clock.settle();
  expect(world.fetches.state(connectionA)).toMatchObject({ status: 'done', done: 3, total: 3 });
  expect(world.ended).toMatchObject([{ done: 3, total: 3, failed: 0 }]);
  await world.fetches.cancel(connectionA);
  expect(world.fetches.state(connectionA)).toBeNull();
});

test('whoever looks on is told of each step of a job, and of its cancellation', async () => {
  const world = new SignatureWorld();
  world.putSigned(0, 300);
  const told = (): number => world.announced;
  world.mayAsk = false;
  world.fetches.begin(connectionA, wholeView, true);
  // At once, and after each part of the selection.
  expect(told()).toBe(2);
  await world.clock.settle();
  expect(told()).toBe(4);
  const before = told();
  await world.fetches.cancel(connectionA);
  expect(told()).toBe(before + 1);
});

test('others have a turn after every four requests', async () => {
  const world = new SignatureWorld();
  const askedAtTurns: number[] = [];
  world.clock.onYield = () => void askedAtTurns.push(world.asked.length);
  world.fetches.begin(connectionA, contents(0, 10), true);
  await world.clock.settle();
  expect(askedAtTurns).toEqual([4, 8, 10]);
});

test('what is added while a job goes on, or at its very end, is fetched too', async () => {
  const world = new SignatureWorld();
  world.clock.onYield = () => {
    if (world.asked.length === 4) world.fetches.begin(connectionA, contents(8, 9), true);
  };
  world.onEnded = () => {
    if (world.ended.length === 1) world.fetches.begin(connectionA, contents(9, 10), true);
  };
  world.fetches.begin(connectionA, contents(0, 8), true);
  await world.clock.settle();
  expect(world.ended.map(({ done }) => done)).toEqual([9, 1]);
  expect(world.asked).toHaveLength(10);
});

describe('a cancelled job', () => {
  test('of many contents is forgotten in parts, takes no new ones meanwhile, and all that it wanted is gone', async () => {
    const world = new SignatureWorld();
    world.mayAsk = false;
    world.fetches.begin(connectionA, contents(0, 1_200), true);
    await world.clock.settle();
    const taken: boolean[] = [];
    world.clock.onYield = () => void taken.push(world.fetches.begin(connectionA, contents(0, 1), true));
    await world.fetches.cancel(connectionA);
    expect(taken).toEqual([false, false]);
    expect(fetchJobsTable(world.mirror).next(connectionA, 10)).toEqual([]);
    expect(world.fetches.begin(connectionA, contents(0, 1), true)).toBe(true);
  });

  test('that the disk does not let go may be asked for again', async () => {
    const world = new SignatureWorld();
    world.mayAsk = false;
    world.fetches.begin(connectionA, contents(0, 4), true);
    await world.clock.settle();
    world.mirror.pragma('query_only = ON');
    await expect(world.fetches.cancel(connectionA)).rejects.toThrow('readonly');
    world.mirror.pragma('query_only = OFF');
    expect(world.fetches.begin(connectionA, contents(4, 8), true)).toBe(true);
  });

  test('waits for its requests under way, which are given up', async () => {
    const world = new SignatureWorld();
    world.fake.faultOf = () => ({ kind: 'hanging' });
    world.fetches.begin(connectionA, contents(0, 8), true);
    await world.clock.settle();
    await world.fetches.cancel(connectionA);
    await world.clock.settle();
    expect([world.asked.length, world.fetches.state(connectionA), world.clock.wakes]).toEqual([4, null, 0]);
  });
});

test('a connection that ends gives up the requests under way, and its next start begins anew', async () => {
  const world = new SignatureWorld();
  world.fake.faultOf = () => ({ kind: 'hanging' });
  world.fetches.begin(connectionA, contents(0, 4), true);
  await world.clock.settle();
  world.isOpen = false;
  world.connectionEnd.abort();
  await world.clock.settle();
  expect(world.fetches.state(connectionA)).toMatchObject({ status: 'resting', done: 0, failed: 0, retryAtMs: null });
  Object.assign(world, { isOpen: true, connectionEnd: new AbortController() });
  world.fake.faultOf = () => null;
  world.fetches.wake();
  await world.clock.settle();
  expect([world.asked.length, world.fetches.state(connectionA)?.status]).toEqual([8, 'done']);
});

describe('the end of the program', () => {
  test('gives up the requests under way, asks for nothing more, and counts no failure', async () => {
    const world = new SignatureWorld();
    world.fake.faultOf = () => ({ kind: 'hanging' });
    world.fetches.begin(connectionA, contents(0, 8), true);
    await world.clock.settle();
    await world.fetches.close();
    await world.clock.advance(60_000);
    expect([world.asked.length, world.clock.wakes]).toEqual([4, 0]);
    expect(world.fetches.state(connectionA)).toMatchObject({ total: 8, done: 0, failed: 0, retryAtMs: null });
    expect(
      fetchJobsTable(world.mirror)
        .next(connectionA, 8)
        .map(({ tries }) => tries),
    ).toEqual(Array(8).fill(0));
  });

  test('lets nothing wake a job any more, neither a status, nor a person', async () => {
    const world = new SignatureWorld();
    world.fake.faultOf = () => ({ kind: 'hanging' });
    world.fetches.begin(connectionA, contents(0, 8), true);
    await world.clock.settle();
    await world.fetches.close();
    world.fetches.wake();
    world.fetches.goOn(connectionA);
    await world.clock.settle();
    expect([world.asked.length, world.bugs]).toEqual([4, []]);
  });

  test('stops turning a selection into contents where it is', async () => {
    const mirrorPath = join(temporaryDirectory(), 'mirror.db');
    const world = new SignatureWorld({ mirrorPath });
    world.putSigned(0, 300);
    world.fetches.begin(connectionA, wholeView, true);
    await world.fetches.close();
    expect(world.fetches.state(connectionA)).toMatchObject({ status: 'gathering', total: 250 });
  });
});

test('a connection that is not open has its job wait until it is', async () => {
  const world = new SignatureWorld();
  world.isOpen = false;
  world.fetches.begin(connectionA, contents(0, 2), true);
  await world.clock.settle();
  expect([world.asked.length, world.fetches.state(connectionA)?.status]).toEqual([0, 'resting']);
  world.isOpen = true;
  world.fetches.wake();
  await world.clock.settle();
  expect([world.fetches.state(connectionA)?.status, world.bugs]).toEqual(['done', []]);
});

test('a token that may not read signatures is said to be so also while a selection waits', () => {
  const world = new SignatureWorld();
  world.putSigned(0, 300);
  world.learnt = { ...world.learnt, signatures: { kind: 'no', checkedAtMs: 1, words: 'no', requestId: null } };
  world.fetches.begin(connectionA, wholeView, true);
  expect(world.fetches.state(connectionA)?.status).toBe('notAllowed');
});

test('a bug in the middle of a job is reported once, and the job goes on when it is woken', async () => {
  const world = new SignatureWorld();
  const bug = new Error('a bug');
  let isBroken = true;
  const jobs = new FetchJobs({
    ...{ jobs: fetchJobsTable(world.mirror), signatures: world.table, chosen: selectedCids(world.mirror) },
    ...{ clock: world.clock, random: seededRandom(), announce: () => undefined, ended: () => undefined },
    running: () => {
      if (isBroken) throw bug;
      return null;
    },
    check: () => Promise.resolve(),
    report: (error) => void world.bugs.push(error),
  });
  jobs.begin(connectionA, contents(0, 2), true);
  await world.clock.settle();
  expect(world.bugs).toEqual([bug]);
  isBroken = false;
  jobs.wake();
  await world.clock.settle();
  expect([world.bugs.length, jobs.state(connectionA)?.status]).toEqual([1, 'resting']);
  await jobs.close();
});

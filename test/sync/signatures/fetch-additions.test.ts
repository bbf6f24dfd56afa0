import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import type { Selection } from '../../../src/domain/files/queries.ts';
import { aFileQuery, connectionA } from '../../support/builders.ts';
import { temporaryDirectory } from '../../support/database.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { cidOf, contentOf, SignatureWorld } from './signature-world.ts';

const contents = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => contentOf(from + at));
const wholeView: Selection = { kind: 'view', query: aFileQuery(), except: [] };
const timesAsked = ({ asked }: SignatureWorld, number: number): number =>
  asked.filter(({ cid }) => cid === cidOf(number)).length;

/** A job of eight contents of which four are fetched, and which rests for a day then. */
async function halfDone(mirrorPath?: string): Promise<SignatureWorld> {
  const world = new SignatureWorld(mirrorPath === undefined ? {} : { mirrorPath });
  world.putSigned(0, 8);
  world.clock.onYield = () => void (world.mayAsk = false);
  world.fetches.begin(connectionA, contents(0, 8), true);
  await world.clock.advance(86_400_000);
  expect(world.fetches.state(connectionA)).toMatchObject({ status: 'resting', total: 8, done: 4 });
  world.clock.onYield = () => undefined;
  return world;
}

describe('a signature that a person asks for anew', () => {
  test('is fetched again although the job under way had fetched it', async () => {
    const world = await halfDone();
    world.fetches.begin(connectionA, [contentOf(0)], false);
    expect(world.fetches.state(connectionA)?.total).toBe(9);
    world.mayAsk = true;
    world.fetches.wake();
    await world.clock.settle();
    expect([timesAsked(world, 0), timesAsked(world, 1)]).toEqual([2, 1]);
  });

  test('is fetched again also in the moment in which the job had fetched it', async () => {
    const world = new SignatureWorld();
    world.clock.onYield = () => {
      if (world.asked.length === 4) world.fetches.begin(connectionA, [contentOf(0), contentOf(7)], false);
    };
    world.fetches.begin(connectionA, contents(0, 8), true);
    await world.clock.settle();
    expect([timesAsked(world, 0), timesAsked(world, 7)]).toEqual([2, 1]);
  });

  test('is fetched again also when a stop came while its selection was turned into CIDs', async () => {
    const mirrorPath = join(temporaryDirectory(), 'mirror.db');
    const first = await halfDone(mirrorPath);
    first.putSigned(8, 260);
    first.fetches.begin(connectionA, wholeView, false);
    await first.stop();
    const second = new SignatureWorld({ mirrorPath, clock: new ManualClock(first.clock.nowMs() + 1_000) });
    second.fetches.wake();
    for (let turn = 0; turn < 4; turn++) await second.clock.settle();
    expect(second.fetches.state(connectionA)).toMatchObject({ status: 'done', total: 264 });
    expect([timesAsked(second, 0), timesAsked(second, 7), second.asked.length]).toEqual([1, 1, 260]);
  });
});

test('a selection that is chosen while a job asks the service is gathered and fetched too', async () => {
  const world = await halfDone();
  world.mayAsk = true;
  const taken: boolean[] = [];
  world.clock.onYield = () => {
    if (taken.length > 0) return;
    world.putSigned(8, 12);
    taken.push(world.fetches.begin(connectionA, wholeView, true));
  };
  world.fetches.wake();
  await world.clock.settle();
  expect(taken).toEqual([true]);
  expect(world.fetches.state(connectionA)).toMatchObject({ status: 'done', total: 12, done: 12 });
  expect(world.asked.slice(8).map(({ cid }) => cid)).toEqual([8, 9, 10, 11].map(cidOf));
});

describe('what is added while the service asks a job to wait', () => {
  const HOUR_MS = 3_600_000;
  const later: RemoteFailure = {
    kind: 'answered',
    status: 429,
    message: 'later',
    requestId: null,
    retryAfterMs: HOUR_MS,
  };

  async function waiting(): Promise<SignatureWorld> {
    const world = new SignatureWorld();
    world.putSigned(0, 6);
    world.fake.next('signature', { kind: 'failed', failure: later });
    world.fetches.begin(connectionA, [contentOf(0)], true);
    await world.clock.settle();
    return world;
  }

  test('waits as long, content by content', async () => {
    const world = await waiting();
    const retryAtMs = world.clock.nowMs() + HOUR_MS;
    for (let number = 1; number < 6; number++) {
      expect(world.fetches.begin(connectionA, [contentOf(number)], true)).toBe(true);
      await world.clock.settle();
    }
    expect(world.fetches.state(connectionA)).toMatchObject({ status: 'waiting', total: 6, retryAtMs });
    await world.clock.advance(HOUR_MS - 1);
    expect(world.asked).toHaveLength(1);
    await world.clock.advance(1);
    expect([world.asked.length, world.fetches.state(connectionA)?.status]).toEqual([7, 'done']);
  });

  test('is turned into CIDs meanwhile when it is a selection', async () => {
    const world = await waiting();
    world.fetches.begin(connectionA, wholeView, true);
    await world.clock.settle();
    expect(world.fetches.state(connectionA)).toMatchObject({ status: 'waiting', total: 6 });
    expect(world.asked).toHaveLength(1);
  });

  test('is fetched when a person ends the wait', async () => {
    const world = await waiting();
    world.fetches.begin(connectionA, [contentOf(1)], true);
    world.fetches.goOn(connectionA);
    await world.clock.settle();
    expect([world.asked.length, world.fetches.state(connectionA)?.status]).toEqual([3, 'done']);
  });
});

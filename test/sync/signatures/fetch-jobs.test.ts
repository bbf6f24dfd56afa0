import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import type { Selection } from '../../../src/domain/files/queries.ts';
import { aFile, aFileQuery, connectionA } from '../../support/builders.ts';
import { temporaryDirectory } from '../../support/database.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { cidOf, contentOf, SignatureWorld } from './signature-world.ts';

const MINUTE_MS = 60_000;
const wholeView: Selection = { kind: 'view', query: aFileQuery(), except: [] };
const answered = (status: number, retryAfterMs: number | null = null): RemoteFailure => ({
  kind: 'answered',
  status,
  message: 'no',
  requestId: 'r1',
  retryAfterMs,
});

/** The most requests that left within any minute. */
function mostInAMinute(asked: readonly { readonly atMs: number }[]): number {
  return Math.max(...asked.map(({ atMs }, at) => asked.slice(at).filter((one) => one.atMs < atMs + MINUTE_MS).length));
}

async function untilDone(world: SignatureWorld, limitMinutes = 60): Promise<number> {
  for (let minute = 1; minute <= limitMinutes; minute++) {
    await world.clock.advance(MINUTE_MS);
    if (world.fetches.state(connectionA)?.status === 'done') return minute;
  }
  throw new Error(JSON.stringify(world.fetches.state(connectionA)));
}

test('1,000 signatures at 60 a minute are each asked for once, never faster than that, and all are there', async () => {
  const world = new SignatureWorld({ perMinute: 60 });
  world.putSigned(0, 600);
  world.putSigned(600, 1_000, null);
  world.know(0);
  world.fetches.begin(connectionA, wholeView, true);
  await world.clock.settle();
  expect(world.fetches.state(connectionA)).toMatchObject({ status: 'asking', total: 1_000 });
  const minutes = await untilDone(world);
  expect(world.fetches.state(connectionA)).toMatchObject({ total: 1_000, done: 1_000, failed: 0 });
  expect(mostInAMinute(world.asked)).toBeLessThanOrEqual(60);
  expect(minutes).toBeGreaterThanOrEqual(17);
  expect(minutes).toBeLessThanOrEqual(20);
  expect(new Set(world.asked.map(({ cid }) => cid)).size).toBe(1_000);
  expect(world.asked).toHaveLength(1_000);
  expect([world.status(0), world.status(599), world.status(600)]).toEqual(['valid', 'valid', 'notSigned']);
  expect(world.bugs).toEqual([]);
});

test.each(['stop', 'kill'] as const)(
  'after a %s in the middle a job goes on where it was, and asks for nothing twice',
  async (end) => {
    const mirrorPath = join(temporaryDirectory(), 'mirror.db');
    const first = new SignatureWorld({ mirrorPath, perMinute: 60 });
    first.putSigned(0, 100);
    first.fetches.begin(connectionA, wholeView, true);
    await first.clock.advance(MINUTE_MS);
    const { done } = first.fetches.state(connectionA)!;
    expect(done).toBeGreaterThan(40);
    expect(done).toBeLessThan(100);
    // After a kill nothing is put in order: its time stands still, with requests under way.
    if (end === 'stop') await first.stop();

    const second = new SignatureWorld({ mirrorPath, perMinute: 60, clock: new ManualClock(first.clock.nowMs()) });
    second.putSigned(0, 100);
    expect(second.fetches.state(connectionA)).toMatchObject({ total: 100, done });
    second.fetches.wake();
    await untilDone(second);
    const all = [...first.asked, ...second.asked].map(({ cid }) => cid);
    expect(new Set(all).size).toBe(100);
    // Those whose answer was under way at the stop have to be asked for again, and no others.
    expect(all.length).toBeLessThanOrEqual(104);
  },
);

test('a stop while the choice is turned into CIDs begins that again', async () => {
  const mirrorPath = join(temporaryDirectory(), 'mirror.db');
  const first = new SignatureWorld({ mirrorPath });
  first.putSigned(0, 2_500);
  first.fetches.begin(connectionA, wholeView, true);
  expect(first.fetches.state(connectionA)).toMatchObject({ status: 'gathering', total: 250 });
  expect(first.fetches.begin(connectionA, [contentOf(1)], true)).toBe(false);
  await first.stop();
  const second = new SignatureWorld({ mirrorPath });
  second.mayAsk = false;
  second.fetches.wake();
  await second.clock.settle();
  expect(second.fetches.state(connectionA)).toMatchObject({ status: 'resting', total: 2_500, done: 0 });
});

test('only missing ones are asked for, or all again, and content in several files once', async () => {
  const world = new SignatureWorld();
  world.putSigned(0, 3);
  world.put(aFile({ id: 'copy', cid: cidOf(2) }), aFile({ id: 'computing', cid: 'pending' }));
  world.fetches.begin(connectionA, [contentOf(1)], true);
  await world.clock.settle();
  await world.clock.advance(1);
  world.fetches.begin(connectionA, wholeView, true);
  await world.clock.settle();
  expect(world.asked.map(({ cid }) => cid)).toEqual([1, 0, 2].map(cidOf));
  await world.clock.advance(1);
  world.fetches.begin(connectionA, wholeView, false);
  await world.clock.settle();
  expect(world.asked).toHaveLength(6);
});

test('one that was fetched under a clock that was ahead is fetched again when a person asks, and is not missing', async () => {
  const world = new SignatureWorld();
  const fetchedAtMs = world.clock.nowMs() + 365 * 24 * 60 * MINUTE_MS;
  world.table.put(connectionA, 'public', cidOf(0), { signature: null, fetchedAtMs });
  world.fetches.begin(connectionA, [contentOf(0)], true);
  await world.clock.settle();
  expect(world.asked).toEqual([]);
  world.fetches.begin(connectionA, [contentOf(0)], false);
  expect(world.fetches.state(connectionA)?.total).toBe(1);
  await world.clock.settle();
  expect(world.table.get(connectionA, 'public', cidOf(0))?.fetchedAtMs).toBe(world.clock.nowMs());
});

test('a token that may not read signatures stops the job, loses none of it, and says nothing about files', async () => {
  const world = new SignatureWorld();
  world.putSigned(0, 10);
  world.fake.next('signature', { kind: 'failed', failure: answered(401) });
  world.fetches.begin(connectionA, wholeView, true);
  await world.clock.settle();
  expect(world.fetches.state(connectionA)).toMatchObject({ status: 'notAllowed', total: 10 });
  expect(world.learnt.signatures).toMatchObject({ kind: 'no', words: '401: "no"', requestId: 'r1' });
  expect([world.learnt.updates, world.learnt.keys]).toEqual([{ kind: 'notChecked' }, { kind: 'notChecked' }]);
  const before = world.asked.length;
  world.fetches.wake();
  await world.clock.advance(10 * MINUTE_MS);
  expect(world.asked).toHaveLength(before);
  world.learnt = { ...world.learnt, signatures: { kind: 'notChecked' } };
  world.fetches.wake();
  await world.clock.settle();
  expect(world.fetches.state(connectionA)).toMatchObject({ status: 'done', done: 10, failed: 0 });
  expect(world.learnt.signatures.kind).toBe('yes');
});

test('a service that asks to wait is left alone so long', async () => {
  const world = new SignatureWorld();
  world.putSigned(0, 8);
  world.fake.next('signature', { kind: 'failed', failure: answered(429, 30_000) });
  world.fetches.begin(connectionA, wholeView, true);
  await world.clock.settle();
  expect(world.fetches.state(connectionA)).toMatchObject({
    status: 'waiting',
    retryAtMs: world.clock.nowMs() + 30_000,
  });
  const before = world.asked.length;
  world.fetches.wake();
  await world.clock.advance(29_000);
  expect(world.asked).toHaveLength(before);
  await world.clock.advance(1_000);
  expect(world.fetches.state(connectionA)).toMatchObject({ status: 'done', done: 8, failed: 0 });
});

test('without a network the job rests, and goes on when it is back', async () => {
  const world = new SignatureWorld();
  world.mayAsk = false;
  world.putSigned(0, 5);
  world.fetches.begin(connectionA, wholeView, true);
  await world.clock.settle();
  expect([world.asked.length, world.fetches.state(connectionA)?.status]).toEqual([0, 'resting']);
  world.mayAsk = true;
  world.fetches.wake();
  await world.clock.settle();
  expect(world.fetches.state(connectionA)).toMatchObject({ status: 'done', done: 5 });
});

test('one that always fails is given up after three times, and holds up no other', async () => {
  const world = new SignatureWorld();
  world.putSigned(0, 20);
  const malformed: RemoteFailure = { kind: 'malformed', detail: 'the answer is not a signature', requestId: null };
  world.fake.faultOf = ({ input }) => (input[1] === cidOf(3) ? { kind: 'failed', failure: malformed } : null);
  world.fetches.begin(connectionA, wholeView, true);
  await untilDone(world);
  expect(world.fetches.state(connectionA)).toMatchObject({ done: 20, failed: 1, failure: malformed.detail });
  expect(world.asked.filter(({ cid }) => cid === cidOf(3))).toHaveLength(3);
  expect([world.status(2), world.status(3), world.status(4)]).toEqual(['unchecked', null, 'unchecked']);
});

test('a cancelled job forgets what it has not asked for, and keeps what came', async () => {
  const world = new SignatureWorld({ perMinute: 60 });
  world.putSigned(0, 100);
  world.fetches.begin(connectionA, wholeView, true);
  await world.clock.advance(10_000);
  await world.fetches.cancel(connectionA);
  expect(world.fetches.state(connectionA)).toBeNull();
  const before = world.asked.length;
  await world.clock.advance(MINUTE_MS);
  expect([world.asked.length, world.status(0), world.status(99)]).toEqual([before, 'unchecked', null]);
  world.fetches.begin(connectionA, [contentOf(99)], true);
  await world.clock.advance(MINUTE_MS);
  expect(world.fetches.state(connectionA)).toMatchObject({ status: 'done', total: 1, done: 1 });
});

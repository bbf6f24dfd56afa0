import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { noOutcomes } from '../../../src/domain/edits/replay.ts';
import { fakeId } from '../../support/fake-service.ts';
import { failing, notSent } from './failures.ts';
import {
  countsOf,
  edited,
  endedCounts,
  logOf,
  reachable,
  refusing,
  theirKey,
  theirName,
  unreachable,
  type World,
} from './edited-world.ts';
import { worldOf } from './world-of-files.ts';

const MINUTE = 60_000;

/** Work whose first request takes as long as all of it. */
async function lasting(forMs: number, world: World, work: () => Promise<unknown>): Promise<void> {
  let isFirst = true;
  const { listFiles, readFile } = world.fake;
  const slowly = async (): Promise<void> => {
    if (isFirst) {
      isFirst = false;
      await new Promise<void>((resolve) => void world.clock.wakeAt(world.clock.nowMs() + forMs, resolve));
    }
  };
  world.fake.listFiles = async (...call) => slowly().then(() => listFiles.apply(world.fake, call));
  world.fake.readFile = async (...call) => slowly().then(() => readFile.apply(world.fake, call));
  const working = work();
  await world.clock.advance(forMs);
  await working;
  Object.assign(world.fake, { listFiles, readFile });
}

describe('a replay', () => {
  test('counts its files by what became of them, and knows where they stand', async () => {
    const world = await edited(12);
    theirName(world, 1);
    theirKey(world, 2);
    refusing(world, 3, 4);
    world.fake.remove('public', fakeId(5));
    await world.push();
    expect(logOf(world).current).toBeNull();
    expect(logOf(world).ended).toMatchObject({
      counts: { ...noOutcomes, onServer: 7, combined: 1, needsYou: 1, refused: 2, gone: 1 },
      ...{ reasons: 1, waiting: 0 },
    });
    const { tape = '', filesPerTick } = logOf(world).ended?.ticks ?? {};
    expect([[...tape].toSorted().join(''), filesPerTick]).toEqual(['cgnooooooorr', 1]);
    expect(countsOf(world)).toMatchObject({ needsYou: 1, refused: 2, gone: 1, waiting: 0 });
    const [refused] = world.outbox.openEdits(world.of(4));
    expect(logOf(world).ended?.sets.refused).toBe(refused?.changeSetId);
  });

  test('goes on with the next round after the network interrupted it', async () => {
    const world = await edited(12);
    let sent = 0;
    world.fake.faultOf = ({ name }) => (name === 'updateFile' && ++sent > 6 ? failing(notSent) : null);
    await world.push();
    expect(logOf(world).current).toMatchObject({
      ...{ endedAtMs: null, counts: { onServer: 6 } },
      ticks: { tape: 'oooooo', filesPerTick: 1 },
    });
    expect(logOf(world).ended).toBeNull();
    reachable(world);
    await world.push();
    expect(endedCounts(world)).toEqual({ ...noOutcomes, onServer: 12 });
  });

  test('measures the time of its rounds: neither a pause nor a check counts', async () => {
    const world = await edited(12);
    let sent = 0;
    world.fake.faultOf = ({ name }) => (name === 'updateFile' && ++sent > 6 ? failing(notSent) : null);
    await lasting(2_000, world, () => world.push());
    expect(logOf(world).current).toMatchObject({ activeMs: 2_000, counts: { onServer: 6 } });
    await world.clock.advance(10 * MINUTE);
    await lasting(4_000, world, () => world.pull());
    expect(logOf(world).current?.activeMs).toBe(2_000);
    reachable(world);
    await lasting(1_000, world, () => world.push());
    expect(logOf(world).ended).toMatchObject({ activeMs: 3_000, counts: { onServer: 12 } });
  });

  test('measures a round that began before the files were edited', async () => {
    const world = await worldOf(12);
    let sent = 0;
    world.fake.faultOf = ({ name }) => (name === 'updateFile' && ++sent > 6 ? failing(notSent) : null);
    await lasting(2_000, world, () => {
      const pushing = world.push();
      for (let number = 1; number <= 12; number++) world.edit(number, { name: `mine ${number}` });
      return pushing;
    });
    expect(logOf(world).current).toMatchObject({ activeMs: 2_000, counts: { onServer: 6 } });
    reachable(world);
    await lasting(1_000, world, () => world.push());
    expect(logOf(world).ended).toMatchObject({ activeMs: 3_000, counts: { onServer: 12 } });
  });

  test('took no negative time where the clock was set back in a round', async () => {
    const world = await edited(12);
    let sent = 0;
    world.fake.faultOf = ({ name }) => (name === 'updateFile' && ++sent > 6 ? failing(notSent) : null);
    await lasting(2_000, world, () => world.push());
    reachable(world);
    world.fake.onCall = () => {
      world.fake.onCall = () => undefined;
      world.clock.setBack(60 * MINUTE);
    };
    await world.push();
    expect(logOf(world).ended).toMatchObject({ activeMs: 2_000, counts: { onServer: 12 } });
  });

  test('of few files leaves the last one of many as it is', async () => {
    const world = await edited(12);
    await world.push();
    const { ended } = logOf(world);
    world.edit(1, { name: 'once more' });
    await world.push();
    expect(logOf(world).ended).toEqual(ended);
  });

  test('that was broken off and taken back is no part of the next one', async () => {
    const world = await worldOf(24);
    for (let number = 13; number <= 24; number++) world.edit(number, { name: `mine ${number}` });
    let sent = 0;
    world.fake.faultOf = ({ name }) => (name === 'updateFile' && ++sent > 6 ? failing(notSent) : null);
    await world.push();
    for (let number = 13; number <= 24; number++) {
      world.queue.discard(world.outbox.openEdits(world.of(number)).map(({ id }) => id));
    }
    reachable(world);
    await world.clock.advance(MINUTE);
    for (let number = 1; number <= 12; number++) world.edit(number, { name: `anew ${number}` });
    await world.push();
    expect(endedCounts(world)).toEqual({ ...noOutcomes, onServer: 12 });
  });

  test('counts a file that the rule of the connection leaves to the service', async () => {
    const world = await edited(12, { connection: { conflictRule: 'serverWins' } });
    theirName(world, 1, 2);
    await world.push();
    expect(endedCounts(world)).toEqual({ ...noOutcomes, onServer: 10, gaveWay: 2 });
  });
});

describe('a pull after a push that reached nobody', () => {
  test('ends the replay when every file changed meanwhile', async () => {
    const world = await edited(12);
    unreachable(world);
    await world.push();
    expect(logOf(world)).toMatchObject({ ended: null, current: { counts: noOutcomes } });
    theirName(world, ...Array.from({ length: 12 }, (_, at) => at + 1));
    reachable(world);
    await world.clock.advance(MINUTE);
    await world.pull();
    expect(endedCounts(world)).toEqual({ ...noOutcomes, needsYou: 12 });
    expect(countsOf(world)).toMatchObject({ needsYou: 12, waiting: 0 });
    expect(logOf(world).current).toBeNull();
  });

  test('reports what it finds to the replay, which the next push completes', async () => {
    const world = await edited(14);
    unreachable(world);
    await world.push();
    theirName(world, 1, 2, 3);
    theirKey(world, 4, 5);
    reachable(world);
    await world.clock.advance(MINUTE);
    await world.pull();
    expect(logOf(world).current?.counts).toEqual({ ...noOutcomes, needsYou: 3 });
    await world.push();
    expect(endedCounts(world)).toEqual({ ...noOutcomes, needsYou: 3, combined: 2, onServer: 9 });
    expect(countsOf(world)).toMatchObject({ needsYou: 3, waiting: 0 });
  });

  test('has the engine go through both by itself, and the receipt is whole', async () => {
    const world = await edited(14);
    unreachable(world);
    world.sync.send({ kind: 'started', mode: 'running' });
    await world.clock.settle();
    theirName(world, 1, 2, 3);
    theirKey(world, 4, 5);
    reachable(world);
    await world.clock.advance(10 * MINUTE);
    expect(endedCounts(world)).toEqual({ ...noOutcomes, needsYou: 3, combined: 2, onServer: 9 });
    expect(countsOf(world)).toMatchObject({ needsYou: 3, waiting: 0 });
  });
});

test('the replay waits for a file that the service takes its time over', async () => {
  const world = await edited(12);
  let letGo = (): void => undefined;
  const slow = new Promise<void>((resolve) => void (letGo = resolve));
  const updateFile = world.fake.updateFile.bind(world.fake);
  world.fake.updateFile = async (...call: Parameters<typeof updateFile>) => {
    if (call[1] === fakeId(3)) await slow;
    return await updateFile(...call);
  };
  world.sync.send({ kind: 'started', mode: 'running' });
  await world.clock.advance(10_000);
  expect(logOf(world)).toMatchObject({ ended: null, current: { counts: { onServer: 11 } } });
  letGo();
  await world.clock.advance(10_000);
  expect(endedCounts(world)).toEqual({ ...noOutcomes, onServer: 12 });
});

test('sync writes about edits through one function alone, which the log hears', () => {
  const rooms = ['push', 'pull', 'ingest'].map((room) => join(import.meta.dirname, '../../../electron/sync', room));
  const writers = rooms.flatMap((room) =>
    readdirSync(room).filter((file) => readFileSync(join(room, file), 'utf8').includes('outbox.update(')),
  );
  expect(writers).toEqual([]);
});

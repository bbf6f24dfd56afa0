import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { changeQueries } from '../../../electron/database/outbox/change-set-queries.ts';
import { noOutcomes } from '../../../src/domain/edits/replay.ts';
import { fakeId } from '../../support/fake-service.ts';
import { answered, failing, notSent } from './failures.ts';
import { worldOf } from './world-of-files.ts';

const MINUTE = 60_000;

async function edited(files: number, over: Parameters<typeof worldOf>[1] = {}) {
  const world = await worldOf(files, over);
  for (let number = 1; number <= files; number++) world.edit(number, { name: `mine ${number}` });
  return world;
}
type World = Awaited<ReturnType<typeof edited>>;

const logOf = (world: World) => world.sync.sync.replay;
const endedCounts = (world: World) => logOf(world).ended?.counts;
/** What the outbox says of all files. */
const countsOf = (world: World) =>
  changeQueries(world.outboxDb).fileCounts(world.connection.id, world.sync.sync.accountRef());
const theirName = (world: World, ...numbers: readonly number[]) =>
  numbers.forEach((number) => world.fake.change('public', fakeId(number), { name: 'theirs' }));
const theirKey = (world: World, ...numbers: readonly number[]) =>
  numbers.forEach((number) => world.fake.change('public', fakeId(number), { keyvalues: new Map([['env', 'theirs']]) }));
const unreachable = (world: World) => void (world.fake.faultOf = () => failing(notSent));
const reachable = (world: World) => void (world.fake.faultOf = () => null);
const refusing = (world: World, ...numbers: readonly number[]) =>
  void (world.fake.faultOf = ({ name, input }) =>
    name === 'updateFile' && numbers.some((number) => fakeId(number) === input[1]) ? failing(answered(400)) : null);

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

describe('a person', () => {
  test.each(['readFile', 'updateFile'] as const)(
    'who pauses during a %s finds every file on the receipt',
    async (name) => {
      const world = await edited(16);
      let asked = 0;
      world.fake.faultOf = (call) => (call.name === name && ++asked > 5 ? { kind: 'hanging' } : null);
      world.sync.send({ kind: 'started', mode: 'running' });
      await world.clock.settle();
      world.sync.send({ kind: 'paused' });
      await world.clock.settle();
      reachable(world);
      expect(logOf(world).ended).toBeNull();
      world.sync.send({ kind: 'resumed' });
      await world.clock.advance(5 * MINUTE);
      expect(endedCounts(world)).toEqual({ ...noOutcomes, onServer: 16 });
    },
  );

  test('who decides while files are sent finds no decision left on the receipt', async () => {
    const world = await edited(12);
    theirName(world, 1, 2);
    refusing(world, 3, 4);
    let sent = 0;
    const { faultOf } = world.fake;
    world.fake.faultOf = (call) => (call.name === 'updateFile' && ++sent > 8 ? failing(notSent) : faultOf(call));
    await world.push();
    expect(logOf(world).current?.counts).toMatchObject({ needsYou: 2, refused: 2 });
    world.queue.decide(world.of(1), [{ field: 'name', choice: { kind: 'server' } }]);
    world.queue.retry(world.outbox.openEdits(world.of(3)).map(({ id }) => id));
    refusing(world, 4);
    await world.push();
    expect(logOf(world).ended).toMatchObject({
      counts: { ...noOutcomes, onServer: 9, needsYou: 1, refused: 1 },
      reasons: null,
    });
    expect(countsOf(world)).toMatchObject({ needsYou: 1, refused: 1, waiting: 0 });
  });

  test('who edits a file again while others are sent has it counted once', async () => {
    const world = await edited(12);
    let sent = 0;
    world.fake.faultOf = ({ name }) => (name === 'updateFile' && ++sent > 6 ? failing(notSent) : null);
    await world.push();
    world.edit(1, { name: 'once more' });
    reachable(world);
    await world.push();
    expect(endedCounts(world)).toEqual({ ...noOutcomes, onServer: 12 });
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

import { describe, expect, test } from 'vitest';
import { unlimited } from '../../../electron/remote/service-decorators.ts';
import { noTraits } from '../../../src/domain/connections/connection.ts';
import { type FakeCall, fakeFile, fakeId, FakeService } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';
import { answered, failing, noAnswer, portal } from './failures.ts';
import { worldOf } from './world-of-files.ts';

const drained = { kind: 'drained', againAtMs: null };
const isOf = ({ input }: FakeCall, number: number): boolean => input[1] === fakeId(number);
const probes = (world: SyncWorld): readonly string[] =>
  world.asked.filter((name) => name === 'listFiles' || name === 'listKeys');

describe('a round', () => {
  test('that the checks due before it find pointless sends nothing', async () => {
    const world = await worldOf(2);
    world.edit(2, { name: 'mine' });
    world.outbox.scheduleCheck(world.of(1), world.ports.accountRef(), world.clock.nowMs());
    world.fake.next('readFile', failing(answered(429, { retryAfterMs: 7_000 })));
    expect(await world.push()).toMatchObject({ kind: 'failed', failureClass: { kind: 'later', delayMs: 7_000 } });
    expect(world.asked).toEqual(['readFile']);
  });

  test('without anything to send takes no turn of the rate limit', async () => {
    const fake = new FakeService();
    let reserved = 0;
    const { reserve, ...calls } = unlimited(fake);
    const service = { ...calls, reserve: (...input: Parameters<typeof reserve>) => (reserved++, reserve(...input)) };
    const world = new SyncWorld({ service });
    expect([await world.push(), reserved]).toEqual([drained, 0]);
  });

  test('that is given up while it waits for its turns ends at once', async () => {
    const fake = new FakeService();
    fake.put(fakeFile(1));
    const reserve = (_requests: number, signal: AbortSignal): Promise<null> =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
    const world = new SyncWorld({ service: { ...unlimited(fake), reserve } });
    await world.copy();
    world.edit(1, { name: 'mine' });
    const program = new AbortController();
    const pushing = world.push(program.signal);
    await world.clock.settle();
    program.abort();
    expect(await pushing).toEqual(drained);
    expect([world.open(1).length, world.fake.calls]).toEqual([1, []]);
  });

  test('gives back every turn that it took of the rate limit, also where one file went first and alone', async () => {
    const fake = new FakeService();
    fake.put(...[1, 2, 3, 4, 5].map((number) => fakeFile(number)));
    const { reserve, ...calls } = unlimited(fake);
    const [taken, givenBack]: [number[], number[]] = [[], []];
    const counted = async (...input: Parameters<typeof reserve>) => {
      const number = taken.push(taken.length);
      const reserved = await reserve(...input);
      return reserved === null ? null : { ...reserved, release: () => void givenBack.push(number - 1) };
    };
    const world = new SyncWorld({ service: { ...calls, reserve: counted } });
    await world.copy();
    for (const number of [1, 2, 3, 4, 5]) world.edit(number, { 'key:env': 'prod' });
    await world.push();
    expect([1, 2, 3, 4, 5].flatMap((number) => world.open(number))).toEqual([]);
    expect(taken.length).toBeGreaterThan(6);
    expect(givenBack.toSorted((a, b) => a - b)).toEqual(taken);
  });

  test('asks the outbox for many files at a time', async () => {
    let asked = 0;
    const world = await worldOf(40, {
      tables: (tables) => ({
        ...tables,
        outbox: { ...tables.outbox, sendableFiles: (...input) => (asked++, tables.outbox.sendableFiles(...input)) },
      }),
    });
    for (let number = 1; number <= 40; number++) world.edit(number, { name: `mine ${number}` });
    asked = 0;
    await world.push();
    expect(world.sent).toHaveLength(40);
    expect(asked).toBeLessThan(40);
  });

  test('ends without a probe where another answer has stopped it after a stranger’s', async () => {
    const world = await worldOf(2);
    for (const number of [1, 2]) world.edit(number, { name: 'mine' });
    world.fake.faultOf = (call) =>
      call.name !== 'updateFile' ? null : failing(isOf(call, 1) ? portal : answered(401));
    expect(await world.push()).toMatchObject({ kind: 'failed', failureClass: { kind: 'token' } });
    expect(probes(world)).toEqual([]);
  });

  test('that is given up asks nothing more after a stranger’s answer', async () => {
    const world = await worldOf(1);
    world.edit(1, { name: 'mine' });
    const program = new AbortController();
    const update = world.fake.updateFile.bind(world.fake);
    world.fake.updateFile = async (...input) => {
      await update(...input);
      program.abort();
      return { ok: false, failure: portal };
    };
    expect(await world.push(program.signal)).toMatchObject({ kind: 'drained' });
    world.fake.updateFile = update;
    expect(world.asked).toEqual(['readFile', 'updateFile']);
  });
});

describe('a stranger’s answer to the last file', () => {
  test.each([
    ['is the connection’s where nothing else gets through', () => failing(portal), 'failed'],
    [
      'is the file’s where another request gets through',
      (call: FakeCall) => (call.name === 'readFile' ? failing(portal) : null),
      'drained',
    ],
  ])('%s', async (_what, faultOf, kind) => {
    const world = await worldOf(1);
    world.edit(1, { name: 'mine' });
    world.fake.faultOf = faultOf;
    expect(await world.push()).toMatchObject({ kind });
    expect(probes(world)).toEqual(['listFiles']);
  });

  test('is judged by the keys where the service lists no files', async () => {
    const listing = { kind: 'no', checkedAtMs: 1, words: '404', requestId: null } as const;
    const world = await worldOf(1);
    world.edit(1, { name: 'mine' });
    world.connection = { ...world.connection, learnt: { ...world.connection.learnt, listing } };
    world.fake.next('readFile', failing(portal));
    world.fake.next('updateFile', failing(portal));
    expect(await world.push()).toMatchObject({ kind: 'drained' });
    expect(probes(world)).toEqual(['listKeys']);
  });
});

describe('while the metadata mode is unknown', () => {
  const most = async (edit: (world: SyncWorld, number: number) => void, known = noTraits): Promise<number> => {
    const world = await worldOf(3, { connection: { learnt: known } });
    for (const number of [1, 2, 3]) edit(world, number);
    let underWay = 0;
    let atOnce = 0;
    const read = world.fake.readFile.bind(world.fake);
    const update = world.fake.updateFile.bind(world.fake);
    world.fake.readFile = async (...input) => {
      atOnce = Math.max(atOnce, ++underWay);
      await world.clock.settle();
      return await read(...input);
    };
    world.fake.updateFile = async (...input) => {
      const answer = await update(...input);
      underWay -= 1;
      return answer;
    };
    await world.push();
    for (const number of [1, 2, 3]) expect(world.served(number)!.name).toBe('mine');
    return atOnce;
  };

  test('files that only get a name go side by side', async () => {
    expect(await most((world, number) => world.edit(number, { name: 'mine' }))).toBe(3);
  });

  test('metadata that its person holds keeps no other file back', async () => {
    const atOnce = await most((world, number) => {
      world.queue.hold([world.edit(number, { 'key:env': 'held' })]);
      world.edit(number, { name: 'mine' });
    });
    expect(atOnce).toBe(3);
  });
});

test('a file that the service does not answer for keeps the place it had for the next round', async () => {
  const world = new SyncWorld();
  world.fake.put(fakeFile(1));
  await world.copy();
  world.edit(1, { name: 'mine' });
  world.fake.next('updateFile', failing(noAnswer));
  const { againAtMs } = await world.push();
  const { notBeforeMs } = world.outbox.retryState(world.of(1));
  const checkAtMs = world.outbox.nextCheckMs(world.connection.id, world.ports.accountRef());
  expect(againAtMs).toBe(Math.min(notBeforeMs, checkAtMs!));
});

test('an edit waits for no more than a few of the files that are looked at again, and all of those have their turn', async () => {
  const world = await worldOf(60);
  const account = world.ports.accountRef();
  for (let file = 2; file <= 60; file++) world.outbox.scheduleCheck(world.of(file), account, world.clock.nowMs());
  world.edit(1, { name: 'mine' });
  await world.push();
  expect(world.asked.filter((name) => name === 'updateFile')).toHaveLength(1);
  expect(world.asked.indexOf('updateFile')).toBeLessThan(25);
  for (let round = 0; round < 3; round++) await world.push();
  expect(world.outbox.nextCheckMs(world.connection.id, account)).toBeNull();
});

import { describe, expect, test } from 'vitest';
import { RateLimit } from '../../../electron/remote/rate-limit.ts';
import { rateLimited } from '../../../electron/remote/service-decorators.ts';
import { noTraits } from '../../../src/domain/connections/connection.ts';
import { aConnection, accountRefB } from '../../support/builders.ts';
import { fakeFile, fakeId, FakeService } from '../../support/fake-service.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { SyncWorld } from '../../support/sync-world.ts';
import { answered, failing, noAnswer } from './failures.ts';
import { worldOf } from './world-of-files.ts';

const merging = { learnt: { ...noTraits, keyvaluesMode: 'merge' as const } };

describe('several edits of one file', () => {
  test('go out as one update with the last values, and all are settled by it', async () => {
    const world = await worldOf(1, { connection: merging });
    const edits = [
      world.edit(1, { name: 'first' }),
      world.edit(1, { 'key:env': 'prod', 'key:owner': 'ann' }),
      world.edit(1, { name: 'second' }),
    ];
    await world.push();
    expect(world.sent).toEqual([{ name: 'second', keyvalues: { env: 'prod', owner: 'ann' } }]);
    expect(edits.flatMap((edit) => world.ended(edit)).map(({ status }) => status)).toEqual(Array(4).fill('settled'));
    expect(world.served(1)).toEqual({ name: 'second', keyvalues: { env: 'prod', owner: 'ann' } });
  });

  test('are compared with a fresh record once more where their read took the turn of their update', async () => {
    const [fake, clock] = [new FakeService(), new ManualClock()];
    fake.put(fakeFile(1));
    const service = rateLimited(fake, new RateLimit(6_000, clock));
    const world = new SyncWorld({ service, clock, connection: merging });
    await world.copy();
    fake.hasReadById = false;
    fake.calls.length = 0;
    world.edit(1, { name: 'mine' });
    await world.push();
    expect(fake.calls.map(({ name, input }) => [name, input[2]])).toEqual([
      ['readFile', undefined],
      ['updateFile', '{}'],
      ['updateFile', '{}'],
      ['updateFile', '{"name":"mine"}'],
    ]);
  });

  test('that come back to where they began send nothing', async () => {
    const world = await worldOf(1);
    world.edit(1, { name: 'elsewhere' });
    world.edit(1, { name: 'file 1' });
    await world.push();
    expect(world.sent).toEqual([]);
    expect(world.open(1)).toEqual([]);
  });

  test('are compared with what the person saw before the first of them', async () => {
    const world = await worldOf(1);
    world.edit(1, { name: 'first' });
    world.edit(1, { name: 'second' });
    world.fake.change('public', fakeId(1), { name: 'theirs' });
    await world.push();
    expect(world.open(1)).toMatchObject([{ status: 'conflicted' }, { status: 'conflicted' }]);
    expect(world.served(1)!.name).toBe('theirs');
  });

  test('the part of a conflicted file that nobody else touched goes through', async () => {
    const world = await worldOf(1);
    world.edit(1, { name: 'mine', 'key:env': 'prod' });
    world.fake.change('public', fakeId(1), { name: 'theirs' });
    await world.push();
    expect(world.served(1)).toEqual({ name: 'theirs', keyvalues: { env: 'prod' } });
    expect(world.open(1)).toEqual([{ field: 'name', base: 'file 1', mine: 'mine', status: 'conflicted' }]);
    expect(world.shown(1)).toEqual({ name: 'mine', keyvalues: { env: 'prod' } });
    const later = world.edit(1, { 'key:env': 'live' });
    await world.push();
    expect(world.statusOf(later)).toBe('settled');
  });
});

describe('a conflict rule', () => {
  test('mine wins: my value is written, theirs is kept in the history', async () => {
    const world = await worldOf(1, { connection: { conflictRule: 'mineWins' } });
    const edit = world.edit(1, { name: 'mine' });
    world.fake.change('public', fakeId(1), { name: 'theirs' });
    await world.push();
    expect(world.served(1)!.name).toBe('mine');
    expect(world.statusOf(edit)).toBe('settled');
    expect(world.gaveWay(1)).toEqual([
      { field: 'name', value: 'theirs', source: 'server', atMs: world.clock.nowMs(), editId: edit },
    ]);
  });

  test('server wins: their value stays, mine is kept in the history', async () => {
    const world = await worldOf(1, { connection: { conflictRule: 'serverWins' } });
    const edit = world.edit(1, { name: 'mine' });
    world.fake.change('public', fakeId(1), { name: 'theirs' });
    await world.push();
    expect(world.served(1)!.name).toBe('theirs');
    expect(world.statusOf(edit)).toBe('discarded');
    expect(world.shown(1)!.name).toBe('theirs');
    expect(world.gaveWay(1)).toEqual([
      { field: 'name', value: 'mine', source: 'mine', atMs: world.clock.nowMs(), editId: edit },
    ]);
  });
});

describe('edits of another account', () => {
  test('A8: wait for their account and are never sent under this one', async () => {
    const world = await worldOf(1);
    const edit = world.edit(1, { name: 'mine' });
    world.connection = aConnection({ account: accountRefB.account });
    expect(await world.push()).toEqual({ kind: 'drained', againAtMs: null });
    expect(world.asked).toEqual([]);
    expect(world.open(1)).toMatchObject([{ mine: 'mine', status: 'queued' }]);
    world.connection = aConnection();
    await world.push();
    expect(world.statusOf(edit)).toBe('settled');
  });

  test('A8: stay behind when this account has an edit of the same file', async () => {
    const world = await worldOf(1);
    const theirs = world.edit(1, { name: 'of the first account', 'key:env': 'prod' });
    world.connection = aConnection({ account: accountRefB.account });
    const mine = world.edit(1, { 'key:owner': 'ann' });
    await world.push();
    expect(world.served(1)).toEqual({ name: 'file 1', keyvalues: { env: 'test', owner: 'ann' } });
    expect([world.statusOf(theirs), world.statusOf(mine)]).toEqual(['queued', 'settled']);
  });

  test('are not judged by what this account’s service holds', async () => {
    const world = await worldOf(1);
    world.edit(1, { name: 'mine' });
    world.connection = aConnection({ account: accountRefB.account });
    world.fake.change('public', fakeId(1), { name: 'theirs' });
    await world.pull();
    expect(world.open(1)).toMatchObject([{ status: 'queued' }]);
    world.fake.remove('public', fakeId(1));
    await world.pull();
    expect(world.open(1)).toMatchObject([{ status: 'queued' }]);
    expect(world.shown(1)).toMatchObject({ name: 'mine' });
  });
});

describe('side by side', () => {
  function watched(world: SyncWorld) {
    const now = new Map<string, number>();
    const most = { files: 0, ofOne: 0 };
    for (const name of ['readFile', 'updateFile'] as const) {
      const call = world.fake[name].bind(world.fake) as (...input: unknown[]) => Promise<unknown>;
      Object.assign(world.fake, {
        [name]: async (...input: unknown[]) => {
          const id = String(input[1]);
          now.set(id, (now.get(id) ?? 0) + 1);
          most.files = Math.max(most.files, [...now.values()].filter((count) => count > 0).length);
          most.ofOne = Math.max(most.ofOne, now.get(id)!);
          await world.clock.settle();
          const answer = await call(...input);
          now.set(id, now.get(id)! - 1);
          return answer;
        },
      });
    }
    return most;
  }

  test('a few files at first, more as it goes well, and never two updates of one', async () => {
    const world = await worldOf(10);
    for (let number = 1; number <= 10; number++) world.edit(number, { name: `mine ${number}` });
    const most = watched(world);
    world.fake.onCall = ({ name, input }) => {
      // The person goes on typing while updates are under way.
      if (name === 'updateFile' && world.sent.length < 15) {
        world.edit(fakeIdOf(input[1]), { name: `again ${world.sent.length}` });
      }
    };
    await world.push();
    expect(most.ofOne).toBe(1);
    expect(most.files).toBeGreaterThanOrEqual(4);
    expect(most.files).toBeLessThan(8);
    expect(world.jobs.at(-1)).toMatchObject({ kind: 'push', total: null });
    for (let number = 1; number <= 10; number++) expect(world.open(number)).toEqual([]);
  });

  const fakeIdOf = (id: unknown) => fakeId(Number(String(id).slice(-12)));

  test('up to sixteen files of many, and half as many after the service asked to wait', async () => {
    const world = await worldOf(200);
    for (let number = 1; number <= 200; number++) world.edit(number, { name: `mine ${number}` });
    const most = watched(world);
    await world.push();
    expect(most).toEqual({ files: 16, ofOne: 1 });
    world.edit(1, { name: 'once more' });
    world.fake.next('updateFile', failing(answered(429)));
    await world.push();
    expect(world.ports.parallelism.limit).toBe(8);
  });

  test('up to sixteen files, also after the first one with metadata went alone', async () => {
    const world = await worldOf(200);
    for (let number = 1; number <= 200; number++) world.edit(number, { 'key:env': 'prod' });
    const most = watched(world);
    await world.push();
    expect(most).toEqual({ files: 16, ofOne: 1 });
  });

  test('a file that waits keeps no other file back', async () => {
    const world = await worldOf(3);
    for (let number = 1; number <= 3; number++) world.edit(number, { name: `mine ${number}` });
    world.fake.faultOf = ({ name, input }) =>
      name === 'updateFile' && input[1] === fakeId(1) ? failing(noAnswer) : null;
    await world.push();
    expect([1, 2, 3].map((number) => world.open(number).length)).toEqual([1, 0, 0]);
  });

  test('abandoning the push sends nothing more', async () => {
    const world = await worldOf(6);
    for (let number = 1; number <= 6; number++) world.edit(number, { name: `mine ${number}` });
    const program = new AbortController();
    world.fake.onCall = ({ name }) => (name === 'updateFile' ? program.abort() : undefined);
    await world.push(program.signal);
    expect(world.sent.length).toBeLessThanOrEqual(4);
    expect([1, 2, 3, 4, 5, 6].flatMap((number) => world.open(number))).toHaveLength(6);
  });
});

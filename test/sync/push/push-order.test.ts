import { describe, expect, test } from 'vitest';
import { noTraits } from '../../../src/domain/connections/connection.ts';
import { outboxTable } from '../../../electron/database/outbox/outbox-table.ts';
import { readFileRow } from '../../../electron/remote/record-rows.ts';
import { applySettledRecord } from '../../../electron/sync/ingest/apply-remote-record.ts';
import { aConnection, accountRefB } from '../../support/builders.ts';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';
import { failing, noAnswer } from './failures.ts';

async function worldOf(files: number, over: ConstructorParameters<typeof SyncWorld>[0] = {}) {
  const world = new SyncWorld(over);
  for (let number = 1; number <= files; number++) {
    world.fake.put(fakeFile(number, { keyvalues: new Map([['env', 'test']]) }));
  }
  await world.copy();
  return world;
}

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
  });
});

describe('what is written down', () => {
  test('before an update leaves: the attempt with the record read and the exact body', async () => {
    const world = await worldOf(1);
    const edit = world.edit(1, { name: 'mine' });
    let found: unknown = null;
    world.fake.onCall = ({ name, input }) => {
      if (name !== 'updateFile') return;
      const [attempt] = world.attempts(1);
      found = {
        body: attempt!.body === input[2],
        endedAtMs: attempt!.endedAtMs,
        editIds: attempt!.editIds,
        readRaw: JSON.parse(attempt!.readRaw!).name,
      };
      expect(world.outboxDb.inTransaction).toBe(false);
    };
    await world.push();
    expect(found).toEqual({ body: true, endedAtMs: null, editIds: [edit], readRaw: 'file 1' });
    expect(world.attempts(1)).toMatchObject([{ outcome: 'answered', isResolved: true, wasAnswered: true }]);
  });

  test('a crash between the settlement and the copy is made good at the next start', async () => {
    const crash = new Error('the power went');
    let isCrashing = false;
    const world = await worldOf(1, {
      tables: (tables) => ({
        ...tables,
        files: {
          ...tables.files,
          put: (...input) => {
            if (isCrashing) throw crash;
            return tables.files.put(...input);
          },
        },
      }),
    });
    world.edit(1, { name: 'mine' });
    world.fake.onCall = ({ name }) => void (isCrashing ||= name === 'updateFile');
    await expect(world.push()).rejects.toBe(crash);
    isCrashing = false;
    expect(world.outbox.unmirrored()).toHaveLength(1);
    expect(world.tables.files.get(world.of(1))!.record.name).toBe('file 1');
    const received = (raw: string) => readFileRow(JSON.parse(raw), 'public');
    for (let start = 0; start < 2; start++) {
      applySettledRecord(world.ports, received);
      expect(world.tables.files.get(world.of(1))!.record.name).toBe('mine');
      expect(world.shown(1)!.name).toBe('mine');
      expect(world.outbox.unmirrored()).toEqual([]);
    }
    expect(world.sent).toHaveLength(1);
  });

  test('what the copy has seen since a settlement is not replaced by it at the next start', async () => {
    const world = await worldOf(1);
    const { raw } = world.tables.files.get(world.of(1))!;
    world.outbox.settle(world.of(1), raw, { requestSeq: world.outbox.nextRequestSeq(), settledAtMs: 1 });
    world.fake.change('public', fakeId(1), { name: 'theirs' });
    await world.copy();
    applySettledRecord(world.ports, (text) => readFileRow(JSON.parse(text), 'public'));
    expect(world.shown(1)!.name).toBe('theirs');
    expect(world.outbox.unmirrored()).toEqual([]);
  });

  test('the settled records of a round are all known to be taken at its end', async () => {
    const world = await worldOf(60);
    for (let file = 1; file <= 60; file++) world.edit(file, { name: `mine ${file}` });
    await world.push();
    expect(world.sent).toHaveLength(60);
    expect(world.outbox.unmirrored()).toEqual([]);
  });

  test('an attempt that a crash left without an end is unknown at the next start, and read before anything else', async () => {
    const world = await worldOf(1);
    const edit = world.edit(1, { name: 'mine' });
    world.fake.next('updateFile', { kind: 'hanging' });
    const program = new AbortController();
    const pushing = world.push(program.signal);
    await world.clock.settle();
    // What is on the disk when the program dies here.
    const disk = outboxTable(world.outboxDb);
    disk.endAbandonedAttempts(world.clock.nowMs() + 1);
    expect(disk.unresolvedAttempt(world.of(1))).toMatchObject({ body: '{"name":"mine"}', isResolved: false });
    program.abort();
    await pushing;
    world.fake.change('public', fakeId(1), { name: 'mine' });
    world.fake.calls.length = 0;
    disk.resetBackoff(world.connection.id);
    await world.push();
    expect(world.asked).toEqual(['readFile']);
    expect(world.ended(edit)).toMatchObject([{ status: 'settled', settlement: 'alreadyThere' }]);
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

  test('up to four files, and never two updates of one', async () => {
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
    expect(most).toEqual({ files: 4, ofOne: 1 });
    expect(world.jobs.at(-1)).toMatchObject({ kind: 'push', total: null });
    for (let number = 1; number <= 10; number++) expect(world.open(number)).toEqual([]);
  });

  const fakeIdOf = (id: unknown) => fakeId(Number(String(id).slice(-12)));

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

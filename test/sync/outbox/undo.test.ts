import { describe, expect, test, vi } from 'vitest';
import { undoHandlers } from '../../../electron/ipc/changes/decision-handlers.ts';
import { connectionB, observed } from '../../support/builders.ts';
import { aProfile, temporaryDirectory } from '../../support/database.ts';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { InMemorySync } from '../in-memory-sync.ts';

vi.setConfig({ testTimeout: 60_000 });

async function inMemorySync(files = 1): Promise<InMemorySync> {
  const one = new InMemorySync();
  await one.files(files);
  return one;
}

describe('undo', () => {
  test('of what waits discards it, and redo brings it back', async () => {
    const one = await inMemorySync();
    const edit = one.changeFile(1, { name: 'mine', 'key:new': 'x' }, 'Rename it');
    expect(one.state).toEqual(['Rename it', null]);
    await one.undoOnce();
    expect([one.world.statusOf(edit), one.state]).toEqual(['discarded', [null, 'Rename it']]);
    expect(one.world.shown(1)).toEqual({ name: 'file 1', keyvalues: { env: 'test' } });
    await one.redoOnce();
    expect([one.world.statusOf(edit), one.state]).toEqual(['queued', ['Rename it', null]]);
    expect(one.world.shown(1)).toEqual({ name: 'mine', keyvalues: { env: 'test', new: 'x' } });
    await one.world.push();
    expect(one.world.served(1)).toEqual({ name: 'mine', keyvalues: { env: 'test', new: 'x' } });
  });

  test('of what was sent is a new edit with the inverse, and so back and forth', async () => {
    const one = await inMemorySync();
    one.changeFile(1, { name: 'mine', 'key:env': null, 'key:new': '' }, 'Change it');
    await one.world.push();
    for (let round = 0; round < 3; round++) {
      await one.undoOnce();
      expect(one.state).toEqual([null, 'Change it']);
      await one.world.push();
      expect(one.world.served(1)).toEqual({ name: 'file 1', keyvalues: { env: 'test' } });
      await one.redoOnce();
      expect(one.state).toEqual(['Change it', null]);
      await one.world.push();
      expect(one.world.served(1)).toEqual({ name: 'mine', keyvalues: { new: '' } });
    }
  });

  test('of what was sent asks when somebody wrote since it was looked at', async () => {
    const one = await inMemorySync();
    one.changeFile(1, { name: 'mine' });
    await one.world.push();
    await one.undoOnce();
    one.world.fake.change('public', fakeId(1), { name: 'theirs' });
    await one.world.push();
    expect(one.world.open(1)).toMatchObject([{ status: 'conflicted' }]);
    expect(one.world.served(1)!.name).toBe('theirs');
  });

  test('of what was sent in part discards the one half and changes the other back', async () => {
    const one = await inMemorySync();
    one.changeFile(1, { name: 'mine', 'key:env': 'prod' });
    one.world.fake.change('public', fakeId(1), { name: 'theirs' });
    await one.world.push();
    expect(one.world.open(1)).toMatchObject([{ field: 'name', status: 'conflicted' }]);
    await one.undoOnce();
    expect(one.world.open(1)).toEqual([{ field: 'key:env', base: 'prod', mine: 'test', status: 'queued' }]);
    await one.world.push();
    expect(one.world.served(1)).toEqual({ name: 'theirs', keyvalues: { env: 'test' } });
    await one.redoOnce();
    await one.world.push();
    expect(one.world.open(1)).toMatchObject([{ field: 'name', mine: 'mine', status: 'conflicted' }]);
    expect(one.world.served(1)).toEqual({ name: 'theirs', keyvalues: { env: 'prod' } });
  });

  test('goes back change set by change set, on one field too', async () => {
    const one = await inMemorySync();
    for (const name of ['a', 'b', 'c']) one.changeFile(1, { name }, name);
    const seen: unknown[] = [];
    for (let step = 0; step < 3; step++) {
      await one.undoOnce();
      seen.push(one.world.shown(1)!.name);
    }
    expect(seen).toEqual(['b', 'a', 'file 1']);
    const again: unknown[] = [];
    for (let step = 0; step < 3; step++) {
      await one.redoOnce();
      again.push(one.world.shown(1)!.name);
    }
    expect(again).toEqual(['a', 'b', 'c']);
    expect(one.world.open(1).map(({ base }) => base)).toEqual(['file 1', 'a', 'b']);
    await one.world.push();
    expect(one.world.sent).toEqual([{ name: 'c' }]);
  });

  test('is no longer redone after another change set', async () => {
    const one = await inMemorySync();
    one.changeFile(1, { name: 'a' }, 'first');
    await one.undoOnce();
    one.changeFile(1, { 'key:env': 'prod' }, 'second');
    expect(one.state).toEqual(['second', null]);
    await one.redoOnce();
    expect(one.world.shown(1)).toEqual({ name: 'file 1', keyvalues: { env: 'prod' } });
  });

  test('of nothing, and of a change set that changed nothing, is nothing', async () => {
    const one = await inMemorySync();
    const set = one.world.queue.enqueue(one.world.connection.id, one.accountRef, 'empty', []);
    one.undo.queued(one.world.connection.id, 'empty', set);
    expect(one.state).toEqual([null, null]);
    const before = one.rows();
    await one.undoOnce();
    await one.redoOnce();
    expect(one.rows()).toEqual(before);
  });

  test('leaves a name that was given to a nameless file: no service can be asked to take it away', async () => {
    const one = new InMemorySync();
    one.world.fake.put(fakeFile(1, { name: null }));
    await one.world.copy();
    one.changeFile(1, { name: 'named', 'key:a': '1' });
    await one.world.push();
    await one.undoOnce();
    await one.world.push();
    expect(one.world.open(1)).toEqual([]);
    expect(one.world.served(1)).toEqual({ name: 'named', keyvalues: {} });
  });

  test('is never sent under another account', async () => {
    const one = await inMemorySync();
    one.changeFile(1, { name: 'mine' });
    await one.world.push();
    one.world.connection = { ...one.world.connection, account: 'another' };
    await one.undoOnce();
    expect(one.world.open(1)).toEqual([]);
  });

  test('reaches fifty change sets back and no further', async () => {
    const one = await inMemorySync();
    for (let number = 1; number <= 52; number++) one.changeFile(1, { name: `name ${number}` }, `change set ${number}`);
    for (let number = 0; number < 52; number++) await one.undoOnce();
    expect([one.world.shown(1)!.name, one.state[0]]).toEqual(['name 2', null]);
  });

  test('that cannot be written down changes nothing and can be asked for again', async () => {
    const full = new Error('the disk is full');
    const broken = { is: false };
    const one = new InMemorySync({
      tables: (tables) => ({
        ...tables,
        outbox: {
          ...tables.outbox,
          enqueue: (...input) => {
            tables.outbox.enqueue(...input);
            if (broken.is) throw full;
          },
        },
      }),
    });
    await one.files(1);
    one.changeFile(1, { name: 'mine' }, 'Rename it');
    await one.world.push();
    const before = one.rows();
    broken.is = true;
    await expect(one.undoOnce()).rejects.toThrow(full);
    expect(one.rows()).toEqual(before);
    broken.is = false;
    await one.undoOnce();
    expect(one.world.shown(1)!.name).toBe('file 1');
  });
});

test('what can be undone is there after the program was started anew', async () => {
  const directory = temporaryDirectory();
  const first = aProfile(directory);
  const before = new InMemorySync({}, first);
  await before.files(1);
  const edit = before.changeFile(1, { name: 'mine' }, 'Rename it');
  before.changeFile(1, { 'key:env': 'prod' }, 'Set env');
  await before.undoOnce();
  await before.world.sync.close();
  first.close();
  const after = new InMemorySync({}, aProfile(directory));
  expect(after.state).toEqual(['Rename it', 'Set env']);
  await after.redoOnce();
  await after.undoOnce();
  await after.undoOnce();
  expect([after.state, after.world.statusOf(edit)]).toEqual([[null, 'Rename it'], 'discarded']);
});

test('a bulk edit of 1,000 files is undone whole, waiting and sent', async () => {
  const one = await inMemorySync();
  const keys = await one.files(1_000);
  const { id: connectionId } = one.world.connection;
  const plan = await one.planned(keys, [{ kind: 'setKey', key: 'env', value: 'prod' }]);
  const { id } = one.plans.apply(plan, one.accountRef)!;
  one.undo.queued(connectionId, plan.title, id);
  await one.undoOnce();
  expect(one.world.outbox.filesWithOpenChanges(connectionId)).toEqual([]);
  await one.redoOnce();
  expect(one.world.outbox.filesWithOpenChanges(connectionId)).toHaveLength(1_000);
  await one.world.push();
  expect(new Set(keys.map((_, at) => one.world.served(at + 1)!.keyvalues['env']))).toEqual(new Set(['prod']));
  await one.undoOnce();
  await one.world.push();
  expect(new Set(keys.map((_, at) => one.world.served(at + 1)!.keyvalues['env']))).toEqual(new Set(['test']));
});

test('two connections have stacks of their own', async () => {
  const one = await inMemorySync();
  one.changeFile(1, { name: 'mine' }, 'here');
  const other = { network: 'public' as const, id: fakeId(1) };
  const { record } = one.world.tables.files.get(one.world.of(1))!;
  one.world.tables.files.put(connectionB, [observed(record)], { seenAtMs: 1, requestSeq: 1, scanId: null }, () => []);
  const changes = [{ field: 'name' as const, base: 'file 1', mine: 'theirs' }];
  const set = one.world.queue.enqueue(connectionB, one.accountRef, 'there', [{ key: other, changes }]);
  one.undo.queued(connectionB, 'there', set);
  expect([one.undo.state(connectionB), one.state]).toEqual([{ undo: 'there', redo: null }, ['here', null]]);
  await one.undo.undo(connectionB, one.accountRef);
  expect(one.world.shown(1)!.name).toBe('mine');
  expect(one.world.outbox.openEdits({ ...other, connectionId: connectionB })).toEqual([]);
  expect(one.state).toEqual(['here', null]);
});

test('a page asks for undo and redo and hears what is next', async () => {
  const one = await inMemorySync();
  one.changeFile(1, { name: 'mine' }, 'Rename it');
  const ask = undoHandlers(one.slices);
  const input = { connectionId: one.world.connection.id };
  const step = { title: 'Rename it', isChanged: true };
  expect(await ask['undo.undo'](input)).toEqual({
    ok: true,
    value: { undo: null, undoId: null, redo: 'Rename it', step },
  });
  expect(await ask['undo.redo'](input)).toEqual({
    ok: true,
    value: { undo: 'Rename it', undoId: null, redo: null, step },
  });
  expect(await ask['undo.redo'](input)).toMatchObject({ value: { step: null } });
  expect(ask['undo.state'](input)).toEqual({ ok: true, value: { undo: 'Rename it', undoId: null, redo: null } });
  expect(await ask['undo.undo']({ connectionId: connectionB })).toEqual({ ok: false, failure: { kind: 'notFound' } });
});

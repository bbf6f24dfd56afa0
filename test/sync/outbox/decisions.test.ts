import { describe, expect, test, vi } from 'vitest';
import { decisionHandlers } from '../../../electron/ipc/changes/decision-handlers.ts';
import type { Target } from '../../../src/contract/changes.ts';
import { fakeId } from '../../support/fake-service.ts';
import { answered, failing } from '../push/failures.ts';
import { InMemorySync } from '../in-memory-sync.ts';

vi.setConfig({ testTimeout: 60_000 });

async function inMemorySync(files = 1): Promise<InMemorySync> {
  const one = new InMemorySync();
  await one.files(files);
  return one;
}

type Verb = 'changes.discard' | 'changes.takeBack' | 'changes.hold' | 'changes.release' | 'changes.restore';
const ask = (one: InMemorySync, verb: Verb, target: Target) =>
  decisionHandlers(one.slices)[verb]({ connectionId: one.world.connection.id, target });
const discard = (one: InMemorySync, target: Target) => ask(one, 'changes.discard', target);

describe('a discard', () => {
  test('is undone and done again', async () => {
    const one = await inMemorySync();
    const edit = one.changeFile(1, { name: 'mine' }, 'Rename it');
    await discard(one, { editId: edit });
    await one.undoOnce();
    expect([one.world.statusOf(edit), one.world.shown(1)!.name]).toEqual(['queued', 'mine']);
    await one.redoOnce();
    expect([one.world.statusOf(edit), one.world.shown(1)!.name]).toEqual(['discarded', 'file 1']);
  });

  test('of a whole change set brings back what it discarded and not what was given up before', async () => {
    const one = await inMemorySync(2);
    const keys = [1, 2].map((number) => ({ network: 'public' as const, id: fakeId(number) }));
    const plan = await one.planned(keys, [{ kind: 'setKey', key: 'a', value: '1' }]);
    const { id } = one.plans.apply(plan, one.accountRef)!;
    const [first, second] = one.world.outbox.editIdsOfSet(id);
    one.world.queue.discard([first!]);
    await discard(one, { changeSetId: id });
    await one.undoOnce();
    expect([one.world.statusOf(first!), one.world.statusOf(second!)]).toEqual(['discarded', 'queued']);
  });

  test('of what was held brings it back held', async () => {
    const one = await inMemorySync();
    const edit = one.changeFile(1, { name: 'mine' });
    one.world.queue.hold([edit]);
    await discard(one, { editId: edit });
    await one.undoOnce();
    expect(one.world.statusOf(edit)).toBe('held');
    await one.world.push();
    expect(one.world.sent).toEqual([]);
    await one.undoOnce();
    await one.redoOnce();
    expect(one.world.statusOf(edit)).toBe('held');
  });

  test('of what is over already is no change set', async () => {
    const one = await inMemorySync();
    const edit = one.changeFile(1, { name: 'mine' }, 'Rename it');
    await one.world.push();
    await discard(one, { editId: edit });
    expect([one.world.statusOf(edit), one.state]).toEqual(['settled', ['Rename it', null]]);
  });

  test('of what was refused can be undone and sent again', async () => {
    const one = await inMemorySync();
    const edit = one.changeFile(1, { name: 'mine' });
    one.world.fake.next('updateFile', failing(answered(422)));
    await one.world.push();
    await discard(one, { editId: edit });
    await one.undoOnce();
    await one.world.push();
    expect(one.world.served(1)!.name).toBe('mine');
  });
});

test.each([
  [{ kind: 'setKey', key: 'tier', value: 'gold' }, 'Set tier = gold on', ''],
  [{ kind: 'numberNames', stem: 'photo 3 files ', first: 1, digits: 3 }, 'Rename', ' to photo 3 files {n}'],
] as const)(
  'what is done to a part of a change set is told of as many files as it has (%j)',
  async (step, before, after) => {
    const one = await inMemorySync(12);
    const keys = Array.from({ length: 12 }, (_, at) => ({ network: 'public' as const, id: fakeId(at + 1) }));
    const { id, show } = one.plans.apply(await one.planned(keys, [step]), one.accountRef)!;
    await show();
    const [first, second] = one.world.outbox.editIdsOfSet(id);
    await discard(one, { editId: first! });
    expect(one.state[0]).toBe(`Discard: ${before} 1 file${after}`);
    await ask(one, 'changes.takeBack', { editId: second! });
    expect(one.state[0]).toBe(`Undo: ${before} 1 file${after}`);
    await discard(one, { changeSetId: id, outcome: { status: 'queued', message: null } });
    expect(one.state[0]).toBe(`Discard: ${before} 10 files${after}`);
    await ask(one, 'changes.restore', { changeSetId: id });
    expect(one.state[0]).toBe(`Undo: Discard: ${before} 12 files${after}`);
  },
);

describe('taking back', () => {
  test('what was sent is a new edit, and is itself undone and done again', async () => {
    const one = await inMemorySync();
    const edit = one.changeFile(1, { name: 'mine', 'key:env': null }, 'Change it');
    await one.world.push();
    await ask(one, 'changes.takeBack', { editId: edit });
    await one.world.push();
    expect(one.world.served(1)).toEqual({ name: 'file 1', keyvalues: { env: 'test' } });
    expect(one.state).toEqual(['Undo: a change set', null]);
    const inverse = one.slices.editsOfFile(one.world.of(1), 1)[0]!;
    expect(one.slices.queries.set(one.setOf(inverse), one.accountRef)?.title).toBe('Undo: a change set');
    await one.undoOnce();
    await one.world.push();
    expect(one.world.served(1)).toEqual({ name: 'mine', keyvalues: {} });
    await one.redoOnce();
    await one.world.push();
    expect(one.world.served(1)).toEqual({ name: 'file 1', keyvalues: { env: 'test' } });
  });

  test('a change set under a later one leaves the later one’s fields as they are', async () => {
    const one = await inMemorySync();
    const edit = one.changeFile(1, { name: 'mine', 'key:a': '1' }, 'first');
    await one.world.push();
    one.changeFile(1, { 'key:env': 'prod' }, 'second');
    await ask(one, 'changes.takeBack', { changeSetId: one.setOf(edit) });
    await one.world.push();
    expect(one.world.served(1)).toEqual({ name: 'file 1', keyvalues: { env: 'prod' } });
  });

  test('what waits discards it', async () => {
    const one = await inMemorySync();
    const edit = one.changeFile(1, { name: 'mine' });
    await ask(one, 'changes.takeBack', { editId: edit });
    expect([one.world.statusOf(edit), one.world.open(1)]).toEqual(['discarded', []]);
    await one.undoOnce();
    expect(one.world.statusOf(edit)).toBe('queued');
  });

  test('twice is once', async () => {
    const one = await inMemorySync();
    const edit = one.changeFile(1, { name: 'mine' }, 'Rename it');
    await one.world.push();
    await ask(one, 'changes.takeBack', { editId: edit });
    await one.world.push();
    const { undo } = one.undo.state(one.world.connection.id);
    await ask(one, 'changes.takeBack', { editId: edit });
    expect([one.world.open(1), one.undo.state(one.world.connection.id).undo]).toEqual([[], undo]);
  });
});

describe('holding and releasing', () => {
  test('a whole change set moves every edit of it', async () => {
    const one = await inMemorySync(3);
    const keys = [1, 2, 3].map((number) => ({ network: 'public' as const, id: fakeId(number) }));
    const plan = await one.planned(keys, [{ kind: 'setKey', key: 'env', value: 'x' }]);
    const { id } = one.plans.apply(plan, one.accountRef)!;
    await ask(one, 'changes.hold', { changeSetId: id });
    await one.world.push();
    expect(one.world.sent).toEqual([]);
    await ask(one, 'changes.release', { changeSetId: id });
    await one.world.push();
    expect([1, 2, 3].map((number) => one.world.served(number)!.keyvalues['env'])).toEqual(['x', 'x', 'x']);
  });

  test('an edit typed on one whose file was gone starts from what is on the service', async () => {
    const one = await inMemorySync();
    const file = one.world.fake.file('public', fakeId(1))!;
    const edit = one.changeFile(1, { name: 'first' });
    one.world.fake.remove('public', fakeId(1));
    await one.world.push();
    one.changeFile(1, { name: 'second' });
    expect(one.world.open(1).map(({ base }) => base)).toEqual(['file 1', 'file 1']);
    one.world.fake.put(file);
    await discard(one, { editId: edit });
    await one.world.push();
    expect(one.world.served(1)!.name).toBe('second');
  });
});

const gaveWay = (one: InMemorySync, file: number) =>
  one.world.history
    .list(one.world.of(file))
    .filter(({ source }) => source !== 'observed')
    .map(({ source, value }) => [source, value]);

describe('the same choice in every other file', () => {
  async function conflicts(): Promise<InMemorySync> {
    const one = await inMemorySync(4);
    for (const file of [1, 2, 3]) one.changeFile(file, { 'key:rarity': `mine ${file}`, name: `mine ${file}` });
    for (const file of [1, 2]) {
      one.world.fake.change('public', fakeId(file), { keyvalues: new Map([['rarity', `theirs ${file}`]]) });
    }
    one.world.fake.change('public', fakeId(3), { name: 'theirs 3' });
    await one.world.push();
    return one;
  }
  const decideSame = (one: InMemorySync, choice: 'mine' | 'server', seenAtMs = one.world.clock.nowMs()) =>
    decisionHandlers(one.slices)['changes.decideSame']({
      connectionId: one.world.connection.id,
      ...{ field: 'key:rarity', choice, seenAtMs },
    });

  test('for mine sends mine in each of them, and leaves other fields to be decided', async () => {
    const one = await conflicts();
    expect(await decideSame(one, 'mine')).toEqual({ ok: true, value: { files: 2 } });
    await one.world.push();
    expect([1, 2].map((file) => one.world.served(file)!.keyvalues['rarity'])).toEqual(['mine 1', 'mine 2']);
    expect(one.world.open(3)).toMatchObject([{ field: 'name', status: 'conflicted' }]);
    expect(gaveWay(one, 2)).toEqual([['server', 'theirs 2']]);
  });

  test('leaves out what somebody wrote since the person looked', async () => {
    const one = await conflicts();
    const seenAtMs = one.world.clock.nowMs();
    await one.world.clock.advance(600_000);
    one.world.fake.change('public', fakeId(2), { keyvalues: new Map([['rarity', 'once more']]) });
    await one.world.pull();
    expect(await decideSame(one, 'mine', seenAtMs)).toEqual({ ok: true, value: { files: 1 } });
    await one.world.push();
    expect([1, 2].map((file) => one.world.served(file)!.keyvalues['rarity'])).toEqual(['mine 1', 'once more']);
    expect(one.world.open(2)).toMatchObject([{ status: 'conflicted' }]);
  });

  test('for theirs gives mine up into the history', async () => {
    const one = await conflicts();
    expect(await decideSame(one, 'server')).toEqual({ ok: true, value: { files: 2 } });
    expect([1, 2].map((file) => one.world.open(file))).toEqual([[], []]);
    expect(gaveWay(one, 1)).toEqual([['mine', 'mine 1']]);
    expect(await decideSame(one, 'server')).toEqual({ ok: true, value: { files: 0 } });
  });
});

test('a parked edit is discarded, restored and exported as any other, and stays parked', async () => {
  const one = new InMemorySync();
  await one.files(1);
  const id = one.world.edit(1, { name: 'parked' });
  one.world.connection = { ...one.world.connection, account: 'another' };
  const { world } = one;
  await ask(one, 'changes.discard', { editId: id });
  expect(world.outbox.edit(id)).toMatchObject({ changes: [{ status: 'discarded' }] });
  await ask(one, 'changes.restore', { editId: id });
  expect(world.outbox.edit(id)).toMatchObject({
    changes: [{ status: 'queued' }],
    accountRef: { account: 'account-a' },
  });
  expect(await one.slices.queries.pendingAsJson(async () => undefined)).toContain('parked');
  await world.push();
  expect(world.fake.calls.filter(({ name }) => name === 'updateFile')).toEqual([]);
});

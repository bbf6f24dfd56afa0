import { describe, expect, test, vi } from 'vitest';
import { decisionHandlers } from '../../../electron/ipc/changes/decision-handlers.ts';
import type { Choice } from '../../../src/domain/edits/requeue.ts';
import type { Field, FieldValue } from '../../../src/domain/files/field.ts';
import { aProfile, temporaryDirectory } from '../../support/database.ts';
import { fakeId } from '../../support/fake-service.ts';
import { applying, noAnswer } from '../push/failures.ts';
import { InMemorySync } from '../in-memory-sync.ts';

vi.setConfig({ testTimeout: 60_000 });

/** A file whose name was changed here and on the service, with an older edit of the person underneath. */
async function inConflict(): Promise<InMemorySync> {
  const one = new InMemorySync();
  await one.files(2);
  one.changeFile(2, { 'key:older': 'yes' }, 'an older edit');
  one.changeFile(1, { name: 'mine' }, 'Rename it');
  await foreign(one, 1);
  return one;
}

async function foreign(one: InMemorySync, ...files: readonly number[]): Promise<void> {
  for (const file of files) one.world.fake.change('public', fakeId(file), { name: 'theirs' });
  await one.world.push();
}

/** The service's value that the conflict shows; null where there is no conflict. */
const shownOf = (one: InMemorySync, field: Field, file: number): FieldValue =>
  one.world.outbox
    .openEdits(one.world.of(file))
    .flatMap(({ changes }) => changes)
    .find((change) => change.field === field && change.status === 'conflicted')?.server ?? null;

const settle = (one: InMemorySync, choice: Choice, field: Field = 'name', file = 1, server?: FieldValue): unknown =>
  decisionHandlers(one.slices)['changes.decide']({
    connectionId: one.world.connection.id,
    key: { network: 'public', id: fakeId(file) },
    decisions: [{ field, choice, server: server === undefined ? shownOf(one, field, file) : server }],
  });

const conflict = { field: 'name', base: 'file 1', mine: 'mine', status: 'conflicted' };
/** The copy knows of it. */
async function foreignAgain(one: InMemorySync): Promise<void> {
  one.world.fake.change('public', fakeId(1), { name: 'theirs again' });
  await one.world.copy();
}

const title = 'Settle the conflict in theirs';

test('a decision about a value that somebody has written over since decides nothing', async () => {
  const one = await inConflict();
  const before = one.rows();
  expect(settle(one, { kind: 'mine' }, 'name', 1, 'seen before')).toEqual({
    ok: false,
    failure: { kind: 'changedSince' },
  });
  expect(one.rows()).toEqual(before);
});

describe('undo after a conflict was settled', () => {
  test.each<[string, Choice, object | null]>([
    ['mine', { kind: 'mine' }, { field: 'name', base: 'theirs', mine: 'mine', status: 'queued' }],
    ['server', { kind: 'server' }, null],
    ['byHand', { kind: 'byHand', value: 'both' }, { field: 'name', base: 'theirs', mine: 'both', status: 'queued' }],
  ])('by %s brings the conflict back and leaves the older edits alone', async (_name, choice, settled) => {
    const one = await inConflict();
    const older = one.world.open(2);
    settle(one, choice);
    const after = settled === null ? [] : [settled];
    expect([one.world.open(1), one.state]).toEqual([after, [title, null]]);
    await one.undoOnce();
    expect([one.world.open(1), one.world.open(2), one.state]).toEqual([[conflict], older, ['Rename it', title]]);
    expect(one.slices.queries.conflicts(one.world.connection.id, null)).toMatchObject([
      { base: 'file 1', mine: 'mine', server: 'theirs' },
    ]);
    await one.redoOnce();
    expect([one.world.open(1), one.state]).toEqual([after, [title, null]]);
  });

  test('by the own value, which was sent, sends the value of the service back', async () => {
    const one = await inConflict();
    settle(one, { kind: 'mine' });
    await one.world.push();
    expect(one.world.served(1)!.name).toBe('mine');
    await one.undoOnce();
    expect(one.world.open(1)).toEqual([{ field: 'name', base: 'mine', mine: 'theirs', status: 'queued' }]);
    await one.world.push();
    expect([one.world.served(1)!.name, one.world.served(2)!.keyvalues]).toEqual([
      'theirs',
      { env: 'test', older: 'yes' },
    ]);
    await one.redoOnce();
    await one.world.push();
    expect(one.world.served(1)!.name).toBe('mine');
  });

  test('by the own value, which was sent and which somebody has written over since, asks again', async () => {
    const one = await inConflict();
    settle(one, { kind: 'mine' });
    await one.world.push();
    await foreignAgain(one);
    await one.undoOnce();
    await one.world.push();
    expect(one.world.open(1)).toEqual([{ field: 'name', base: 'mine', mine: 'theirs', status: 'conflicted' }]);
    expect(one.world.served(1)!.name).toBe('theirs again');
  });

  test('by the own value, which may have arrived, sends the value of the service after it', async () => {
    const one = await inConflict();
    settle(one, { kind: 'mine' });
    one.world.fake.next('updateFile', applying(noAnswer));
    await one.world.push();
    await one.undoOnce();
    expect(one.world.open(1)).toEqual([
      { field: 'name', base: 'theirs', mine: 'mine', status: 'queued' },
      { field: 'name', base: 'mine', mine: 'theirs', status: 'queued' },
    ]);
    for (let round = 0; round < 3; round++) {
      await one.world.clock.advance(120_000);
      await one.world.push();
    }
    expect([one.world.open(1), one.world.served(1)!.name]).toEqual([[], 'theirs']);
  });

  test('with the value of the service is the undo of that alone, also where the edit had other fields', async () => {
    const one = new InMemorySync();
    await one.files(1);
    one.changeFile(1, { name: 'mine', 'key:env': 'prod' }, 'Change both');
    await foreign(one, 1);
    settle(one, { kind: 'server' });
    await one.undoOnce();
    await one.world.push();
    expect(one.world.open(1)).toEqual([conflict]);
    expect(one.world.served(1)).toEqual({ name: 'theirs', keyvalues: { env: 'prod' } });
  });

  test('of two fields of one edit, one by one, is redone one by one', async () => {
    const one = new InMemorySync();
    await one.files(1);
    one.changeFile(1, { name: 'mine', 'key:env': 'prod' }, 'Change both');
    one.world.fake.change('public', fakeId(1), { name: 'theirs', keyvalues: new Map([['env', 'live']]) });
    await one.world.push();
    for (const field of ['name', 'key:env'] as const) settle(one, { kind: 'mine' }, field);
    const settled = one.world.open(1);
    await one.undoOnce();
    await one.undoOnce();
    expect(one.world.open(1).map(({ status }) => status)).toEqual(['conflicted', 'conflicted']);
    await one.redoOnce();
    expect(one.world.open(1)).toMatchObject([settled[0], { status: 'conflicted' }]);
    await one.redoOnce();
    expect([one.world.open(1), one.state]).toEqual([settled, [title, null]]);
  });

  test('asks again when the conflict that came back is settled against a newer value', async () => {
    const one = await inConflict();
    settle(one, { kind: 'mine' });
    await one.undoOnce();
    one.world.fake.change('public', fakeId(1), { name: 'theirs again' });
    settle(one, { kind: 'mine' });
    await one.world.push();
    expect([one.world.open(1)[0]?.status, one.world.served(1)!.name]).toEqual(['conflicted', 'theirs again']);
  });

  test('leaves a field alone that has another conflict since', async () => {
    const one = await inConflict();
    settle(one, { kind: 'mine' });
    one.world.fake.change('public', fakeId(1), { name: 'a third value' });
    await one.world.push();
    expect(await one.undoOnce()).toEqual({ title, isChanged: false });
    expect([one.world.open(1), one.state]).toEqual([[{ ...conflict, base: 'theirs' }], ['Rename it', null]]);
  });

  test('with edits on top takes those back first, one by one', async () => {
    const one = await inConflict();
    settle(one, { kind: 'mine' });
    one.changeFile(1, { name: 'later' }, 'Rename it again');
    await one.undoOnce();
    expect([one.world.open(1), one.state[0]]).toEqual([
      [{ field: 'name', base: 'theirs', mine: 'mine', status: 'queued' }],
      title,
    ]);
    await one.undoOnce();
    expect(one.world.open(1)).toEqual([conflict]);
  });

  test('keeps a later edit that nobody can undo, and the decision under it', async () => {
    const one = await inConflict();
    settle(one, { kind: 'mine' });
    one.world.edit(1, { name: 'later' });
    const before = one.world.open(1);
    await one.undoOnce();
    expect([one.world.open(1), one.state]).toEqual([before, ['Rename it', null]]);
  });

  test('of one field in many files is one step', async () => {
    const one = new InMemorySync();
    await one.files(250);
    const files = Array.from({ length: 250 }, (_, at) => at + 1);
    for (const file of files) one.changeFile(file, { name: `mine ${file}` });
    await foreign(one, ...files);
    const input = {
      connectionId: one.world.connection.id,
      field: 'name',
      choice: 'server',
      seenAtMs: one.world.clock.nowMs(),
    } as const;
    await decisionHandlers(one.slices)['changes.decideSame'](input);
    const all = 'Settle 250 conflicts over the name';
    expect([one.state, one.slices.queries.conflicts(input.connectionId, null)]).toEqual([[all, null], []]);
    await one.undoOnce();
    expect(one.slices.queries.conflicts(input.connectionId, null)).toHaveLength(250);
    await one.redoOnce();
    expect([one.state, one.slices.queries.conflicts(input.connectionId, null)]).toEqual([[all, null], []]);
  });
});

test('a settled conflict comes back after the program was started anew', async () => {
  const directory = temporaryDirectory();
  const first = aProfile(directory);
  const before = new InMemorySync({}, first);
  await before.files(1);
  before.changeFile(1, { name: 'mine' }, 'Rename it');
  await foreign(before, 1);
  settle(before, { kind: 'server' });
  await before.world.sync.close();
  first.close();
  const after = new InMemorySync({}, aProfile(directory));
  await after.undoOnce();
  expect(after.world.open(1)).toEqual([conflict]);
});

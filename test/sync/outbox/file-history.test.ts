import { expect, test } from 'vitest';
import { historyOf } from '../../../electron/ipc/files/file-handlers.ts';
import { fakeId } from '../../support/fake-service.ts';
import { InMemorySync } from '../in-memory-sync.ts';

async function inMemorySync(files = 1): Promise<InMemorySync> {
  const one = new InMemorySync();
  await one.files(files);
  return one;
}

const gaveWay = (one: InMemorySync, file: number) =>
  one.world.history
    .list(one.world.of(file))
    .filter(({ source }) => source !== 'observed')
    .map(({ source, value }) => [source, value]);

test('the history of a file tells its own edits and the values that gave way, newest first', async () => {
  const one = await inMemorySync();
  one.changeFile(1, { name: 'first' });
  await one.world.push();
  await one.world.clock.advance(1_000);
  one.changeFile(1, { name: 'second', 'key:env': 'prod' });
  one.world.fake.change('public', fakeId(1), { name: 'theirs' });
  await one.world.push();
  await one.world.clock.advance(1_000);
  one.world.queue.decide(one.world.of(1), [{ field: 'name', choice: { kind: 'mine' } }]);
  await one.world.push();
  await one.world.clock.advance(1_000);
  one.changeFile(1, { name: 'third' });
  const told = historyOf(one.slices, one.world.of(1)).filter(({ kind }) => kind !== 'observed');
  expect(told.map(({ kind, field, before, value, status }) => [kind, field, before, value, status])).toEqual([
    ['edited', 'name', 'second', 'third', 'queued'],
    ['gaveWay', 'name', null, 'theirs', null],
    ['edited', 'name', 'theirs', 'second', 'settled'],
    ['edited', 'key:env', 'test', 'prod', 'settled'],
    ['edited', 'name', 'file 1', 'first', 'settled'],
  ]);
  expect(told.map(({ atMs }) => atMs)).toEqual(told.map(({ atMs }) => atMs).toSorted((a, b) => b - a));
});

test('a decision by hand is told as it was sent, and the value of one’s own that it replaced is kept', async () => {
  const one = await inMemorySync();
  const edit = one.changeFile(1, { name: 'mine' });
  one.world.fake.change('public', fakeId(1), { name: 'theirs' });
  await one.world.push();
  one.world.queue.decide(one.world.of(1), [{ field: 'name', choice: { kind: 'byHand', value: 'by hand' } }]);
  await one.world.push();
  expect(gaveWay(one, 1).toSorted()).toEqual([
    ['mine', 'mine'],
    ['server', 'theirs'],
  ]);
  expect(one.world.sent).toEqual([{ name: 'by hand' }]);
  expect(one.world.outbox.edit(edit)!.changes).toMatchObject([{ base: 'theirs', mine: 'by hand', status: 'settled' }]);
  const edited = historyOf(one.slices, one.world.of(1)).filter(({ kind }) => kind === 'edited');
  expect(edited).toMatchObject([{ before: 'theirs', value: 'by hand', status: 'settled' }]);
});

test('the edits of a file are told newest first, the latest of them, and of no other file', async () => {
  const one = await inMemorySync(2);
  const edits = ['a', 'b', 'c'].map((name) => one.changeFile(1, { name }));
  one.changeFile(2, { name: 'other' });
  expect(one.slices.editsOfFile(one.world.of(1), 2)).toEqual([edits[2], edits[1]]);
});

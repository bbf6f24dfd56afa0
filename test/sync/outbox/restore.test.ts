import { expect, test } from 'vitest';
import { fakeFile } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';

async function world(): Promise<SyncWorld> {
  const one = new SyncWorld();
  one.fake.put(fakeFile(1));
  await one.copy();
  return one;
}

test('an edit that comes back starts from what is left below it, where what it stood on was given up', async () => {
  const one = await world();
  const [first, second] = [one.edit(1, { name: 'first' }), one.edit(1, { name: 'second' })];
  one.queue.discard([second]);
  one.queue.discard([first]);
  one.queue.restore([second]);
  expect(one.open(1)).toEqual([{ field: 'name', base: 'file 1', mine: 'second', status: 'queued' }]);
  expect(one.shown(1)).toEqual(one.replayed(1));
  await one.push();
  expect(one.served(1)!.name).toBe('second');
});

test('an edit that is released or tried again does so too', async () => {
  const one = await world();
  const edits = ['first', 'second', 'third'].map((name) => one.edit(1, { name }));
  one.queue.hold([edits[2]!]);
  one.outbox.update([{ editId: edits[1]!, field: 'name', status: 'refused' }]);
  one.queue.discard([edits[0]!]);
  one.queue.release([edits[2]!]);
  one.queue.retry([edits[1]!]);
  expect(one.open(1)).toEqual([
    { field: 'name', base: 'file 1', mine: 'second', status: 'queued' },
    { field: 'name', base: 'second', mine: 'third', status: 'queued' },
  ]);
});

test('an edit that comes back starts from the spelling the service chose for what it stood on', async () => {
  const one = await world();
  const [first, second] = [one.edit(1, { name: 'first ' }), one.edit(1, { name: 'second' })];
  one.queue.discard([second]);
  const update = one.fake.updateFile.bind(one.fake);
  one.fake.updateFile = (network, id, body, signal) => update(network, id, body.replace('first ', 'first'), signal);
  await one.push();
  expect(one.ended(first)).toMatchObject([{ settlement: 'savedAs', server: 'first' }]);
  one.queue.restore([second]);
  await one.push();
  expect([one.statusOf(second), one.served(1)!.name]).toEqual(['settled', 'second']);
});

import { describe, expect, test } from 'vitest';
import { decisionHandlers } from '../../../electron/ipc/changes/decision-handlers.ts';
import { fakeId } from '../../support/fake-service.ts';
import type { InMemorySync } from '../in-memory-sync.ts';
import { answered, applying, failing } from './failures.ts';
import { at, inMemorySync, sendWith } from './overtaken.ts';

async function renamed(): Promise<InMemorySync> {
  const one = await inMemorySync();
  one.changeFile(1, { name: 'mine' }, 'Rename it');
  one.world.fake.next('updateFile', failing(answered(422)));
  return one;
}

describe('an update that is refused', () => {
  test('after its undo leaves nothing to decide, and the file free', async () => {
    const one = await renamed();
    await sendWith(one, () => one.undoOnce());
    await one.world.push();
    expect([one.world.open(1), one.world.marked(1), one.world.served(1)?.name]).toEqual([[], 'onServer', 'file 1']);
    one.changeFile(1, { name: 'another' });
    await one.world.push();
    expect(one.world.served(1)?.name).toBe('another');
  });

  test('after its undo and redo waits for the person with the words of the service', async () => {
    const one = await renamed();
    await sendWith(one, async () => {
      await one.undoOnce();
      await one.redoOnce();
    });
    await one.world.push();
    expect(one.world.open(1)).toMatchObject([{ mine: 'mine', status: 'refused' }]);
    expect(one.world.served(1)?.name).toBe('file 1');
  });

  test('makes room for a value that was typed meanwhile', async () => {
    const one = await renamed();
    await sendWith(one, () => one.changeFile(1, { name: 'better' }));
    await one.world.push();
    expect([one.world.open(1), one.world.served(1)?.name]).toEqual([[], 'better']);
  });

  test('says nothing of another field that was typed meanwhile', async () => {
    const one = await renamed();
    const later: ReturnType<InMemorySync['changeFile']>[] = [];
    await sendWith(one, () => later.push(one.changeFile(1, { 'key:env': 'prod' })));
    const [key] = later;
    expect([one.world.statusOf(key!), one.world.words(key!)]).toEqual(['queued', null]);
    expect(one.world.marked(1)).toBe('refused');
    one.world.queue.discard(one.world.outbox.openEdits(one.world.of(1)).flatMap(({ id }) => (id === key ? [] : [id])));
    await one.world.push();
    expect(one.world.served(1)).toEqual({ name: 'file 1', keyvalues: { env: 'prod' } });
  });
});

test('undo of an edit that was refused after a try that had landed changes the file back', async () => {
  const one = await inMemorySync(2);
  const edit = one.changeFile(1, { name: 'mine' }, 'Rename it');
  let tries = 0;
  one.world.fake.faultOf = ({ name, input }) => {
    if (name !== 'updateFile' || input[1] !== fakeId(1)) return null;
    tries += 1;
    return (tries === 8 ? applying : failing)(answered(500));
  };
  while (one.world.statusOf(edit) === 'queued') {
    await one.world.push();
    one.world.edit(2, { name: `other ${tries}` }); // others get through meanwhile
    await at(one, 6 * 60_000);
  }
  expect([tries, one.world.statusOf(edit), one.world.served(1)?.name]).toEqual([8, 'refused', 'mine']);
  one.world.fake.faultOf = () => null;
  await one.undoOnce();
  for (let round = 0; round < 3; round++) {
    await at(one, 120_000);
    await one.world.push();
  }
  expect([one.world.served(1)?.name, one.world.open(1)]).toEqual(['file 1', []]);
});

test('holding a change set leaves the words of its refused edits', async () => {
  const one = await inMemorySync(2);
  const keys = [1, 2].map((number) => ({ network: 'public' as const, id: fakeId(number) }));
  const applied = one.plans.apply(await one.planned(keys, [{ kind: 'setKey', key: 'a', value: '1' }]), one.accountRef)!;
  await applied.show();
  one.world.fake.next('updateFile', failing(answered(422, { message: 'no such key' })));
  one.world.fake.next('updateFile', failing(answered(429)));
  await one.world.push();
  const [refused, waiting] = one.world.outbox.editIdsOfSet(applied.id);
  await decisionHandlers(one.slices)['changes.hold']({
    connectionId: one.world.connection.id,
    target: { changeSetId: applied.id },
  });
  expect([one.world.statusOf(refused!), one.world.words(refused!)?.message]).toEqual(['refused', 'no such key']);
  expect(one.world.statusOf(waiting!)).toBe('held');
});

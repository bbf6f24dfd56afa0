import { describe, expect, test } from 'vitest';
import type { EditId } from '../../../src/domain/core/ids.ts';
import { fakeId } from '../../support/fake-service.ts';
import type { InMemorySync } from '../in-memory-sync.ts';
import { at, inMemorySync } from '../push/overtaken.ts';

const discard = (one: InMemorySync, ...ids: readonly EditId[]): Promise<void> =>
  one.undo.discard(one.world.connection.id, one.accountRef, 'Discard it', ids);
const takeBack = (one: InMemorySync, ...ids: readonly EditId[]): Promise<void> =>
  one.undo.takeBack(one.world.connection.id, one.accountRef, 'Take it back', ids);

async function sendAllThrough(one: InMemorySync): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await one.world.push();
    await at(one, 120_000);
  }
}

describe('an edit that comes back', () => {
  test('lies on top of an inverse that waits since its discard', async () => {
    const one = await inMemorySync();
    const first = one.changeFile(1, { name: 'first' }, 'First');
    await discard(one, first);
    one.changeFile(1, { name: 'second' }, 'Second');
    await one.world.push();
    await one.undoOnce();
    await one.undoOnce();
    expect(one.world.shown(1)?.name).toBe('first');
    await sendAllThrough(one);
    expect([one.world.served(1)?.name, one.world.open(1)]).toEqual(['first', []]);
  });

  test.each([0, 2 * 60 * 60_000])(
    'is sent by the second of two redos, %i ms after what was undone went out',
    async (ms) => {
      const one = await inMemorySync();
      one.changeFile(1, { name: 'first', 'key:b': 'first' }, 'First');
      await one.world.push();
      one.changeFile(1, { name: 'second', 'key:b': 'second' }, 'Second');
      await one.undoOnce();
      await one.undoOnce();
      await one.world.push();
      expect(one.world.served(1)).toEqual({ name: 'file 1', keyvalues: { env: 'test' } });
      await at(one, ms);
      await one.redoOnce();
      await one.redoOnce();
      expect(one.world.shown(1)?.name).toBe('second');
      await sendAllThrough(one);
      expect(one.world.served(1)).toEqual({ name: 'second', keyvalues: { env: 'test', b: 'second' } });
      expect(one.world.open(1)).toEqual([]);
    },
  );

  test('anew is what every older step goes back over, and what the next redo brings again', async () => {
    const one = await inMemorySync();
    const first = one.changeFile(1, { name: 'first' }, 'First');
    await discard(one, first);
    one.changeFile(1, { name: 'second' }, 'Second');
    await one.world.push();
    await one.undoOnce();
    await one.undoOnce();
    expect(one.state).toEqual(['First', 'Discard it']);
    await one.undoOnce();
    expect([one.world.shown(1)?.name, one.state]).toEqual(['file 1', [null, 'First']]);
    await one.redoOnce();
    expect(one.world.shown(1)?.name).toBe('first');
    await one.redoOnce();
    expect(one.world.shown(1)?.name).toBe('file 1');
  });

  test('anew is held where it was held', async () => {
    const one = await inMemorySync();
    const first = one.changeFile(1, { name: 'first' }, 'First');
    one.world.queue.hold([first]);
    await discard(one, first);
    one.changeFile(1, { name: 'second' }, 'Second');
    await one.world.push();
    await one.undoOnce();
    await one.undoOnce();
    expect(one.world.open(1)).toMatchObject([
      { mine: 'file 1', status: 'queued' },
      { mine: 'first', status: 'held' },
    ]);
  });

  test('lies below the newer edit that waited before its discard', async () => {
    const one = await inMemorySync();
    const first = one.changeFile(1, { name: 'first' }, 'First');
    one.changeFile(1, { name: 'second' }, 'Second');
    await takeBack(one, first);
    await one.undoOnce();
    expect(one.world.shown(1)?.name).toBe('second');
    expect(one.world.open(1).map(({ base, mine }) => [base, mine])).toEqual([
      ['file 1', 'first'],
      ['first', 'second'],
    ]);
  });

  test('leaves a field out that was discarded by itself before', async () => {
    const one = await inMemorySync();
    const edit = one.changeFile(1, { name: 'mine', 'key:env': 'prod' }, 'Change it');
    one.world.queue.discardField(one.world.of(1), 'name');
    await takeBack(one, edit);
    await one.undoOnce();
    await sendAllThrough(one);
    expect(one.world.served(1)).toEqual({ name: 'file 1', keyvalues: { env: 'prod' } });
  });

  test('leaves a field out that was given to the service in a conflict, also where the own value wins since', async () => {
    const one = await inMemorySync();
    const edit = one.changeFile(1, { name: 'mine', 'key:env': 'prod' }, 'Change it');
    one.world.fake.change('public', fakeId(1), { name: 'theirs', keyvalues: new Map([['env', 'their env']]) });
    await one.world.push();
    one.world.queue.decide(one.world.of(1), [{ field: 'name', choice: { kind: 'server' } }]);
    await discard(one, edit);
    one.world.connection = { ...one.world.connection, conflictRule: 'mineWins' };
    await one.undoOnce();
    await sendAllThrough(one);
    expect(one.world.served(1)).toEqual({ name: 'theirs', keyvalues: { env: 'prod' } });
  });
});

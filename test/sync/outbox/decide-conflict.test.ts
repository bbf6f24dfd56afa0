import { describe, expect, test } from 'vitest';
import { fakeId } from '../../support/fake-service.ts';
import { inConflict, oneFileWorld, showsWhatWaits } from './one-file-world.ts';

describe('deciding a conflict', () => {
  test('for mine writes over the value that was seen, and keeps it in the history', async () => {
    const one = await oneFileWorld();
    const edit = one.edit(1, { name: 'mine' });
    await inConflict(one);
    one.queue.decide(one.of(1), [{ field: 'name', choice: { kind: 'mine' } }]);
    expect(one.open(1)).toEqual([{ field: 'name', base: 'theirs', mine: 'mine', status: 'queued' }]);
    showsWhatWaits(one);
    await one.push();
    expect(one.served(1)!.name).toBe('mine');
    expect(one.gaveWay(1)).toMatchObject([{ value: 'theirs', source: 'server', editId: edit }]);
  });

  test('for mine asks again when a third value turns up', async () => {
    const one = await oneFileWorld();
    const edit = one.edit(1, { name: 'mine' });
    await inConflict(one);
    one.queue.decide(one.of(1), [{ field: 'name', choice: { kind: 'mine' } }]);
    one.fake.change('public', fakeId(1), { name: 'a third' });
    await one.push();
    expect(one.ended(edit)).toMatchObject([{ status: 'conflicted', server: 'a third' }]);
    expect(one.served(1)!.name).toBe('a third');
  });

  test.each(['a list', 'a read of the file for another field'])(
    'begins anew where %s shows a third value',
    async (how) => {
      const one = await oneFileWorld();
      const edit = one.edit(1, { name: 'mine' });
      await inConflict(one);
      await one.clock.advance(600_000);
      one.fake.change('public', fakeId(1), { name: 'a third' });
      if (how === 'a list') await one.pull();
      else {
        one.edit(1, { 'key:env': 'prod' });
        await one.push();
      }
      expect(one.ended(edit)).toMatchObject([{ status: 'conflicted', server: 'a third' }]);
      one.queue.decide(one.of(1), [{ field: 'name', choice: { kind: 'mine' } }]);
      await one.push();
      expect([one.served(1)!.name, one.statusOf(edit)]).toEqual(['mine', 'settled']);
      expect(one.gaveWay(1)).toMatchObject([{ value: 'a third', source: 'server', editId: edit }]);
    },
  );

  test.each([
    ['the value from before', 'file 1', 'mine'],
    ['the wanted value', 'mine', 'mine'],
  ])('is no longer needed where somebody else wrote %s', async (_what, theirs, name) => {
    const one = await oneFileWorld();
    const edit = one.edit(1, { name: 'mine' });
    await inConflict(one);
    await one.clock.advance(600_000);
    one.fake.change('public', fakeId(1), { name: theirs });
    await one.pull();
    await one.push();
    expect([one.served(1)!.name, one.statusOf(edit)]).toEqual([name, 'settled']);
  });

  test('for theirs gives mine up into the history', async () => {
    const one = await oneFileWorld();
    const edit = one.edit(1, { name: 'mine' });
    await inConflict(one);
    one.queue.decide(one.of(1), [{ field: 'name', choice: { kind: 'server' } }]);
    expect(one.statusOf(edit)).toBe('discarded');
    expect(one.shown(1)!.name).toBe('theirs');
    expect(one.gaveWay(1)).toMatchObject([{ value: 'mine', source: 'mine', editId: edit }]);
  });

  test('by hand sends what was typed', async () => {
    const one = await oneFileWorld();
    one.edit(1, { name: 'mine' });
    one.edit(1, { name: 'mine too' });
    await inConflict(one);
    one.queue.decide(one.of(1), [{ field: 'name', choice: { kind: 'byHand', value: 'both' } }]);
    showsWhatWaits(one);
    expect(one.open(1)).toEqual([{ field: 'name', base: 'theirs', mine: 'both', status: 'queued' }]);
    await one.push();
    expect(one.served(1)!.name).toBe('both');
  });

  test('of one field leaves the others undecided', async () => {
    const one = await oneFileWorld();
    one.edit(1, { name: 'mine', 'key:env': 'prod' });
    one.fake.change('public', fakeId(1), { keyvalues: new Map([['env', 'theirs']]) });
    await inConflict(one);
    one.queue.decide(one.of(1), [{ field: 'key:env', choice: { kind: 'mine' } }]);
    await one.push();
    expect(one.open(1)).toMatchObject([{ field: 'name', status: 'conflicted' }]);
    expect(one.served(1)).toEqual({ name: 'theirs', keyvalues: { env: 'prod' } });
  });

  test('an edit typed on a conflicted field waits for the same decision', async () => {
    const one = await oneFileWorld();
    one.edit(1, { name: 'mine' });
    await inConflict(one);
    one.edit(1, { name: 'mine too' });
    await one.push();
    expect(one.open(1)).toMatchObject([{ status: 'conflicted' }, { status: 'conflicted' }]);
    expect(one.served(1)!.name).toBe('theirs');
    one.queue.decide(one.of(1), [{ field: 'name', choice: { kind: 'mine' } }]);
    await one.push();
    expect(one.served(1)!.name).toBe('mine too');
    expect(one.open(1)).toEqual([]);
  });
});

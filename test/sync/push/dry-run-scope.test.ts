import { describe, expect, test } from 'vitest';
import { inMemorySync, run, verdicts } from './dry-runs.ts';
import { fakeId } from '../../support/fake-service.ts';
import { answered, failing } from './failures.ts';

describe('a dry run of some change sets', () => {
  test('says nothing of the others', async () => {
    const one = await inMemorySync(2);
    const first = one.changeFile(1, { name: 'a' });
    one.changeFile(2, { name: 'b' });
    expect(await verdicts(one, [one.setOf(first)])).toEqual([[1, 'wouldApply']]);
    expect(await verdicts(one, [])).toEqual([]);
  });

  test('judges a field with what waits below: two edits of one field are no conflict with each other', async () => {
    const one = await inMemorySync(1);
    one.changeFile(1, { name: 'a' });
    const second = one.changeFile(1, { name: 'b' });
    const { lines } = await run(one, [one.setOf(second)]);
    expect(lines).toMatchObject([{ verdict: 'wouldApply', fields: [{ base: 'file 1', mine: 'b', server: 'file 1' }] }]);
  });

  test('says nothing of a field that a person holds, though a later edit of it would go', async () => {
    const one = await inMemorySync(1);
    const held = one.changeFile(1, { name: 'held' });
    one.world.queue.hold([held]);
    const later = one.changeFile(1, { name: 'later' });
    expect(await verdicts(one, [one.setOf(held)])).toEqual([]);
    expect(await verdicts(one, [one.setOf(later)])).toEqual([[1, 'wouldApply']]);
  });

  test('leaves out other fields of the same file', async () => {
    const one = await inMemorySync(1);
    one.changeFile(1, { name: 'a' });
    const second = one.changeFile(1, { 'key:env': 'prod' });
    one.world.fake.change('public', fakeId(1), { name: 'theirs' });
    const { lines } = await run(one, [one.setOf(second)]);
    expect(lines).toMatchObject([{ verdict: 'wouldApply', fields: [{ field: 'key:env' }] }]);
  });
});

describe('what would not be sent', () => {
  test.each(['held', 'discarded', 'conflicted', 'refused', 'gone'] as const)(
    'because it is %s is left out',
    async (status) => {
      const one = await inMemorySync(1);
      const edit = one.changeFile(1, { name: 'mine' });
      one.world.outbox.update([{ editId: edit, field: 'name', status }]);
      expect(await verdicts(one)).toEqual([]);
      expect(one.world.asked).toEqual([]);
    },
  );

  test('because a refused edit keeps its file back is left out too', async () => {
    const one = await inMemorySync(1);
    one.changeFile(1, { name: 'mine' });
    one.world.fake.next('updateFile', failing(answered(422)));
    await one.world.push();
    one.changeFile(1, { 'key:env': 'prod' });
    await one.world.push();
    expect([one.world.open(1).map(({ status }) => status), await verdicts(one)]).toEqual([['refused', 'queued'], []]);
  });

  test('because it was made for another account is left out', async () => {
    const one = await inMemorySync(1);
    one.changeFile(1, { name: 'mine' });
    one.world.connection = { ...one.world.connection, account: 'another' };
    expect(await verdicts(one)).toEqual([]);
  });

  test('because its field waits for a decision is left out, and the rest of the file is not', async () => {
    const one = await inMemorySync(1);
    const edit = one.changeFile(1, { name: 'mine', 'key:env': 'prod' });
    one.world.outbox.update([{ editId: edit, field: 'name', status: 'conflicted', server: 'theirs' }]);
    expect((await run(one)).lines).toMatchObject([{ fields: [{ field: 'key:env' }] }]);
  });
});

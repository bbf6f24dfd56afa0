import { describe, expect, test } from 'vitest';
import { editId, type EditId } from '../../../src/domain/core/ids.ts';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';
import { answered, failing } from '../push/failures.ts';
import { inConflict, oneFileWorld, showsWhatWaits } from './one-file-world.ts';

test('an edit that nobody knows any more changes nothing, and no file is shown anew for it', async () => {
  const shown: unknown[] = [];
  const one = new SyncWorld({
    tables: (tables) => ({
      ...tables,
      files: { ...tables.files, projectAll: (...input) => (shown.push(input), tables.files.projectAll(...input)) },
    }),
  });
  one.queue.hold([editId.parse('00000000-0000-4000-8000-000000000001')]);
  expect(shown).toEqual([]);
});

describe('holding', () => {
  test('keeps an edit from being sent, and shows it all the same', async () => {
    const one = await oneFileWorld();
    const edit = one.edit(1, { name: 'mine' });
    one.queue.hold([edit]);
    await one.push();
    expect(one.asked).toEqual([]);
    expect(one.open(1)).toEqual([{ field: 'name', base: 'file 1', mine: 'mine', status: 'held' }]);
    expect(one.shown(1)!.name).toBe('mine');
  });

  test('puts a later edit of the field onto what is left below, and releasing puts it back', async () => {
    const one = await oneFileWorld();
    const first = one.edit(1, { name: 'first' });
    one.edit(1, { name: 'second' });
    one.queue.hold([first]);
    expect(one.open(1)).toMatchObject([
      { base: 'file 1', mine: 'first', status: 'held' },
      { base: 'file 1', mine: 'second', status: 'queued' },
    ]);
    showsWhatWaits(one);
    one.queue.release([first]);
    expect(one.open(1)).toMatchObject([
      { base: 'file 1', mine: 'first', status: 'queued' },
      { base: 'first', mine: 'second', status: 'queued' },
    ]);
    await one.push();
    expect(one.sent).toMatchObject([{ name: 'second' }]);
  });

  test('lets the other fields of the file go through', async () => {
    const one = await oneFileWorld();
    const first = one.edit(1, { name: 'mine' });
    one.edit(1, { 'key:env': 'prod' });
    one.queue.hold([first]);
    await one.push();
    expect(one.served(1)).toEqual({ name: 'file 1', keyvalues: { env: 'prod' } });
  });

  test('an edit typed on top of a held one starts from what is on the service', async () => {
    const one = await oneFileWorld();
    one.queue.hold([one.edit(1, { name: 'first' })]);
    const second = one.edit(1, { name: 'second' });
    expect(one.outbox.edit(second)!.changes).toMatchObject([{ base: 'file 1', status: 'queued' }]);
    await one.push();
    expect(one.served(1)!.name).toBe('second');
  });

  test('touches only what is queued', async () => {
    const one = await oneFileWorld();
    const edit = one.edit(1, { name: 'mine' });
    await one.push();
    one.queue.hold([edit]);
    expect(one.statusOf(edit)).toBe('settled');
    one.queue.release([edit]);
    expect(one.statusOf(edit)).toBe('settled');
  });
});

describe('discarding', () => {
  test('shows the service’s value again, and restoring the person’s', async () => {
    const one = await oneFileWorld();
    const edit = one.edit(1, { name: 'mine', 'key:new': 'value' });
    one.queue.discard([edit]);
    expect(one.shown(1)).toEqual({ name: 'file 1', keyvalues: { env: 'test' } });
    one.queue.restore([edit]);
    expect(one.shown(1)).toEqual({ name: 'mine', keyvalues: { env: 'test', new: 'value' } });
    await one.push();
    expect(one.statusOf(edit)).toBe('settled');
  });

  test('puts a later edit onto what is left below', async () => {
    const one = await oneFileWorld();
    const first = one.edit(1, { name: 'first' });
    one.edit(1, { name: 'second' });
    one.queue.discard([first]);
    showsWhatWaits(one);
    expect(one.open(1)).toMatchObject([{ base: 'file 1', mine: 'second' }]);
    await one.push();
    expect(one.served(1)!.name).toBe('second');
  });

  test('ends a conflict', async () => {
    const one = await oneFileWorld();
    const edit = one.edit(1, { name: 'mine' });
    await inConflict(one);
    one.queue.discard([edit]);
    expect(one.shown(1)!.name).toBe('theirs');
    expect(one.open(1)).toEqual([]);
  });

  test('leaves settled edits alone', async () => {
    const one = await oneFileWorld();
    const edit = one.edit(1, { name: 'mine' });
    await one.push();
    one.queue.discard([edit]);
    expect(one.statusOf(edit)).toBe('settled');
  });
});

describe('a refused edit', () => {
  async function refused(one: SyncWorld, ...edits: readonly EditId[]): Promise<void> {
    one.fake.next('updateFile', failing(answered(422)));
    await one.push();
    for (const edit of edits) expect(one.statusOf(edit)).toBe('refused');
  }

  test('is sent again when the person says so, without its old words', async () => {
    const one = await oneFileWorld();
    const edit = one.edit(1, { name: 'mine' });
    await refused(one, edit);
    one.queue.retry([edit]);
    expect(one.words(edit)).toBeNull();
    await one.push();
    expect(one.statusOf(edit)).toBe('settled');
  });

  test('is replaced by a new edit of the field', async () => {
    const one = await oneFileWorld();
    const edit = one.edit(1, { name: 'bad' });
    await refused(one, edit);
    const better = one.edit(1, { name: 'good' });
    expect(one.statusOf(edit)).toBe('discarded');
    showsWhatWaits(one);
    await one.push();
    expect(one.statusOf(better)).toBe('settled');
    expect(one.served(1)!.name).toBe('good');
  });

  test('is replaced together with those it was sent with', async () => {
    const one = await oneFileWorld();
    const edits = [one.edit(1, { name: 'bad' }), one.edit(1, { name: 'worse' })];
    await refused(one, ...edits);
    const better = one.edit(1, { name: 'good' });
    await one.push();
    expect(one.statusOf(better)).toBe('settled');
    expect(one.open(1)).toEqual([]);
  });

  test('keeps its text where the file is gone, and can be tried again when it is back', async () => {
    const one = await oneFileWorld();
    const edit = one.edit(1, { name: 'mine' });
    const file = one.fake.file('public', fakeId(1))!;
    one.fake.remove('public', fakeId(1));
    await one.push();
    expect(one.open(1)).toMatchObject([{ mine: 'mine', status: 'gone' }]);
    one.fake.put(file);
    one.queue.retry([edit]);
    await one.push();
    expect(one.statusOf(edit)).toBe('settled');
  });
});

describe('a change set', () => {
  test('on many files is one change set, and one that changes nothing adds no edit', async () => {
    const one = new SyncWorld();
    one.fake.put(fakeFile(1), fakeFile(2));
    await one.copy();
    const wanted = [1, 2].map((number) => ({
      key: { network: 'public' as const, id: fakeId(number) },
      changes: [{ field: 'name' as const, base: `file ${number}`, mine: 'file 1' }],
    }));
    const set = one.queue.enqueue(one.connection.id, one.sync.sync.accountRef(), 'Name both alike', wanted);
    expect(one.outbox.editIdsOfSet(set)).toHaveLength(1);
    expect([one.shown(1)!.name, one.shown(2)!.name]).toEqual(['file 1', 'file 1']);
  });

  test('that cannot be written down changes nothing', async () => {
    const full = new Error('the disk is full');
    const one = new SyncWorld({
      tables: (tables) => ({
        ...tables,
        outbox: {
          ...tables.outbox,
          enqueue: (...input) => {
            tables.outbox.enqueue(...input);
            throw full;
          },
        },
      }),
    });
    one.fake.put(fakeFile(1));
    await one.copy();
    expect(() => one.edit(1, { name: 'mine' })).toThrow(full);
    expect(one.open(1)).toEqual([]);
    expect(one.shown(1)!.name).toBe('file 1');
  });
});

import { expect, test } from 'vitest';
import { applyListedPage } from '../../../electron/sync/ingest/apply-remote-record.ts';
import type { FilePage, ReceivedFile } from '../../../electron/remote/service.ts';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import type { Tables } from '../../../electron/sync/ports.ts';
import { SyncWorld } from '../../support/sync-world.ts';

/** A library of so many files, with the pages that later checks get to read. */
async function checked(files: number) {
  const world = new SyncWorld();
  for (let number = 1; number <= files; number++) world.fake.put(fakeFile(number));
  await world.copy();
  const pages: FilePage[] = [];
  const list = world.fake.listFiles.bind(world.fake);
  world.fake.listFiles = async (...input) => {
    const page = await list(...input);
    if (page.ok && input[0] === 'public') pages.push(page.value);
    return page;
  };
  const read = () => pages.flatMap(({ items }) => items.map(({ record }) => record.id));
  return { world, read, rows: () => pages.reduce((sum, page) => sum + page.rows, 0) };
}

const received = async (world: SyncWorld): Promise<ReceivedFile> => {
  const page = await world.fake.listFiles('public', null, 1, new AbortController().signal);
  if (!page.ok || page.value.items[0] === undefined) throw new Error('no list');
  return page.value.items[0];
};

test('a check reads of a page only what is new, has changed, or has edits waiting', async () => {
  const { world, read, rows } = await checked(50);
  world.fake.put(fakeFile(7, { name: 'other' }), fakeFile(51));
  world.edit(9, { name: 'mine' });
  expect(await world.pull()).toEqual({ ok: true, value: null });
  expect(read()).toEqual([7, 9, 51].map(fakeId));
  expect([rows(), world.shown(7)!.name, world.shown(9)!.name, world.shown(51)!.name]).toEqual([
    51,
    'other',
    'mine',
    'file 51',
  ]);
  expect(world.jobs).toContainEqual({ kind: 'files', done: 51, total: 50, perSecond: null });
});

test('an edit of the file with the same id on the other network makes no row of this one to be read', async () => {
  const { world, read } = await checked(30);
  world.fake.put(fakeFile(9, { network: 'private' }));
  await world.pull();
  const { id } = world.of(9);
  const changes = [{ field: 'name' as const, base: 'file 9', mine: 'mine' }];
  const accountRef = world.ports.accountRef();
  world.queue.enqueue(world.connection.id, accountRef, 'a change set', [{ key: { network: 'private', id }, changes }]);
  await world.pull();
  expect(read()).toEqual([]);
});

test('what a check knows by its text has been met by it', async () => {
  const { world } = await checked(30);
  await world.clock.advance(60_000);
  world.fake.remove('public', fakeId(30));
  await world.pull();
  const reads = world.fake.calls.filter(({ name }) => name === 'readFile').map(({ input }) => input[1]);
  expect(reads).toEqual([fakeId(30)]);
  expect(world.tables.files.get(world.of(1))!.seenAtMs).toBe(world.clock.nowMs());
});

test('a page of which nothing is known at its beginning is read whole', async () => {
  const { world, read } = await checked(50);
  for (let number = 1; number <= 20; number++) world.fake.put(fakeFile(number, { name: `other ${number}` }));
  await world.pull();
  expect(read()).toHaveLength(50);
});

test('news that a crash kept from being compared with what waits are compared by the next check', async () => {
  const { world } = await checked(3);
  const edit = world.edit(1, { name: 'mine' });
  world.fake.put(fakeFile(1, { name: 'theirs' }));
  const seen = { seenAtMs: world.clock.nowMs(), requestSeq: world.outbox.nextRequestSeq(), scanId: null };
  world.tables.files.put(world.connection.id, [await received(world)], seen, () => []);
  expect(world.statusOf(edit)).toBe('queued');
  world.fake.calls.length = 0;
  await world.pull();
  expect(world.statusOf(edit)).toBe('conflicted');
});

test('a check asks for the edits of the files of its pages alone, however many wait', async () => {
  const found: number[] = [];
  const counting = (tables: Tables): Tables => ({
    ...tables,
    outbox: {
      ...tables.outbox,
      filesWithOpenChanges: (...asked) => {
        const files = tables.outbox.filesWithOpenChanges(...asked);
        found.push(files.length);
        return files;
      },
    },
  });
  const world = new SyncWorld({ tables: counting });
  for (let number = 1; number <= 60; number++) world.fake.put(fakeFile(number));
  await world.copy();
  for (let number = 1; number <= 60; number++) world.queue.hold([world.edit(number, { name: 'mine' })]);
  for (let number = 1; number <= 59; number++) world.fake.remove('public', fakeId(number));
  world.fake.put(fakeFile(60, { name: 'other' }));
  const page = await world.fake.listFiles('public', null, 100, new AbortController().signal);
  if (!page.ok) throw new Error(page.failure.kind);
  found.length = 0;
  const requestSeq = world.outbox.nextRequestSeq();
  await applyListedPage(world.ports, { files: page.value.items, scanId: null, requestSeq });
  expect([...new Set(found)]).toEqual([1]);
});

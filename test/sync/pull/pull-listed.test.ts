import { describe, expect, test } from 'vitest';
import { applyListedPage } from '../../../electron/sync/ingest/apply-remote-record.ts';
import type { ReceivedFile } from '../../../electron/remote/service.ts';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { staleLists } from '../../support/stale-lists.ts';
import { SyncWorld } from '../../support/sync-world.ts';
import { applying, failing, noAnswer } from '../push/failures.ts';

async function worldOf(files = 1): Promise<SyncWorld> {
  const world = new SyncWorld();
  for (let number = 1; number <= files; number++) world.fake.put(fakeFile(number));
  await world.copy();
  return world;
}

/** A page of the list as the service would send it now. */
async function listed(world: SyncWorld): Promise<readonly ReceivedFile[]> {
  const page = await world.fake.listFiles('public', null, 1_000, new AbortController().signal);
  if (!page.ok) throw new Error('no list');
  return page.value.items;
}

describe('a list beside our own updates', () => {
  test('that was asked for before a file’s last settlement is not believed about it', async () => {
    const world = await worldOf();
    const requestSeq = world.outbox.nextRequestSeq();
    const files = await listed(world);
    world.edit(1, { name: 'mine' });
    await world.push();
    await world.clock.advance(10 * 60_000);
    const stale = await applyListedPage(world.ports, { files, scanId: 'a scan', requestSeq });
    expect(stale).toEqual([{ network: 'public', id: fakeId(1) }]);
    expect(world.shown(1)!.name).toBe('mine');
    const asked = await applyListedPage(world.ports, { files, scanId: 'b', requestSeq: world.outbox.nextRequestSeq() });
    expect(asked).toEqual([]);
  });

  test('that shows the old value within two minutes is checked by a read', async () => {
    const world = await worldOf();
    staleLists(world.fake, 1);
    world.edit(1, { name: 'mine' });
    await world.push();
    world.fake.calls.length = 0;
    await world.clock.advance(119_999);
    await world.pull();
    expect(world.asked).toContain('readFile');
    expect(world.shown(1)!.name).toBe('mine');
  });

  test('that shows the old value within two minutes of a read that found an update without an answer is checked by another', async () => {
    const world = await worldOf();
    staleLists(world.fake, 1);
    const edit = world.edit(1, { name: 'mine' });
    world.fake.next('updateFile', applying(noAnswer));
    await world.push();
    await world.clock.advance(world.outbox.retryState(world.of(1)).notBeforeMs - world.clock.nowMs());
    await world.push();
    expect(world.statusOf(edit)).toBe('settled');
    world.fake.calls.length = 0;
    await world.pull();
    expect(world.asked).toContain('readFile');
    expect(world.shown(1)!.name).toBe('mine');
    expect(world.outbox.unmirrored()).toEqual([]);
  });

  test('that shows what was settled costs no read', async () => {
    const world = await worldOf();
    world.edit(1, { name: 'mine' });
    await world.push();
    world.fake.calls.length = 0;
    await world.pull();
    expect(world.asked).not.toContain('readFile');
  });

  test('is believed again two minutes later', async () => {
    const world = await worldOf();
    world.edit(1, { name: 'mine' });
    await world.push();
    world.fake.change('public', fakeId(1), { name: 'theirs' });
    world.fake.calls.length = 0;
    await world.clock.advance(120_000);
    await world.pull();
    expect(world.asked).not.toContain('readFile');
    expect(world.shown(1)!.name).toBe('theirs');
  });

  test('is not believed about a file whose last update has an unknown effect', async () => {
    const world = await worldOf();
    const edit = world.edit(1, { name: 'mine' });
    world.fake.next('updateFile', failing(noAnswer));
    await world.push();
    world.fake.calls.length = 0;
    world.fake.change('public', fakeId(1), { name: 'theirs' });
    await world.pull();
    expect(world.asked).toContain('readFile');
    expect(world.statusOf(edit)).toBe('queued');
  });
});

describe('news about a file with waiting edits', () => {
  test('that shows my value settles the edit', async () => {
    const world = await worldOf();
    const edit = world.edit(1, { name: 'mine' });
    world.fake.change('public', fakeId(1), { name: 'mine' });
    await world.pull();
    expect(world.ended(edit)).toMatchObject([{ status: 'settled', settlement: 'alreadyThere' }]);
  });

  test('that shows what I saw keeps the edit', async () => {
    const world = await worldOf();
    world.edit(1, { name: 'mine' });
    world.fake.change('public', fakeId(1), { keyvalues: new Map([['theirs', 'new']]) });
    await world.pull();
    expect(world.open(1)).toEqual([{ field: 'name', base: 'file 1', mine: 'mine', status: 'queued' }]);
    expect(world.shown(1)).toEqual({ name: 'mine', keyvalues: { theirs: 'new' } });
  });

  test('that shows a third value is a conflict at once, and never refreshes what I saw', async () => {
    const world = await worldOf();
    const edit = world.edit(1, { name: 'mine' });
    world.fake.change('public', fakeId(1), { name: 'theirs' });
    await world.pull();
    expect(world.open(1)).toEqual([{ field: 'name', base: 'file 1', mine: 'mine', status: 'conflicted' }]);
    expect(world.ended(edit)).toMatchObject([{ server: 'theirs' }]);
    expect(world.announced).toContain('changes.changed');
    expect(world.shown(1)!.name).toBe('mine');
    expect(world.tables.files.get(world.of(1))!.record.name).toBe('theirs');
  });

  test('under a conflict rule waits for the push, which has the freshest record', async () => {
    const world = await worldOf();
    world.connection = { ...world.connection, conflictRule: 'serverWins' };
    world.edit(1, { name: 'mine' });
    world.fake.change('public', fakeId(1), { name: 'theirs' });
    await world.pull();
    expect(world.open(1)).toMatchObject([{ status: 'queued' }]);
  });

  test('does not hide an edit that is queued while the page is being taken in', async () => {
    const world = await worldOf(300);
    for (let number = 1; number <= 300; number++) {
      world.fake.change('public', fakeId(number), { keyvalues: new Map([['news', 'yes']]) });
    }
    world.clock.onYield = () => {
      world.clock.onYield = () => undefined;
      world.edit(250, { name: 'typed meanwhile' });
    };
    await world.pull();
    expect(world.shown(250)).toEqual({ name: 'typed meanwhile', keyvalues: { news: 'yes' } });
  });
});

import { describe, expect, test, vi } from 'vitest';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import type { SyncWorld } from '../../support/sync-world.ts';
import { answered, failing, noAnswer } from '../push/failures.ts';
import { copied, failAtPage, serving, tokens } from './listed-files.ts';

// Real tables and many turns of the event loop: a busy machine takes its time.
vi.setConfig({ testTimeout: 30_000 });

describe('a first copy', () => {
  test('arrives page by page, from both networks', async () => {
    const world = serving(2_500);
    world.fake.put(fakeFile(9_000, { network: 'private' }));
    expect(await world.pull()).toEqual({ ok: true, value: null });
    expect(copied(world)).toBe(2_501);
    expect(tokens(world.fake.calls)).toEqual([null, '1000', '2000']);
    expect(tokens(world.fake.calls, 'private')).toEqual([null]);
    expect(world.shown(2_500)).toEqual({ name: 'file 2500', keyvalues: {} });
    expect(world.jobs).toContainEqual({ kind: 'files', done: 2_000, total: null, perSecond: null });
    expect(world.connection.learnt.listing).toMatchObject({ kind: 'yes' });
  });

  test('goes on where it was stopped', async () => {
    const world = serving(2_500);
    failAtPage(world, '1000', noAnswer);
    expect(await world.pull()).toMatchObject({ ok: false });
    expect(copied(world)).toBe(1_000);
    world.fake.faultOf = () => null;
    world.fake.calls.length = 0;
    await world.pull();
    expect(tokens(world.fake.calls)).toEqual(['1000', '2000']);
    expect(copied(world)).toBe(2_500);
  });

  test('goes on where it was abandoned, and finds nothing missing', async () => {
    const world = serving(2_500);
    const program = new AbortController();
    world.fake.onCall = ({ input }) => (input[1] === '1000' ? program.abort() : undefined);
    expect(await world.pull(program.signal)).toMatchObject({ ok: false });
    world.fake.calls.length = 0;
    await world.pull();
    expect(tokens(world.fake.calls)).toEqual(['1000', '2000']);
    expect(copied(world)).toBe(2_500);
    expect(world.asked).not.toContain('readFile');
  });

  test('begins again after a day, because the list has moved on', async () => {
    const world = serving(2_500);
    failAtPage(world, '1000', noAnswer);
    await world.pull();
    world.fake.faultOf = () => null;
    world.fake.calls.length = 0;
    await world.clock.advance(24 * 60 * 60_000);
    await world.pull();
    expect(tokens(world.fake.calls)).toEqual([null, '1000', '2000']);
  });

  test('begins again after days in which the clock was set back, however near its start seems', async () => {
    const world = serving(2_500);
    await world.clock.advance(10 * 24 * 60 * 60_000);
    failAtPage(world, '1000', noAnswer);
    await world.pull();
    world.fake.faultOf = () => null;
    world.fake.calls.length = 0;
    world.clock.setBack(10 * 24 * 60 * 60_000);
    await world.clock.advance(3 * 24 * 60 * 60_000);
    await world.pull();
    expect(tokens(world.fake.calls)).toEqual([null, '1000', '2000']);
  });

  test.each([400, 404, 409, 410, 412, 422])('begins again when its page token is refused (%i)', async (status) => {
    const world = serving(2_500);
    failAtPage(world, '1000', answered(status));
    expect(await world.pull()).toMatchObject({ ok: false });
    world.fake.faultOf = () => null;
    world.fake.calls.length = 0;
    expect(await world.pull()).toMatchObject({ ok: true });
    expect(tokens(world.fake.calls)).toEqual([null, '1000', '2000']);
    expect(copied(world)).toBe(2_500);
  });
});

describe('a file that a complete list no longer has', () => {
  test('leaves the copy after a read says so', async () => {
    const world = serving(3);
    await world.copy();
    world.fake.remove('public', fakeId(2));
    await world.pull();
    expect(world.asked).toEqual(['listFiles', 'readFile', 'updateFile', 'listFiles', 'listKeys', 'listKeys']);
    expect(world.sent).toEqual([]);
    expect(copied(world)).toBe(2);
    expect(world.shown(2)).toBeNull();
  });

  test('leaves the copy also when this token may read and no more', async () => {
    const world = serving(3);
    await world.copy();
    world.edit(1, { name: 'mine' });
    await world.push();
    world.fake.faultOf = ({ name }) => (name === 'updateFile' ? failing(answered(403)) : null);
    world.fake.remove('public', fakeId(2));
    expect(await world.pull()).toEqual({ ok: true, value: null });
    expect(world.shown(2)).toBeNull();
  });

  test('stays when a read still finds it, with its edits as they stand now', async () => {
    const world = serving(3);
    await world.copy();
    const hidden = world.fake.file('public', fakeId(2))!;
    world.fake.onCall = ({ name }) => {
      if (name === 'listFiles') world.fake.remove('public', fakeId(2));
      if (name === 'readFile') world.fake.put(hidden);
    };
    // As after a crash between the two databases: the copy does not know yet that the edit was given up.
    world.outbox.update([{ editId: world.edit(2, { name: 'mine' }), field: 'name', status: 'discarded' }]);
    expect(await world.pull()).toEqual({ ok: true, value: null });
    expect([world.shown(2)?.name, world.marked(2)]).toEqual(['file 2', 'onServer']);
  });

  test('stays when the read fails, and keeps nothing else from being refreshed', async () => {
    const world = serving(3);
    await world.copy();
    world.fake.remove('public', fakeId(2));
    world.fake.next('readFile', failing(noAnswer));
    expect(await world.pull()).toMatchObject({ ok: true });
    expect(copied(world)).toBe(3);
  });

  test('with waiting edits is gone, and the text is kept and shown', async () => {
    const world = serving(3);
    await world.copy();
    const edit = world.edit(2, { name: 'mine' });
    world.fake.remove('public', fakeId(2));
    await world.pull();
    expect(world.open(2)).toEqual([{ field: 'name', base: 'file 2', mine: 'mine', status: 'gone' }]);
    expect(world.words(edit)).toMatchObject({ status: 404, message: 'no such file' });
    expect([world.shown(2)?.name, world.marked(2)]).toEqual(['mine', 'gone']);
  });

  test('stays with the edits of another account, which that account may still send', async () => {
    const world = serving(3);
    await world.copy();
    const edit = world.edit(2, { name: 'mine' });
    world.connection = { ...world.connection, account: 'account-b' };
    world.fake.remove('public', fakeId(2));
    await world.pull();
    expect(world.open(2)).toEqual([{ field: 'name', base: 'file 2', mine: 'mine', status: 'queued' }]);
    expect([world.words(edit), world.shown(2)?.name]).toEqual([null, 'mine']);
  });

  test('is looked for first among those with edits, and with hundreds of others leaves the mirror after one scan', async () => {
    const world = serving(500);
    await world.copy();
    world.edit(500, { name: 'mine' });
    for (let number = 2; number <= 500; number++) world.fake.remove('public', fakeId(number));
    await world.pull();
    const reads = world.fake.calls.filter(({ name }) => name === 'readFile').map(({ input }) => input[1]);
    expect(reads).toHaveLength(499);
    expect(reads[0]).toBe(fakeId(500));
    expect(world.open(500)).toMatchObject([{ status: 'gone' }]);
    expect(copied(world)).toBe(2);
  });

  test('is read no more than 200 at a time where the list has no file at all', async () => {
    const world = serving(500);
    await world.copy();
    for (let number = 1; number <= 500; number++) world.fake.remove('public', fakeId(number));
    await world.pull();
    expect(copied(world)).toBe(300);
  });

  test.each([
    ['are known to be gone already', (world: SyncWorld) => world.pull()],
    ['belong to another account', (world: SyncWorld) => (world.connection = { ...world.connection, account: 'b' })],
  ])('is found in time also behind more files than one scan reads whose edits %s', async (_what, before) => {
    const world = serving(215);
    await world.copy();
    for (let number = 1; number <= 210; number++) world.edit(number, { name: 'mine' });
    for (let number = 1; number <= 210; number++) world.fake.remove('public', fakeId(number));
    await before(world);
    for (let number = 211; number <= 214; number++) world.fake.remove('public', fakeId(number));
    await world.pull();
    await world.pull();
    expect(copied(world)).toBe(211);
  });

  test('is found in time also behind more files than one scan reads that no list has and a read still finds', async () => {
    const world = serving(260);
    await world.copy();
    const unlisted = world.fake.files('public').slice(0, 250);
    const deleted = fakeId(240);
    world.fake.onCall = ({ name }) => {
      if (name === 'listFiles') for (const { id } of unlisted) world.fake.remove('public', id);
      if (name === 'readFile') world.fake.put(...unlisted.filter(({ id }) => id !== deleted));
    };
    await world.pull();
    await world.pull();
    expect([world.shown(240), copied(world)]).toEqual([null, 259]);
  });
});

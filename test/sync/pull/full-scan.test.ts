import { describe, expect, test, vi } from 'vitest';
import type { RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import { fakeFile, fakeId, type FakeCall } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';
import { answered, failing, malformed, noAnswer, portal } from '../push/failures.ts';

// Real tables and many turns of the event loop: a busy machine takes its time.
vi.setConfig({ testTimeout: 30_000 });

/** A service with so many public files. */
function serving(files: number, given: ConstructorParameters<typeof SyncWorld>[0] = {}): SyncWorld {
  const world = new SyncWorld(given);
  for (let number = 1; number <= files; number++) world.fake.put(fakeFile(number));
  return world;
}

const copied = (world: SyncWorld): number =>
  world.mirrorDb.prepare<[], number>('SELECT count(*) FROM files').pluck().get() ?? 0;

/** Page tokens the service was asked with, of one network. */
const tokens = (calls: readonly FakeCall[], network = 'public'): readonly unknown[] =>
  calls.filter(({ name, input }) => name === 'listFiles' && input[0] === network).map(({ input }) => input[1]);

/** Lets the n-th page fail. */
function failAtPage(world: SyncWorld, token: string, failure: RemoteFailure): void {
  world.fake.faultOf = ({ name, input }) => (name === 'listFiles' && input[1] === token ? failing(failure) : null);
}

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

  test.each([400, 404, 410, 422])('begins again when its page token is refused (%i)', async (status) => {
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

  test('stays when a read still finds it', async () => {
    const world = serving(3);
    await world.copy();
    const hidden = world.fake.file('public', fakeId(2))!;
    world.fake.onCall = ({ name }) => {
      if (name === 'listFiles') world.fake.remove('public', fakeId(2));
      if (name === 'readFile') world.fake.put(hidden);
    };
    expect(await world.pull()).toEqual({ ok: true, value: null });
    expect(world.shown(2)).not.toBeNull();
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
    expect(world.shown(2)!.name).toBe('mine');
  });

  test('is looked for first among those with edits, and no more than 200 at a time', async () => {
    const world = serving(500);
    await world.copy();
    world.edit(500, { name: 'mine' });
    for (let number = 2; number <= 500; number++) world.fake.remove('public', fakeId(number));
    await world.pull();
    const reads = world.fake.calls.filter(({ name }) => name === 'readFile').map(({ input }) => input[1]);
    expect(reads).toHaveLength(200);
    expect(reads[0]).toBe(fakeId(500));
    expect(world.open(500)).toMatchObject([{ status: 'gone' }]);
    await world.pull();
    await world.pull();
    expect(copied(world)).toBe(2);
  });
});

describe('a list that is not whole', () => {
  test.each<[string, RemoteFailure]>([
    ['cut off', malformed],
    ['a web page', portal],
    ['broken', answered(500)],
    ['not allowed', answered(403)],
  ])('(%s) changes nothing and loses nothing', async (_how, failure) => {
    const world = serving(1_500);
    await world.copy();
    world.edit(7, { name: 'mine' });
    world.fake.remove('public', fakeId(1));
    failAtPage(world, '1000', failure);
    await world.pull();
    expect(copied(world)).toBe(1_500);
    expect(world.asked).not.toContain('readFile');
    expect(world.open(7)).toMatchObject([{ status: 'queued' }]);
    expect(world.shown(7)!.name).toBe('mine');
  });

  /** The first page comes with a row that cannot be understood. */
  function withBadRow(world: SyncWorld, number: number): void {
    const list = world.fake.listFiles.bind(world.fake);
    world.fake.listFiles = async (...input) => {
      const page = await list(...input);
      if (!page.ok || input[0] !== 'public') return page;
      const items = page.value.items.filter(({ record }) => record.id !== fakeId(number));
      const setAside = page.value.items.length - items.length;
      return { ok: true, value: { ...page.value, items, setAside, setAsideReason: 'odd' } };
    };
  }

  test('has its rows set aside and counted, anew with every check', async () => {
    const world = serving(3);
    withBadRow(world, 2);
    await world.pull();
    expect(world.sync.setAside.count).toBe(1);
    await world.pull();
    expect(world.sync.setAside.count).toBe(1);
    expect(copied(world)).toBe(2);
  });

  test.each([
    ['the last page', 1_400],
    ['a page before the last', 2],
  ])('has no file missing because of a row set aside on %s', async (_where, number) => {
    const world = serving(1_500);
    await world.copy();
    withBadRow(world, number);
    expect(await world.pull()).toEqual({ ok: true, value: null });
    expect(world.asked).not.toContain('readFile');
    expect(copied(world)).toBe(1_500);
  });

  test('has its next page asked for while one is being written, and none after the last', async () => {
    const log: string[] = [];
    const world = serving(2_500, {
      tables: (tables) => {
        const put: typeof tables.files.put = (...input) => {
          if (log.at(-1) !== 'write') log.push('write');
          return tables.files.put(...input);
        };
        return { ...tables, files: { ...tables.files, put } };
      },
    });
    const list = world.fake.listFiles.bind(world.fake);
    world.fake.listFiles = (network, token, ...rest) => {
      if (network === 'public') log.push(`ask ${token ?? 'first'}`);
      return list(network, token, ...rest);
    };
    await world.pull();
    expect(log).toEqual(['ask first', 'ask 1000', 'write', 'ask 2000', 'write']);
    expect(copied(world)).toBe(2_500);
  });

  test('ends at an empty page, even one that names a next', async () => {
    const world = serving(3);
    const list = world.fake.listFiles.bind(world.fake);
    world.fake.listFiles = async (...input) => {
      const page = await list(...input);
      return page.ok
        ? { ok: true, value: { ...page.value, nextPageToken: String(Number(input[1] ?? 0) + 1_000) } }
        : page;
    };
    expect(await world.pull()).toEqual({ ok: true, value: 'incomplete' });
    expect(copied(world)).toBe(3);
  });

  test('ends when the service names the same page again', async () => {
    const world = serving(3);
    const list = world.fake.listFiles.bind(world.fake);
    world.fake.listFiles = async (network, _token, ...rest) => {
      const page = await list(network, null, ...rest);
      return page.ok ? { ok: true, value: { ...page.value, nextPageToken: 'again' } } : page;
    };
    expect(await world.pull()).toEqual({ ok: true, value: 'incomplete' });
    expect(copied(world)).toBe(3);
  });
});

import { describe, expect, test, vi } from 'vitest';
import { pull } from '../../../electron/sync/pull/pull.ts';
import type { RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import { fakeId, FakeService } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';
import { answered, failing, malformed, noAnswer, portal } from '../push/failures.ts';
import { copied, failAtPage, nextFullScan, serving, tokens } from './listed-files.ts';

// Real tables and many turns of the event loop: a busy machine takes its time.
vi.setConfig({ testTimeout: 30_000 });

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

  test('has its rows counted once, also where the scan yields or fails after their page and goes on', async () => {
    const world = serving(2_500);
    withBadRow(world, 2);
    const yields = { ...world.ports, mustYield: () => true };
    expect(await pull(yields, new AbortController().signal)).toEqual({ ok: true, value: 'yielded' });
    const faultless = world.fake.faultOf;
    failAtPage(world, '1000', noAnswer);
    expect(await world.pull()).toMatchObject({ ok: false });
    world.fake.faultOf = faultless;
    expect(await world.pull()).toEqual({ ok: true, value: null });
    expect(world.sync.setAside.count).toBe(1);
  });

  test('has its rows counted once, also where another list fails at every check', async () => {
    const world = serving(3);
    withBadRow(world, 2);
    world.fake.faultOf = ({ name, input }) =>
      name === 'listFiles' && input[0] === 'private' ? failing(answered(500)) : null;
    for (let checks = 1; checks <= 3; checks++) expect(await world.pull()).toMatchObject({ ok: false });
    expect(world.sync.setAside.count).toBe(1);
  });

  test.each([
    ['the last page', 1_400],
    ['a page before the last', 2],
  ])('has no file missing because of a row set aside on %s', async (_where, number) => {
    const world = serving(1_500);
    await world.copy();
    withBadRow(world, number);
    world.fake.change('public', fakeId(number), { name: 'in odd words' });
    await nextFullScan(world);
    expect(await world.pull()).toEqual({ ok: true, value: null });
    expect([tokens(world.fake.calls), world.sync.setAside.count]).toEqual([[null, '1000'], 1]);
    expect(world.asked).not.toContain('readFile');
    expect(copied(world)).toBe(1_500);
  });

  test('has no file missing because of a row set aside before the scan was stopped', async () => {
    const world = serving(1_500);
    await world.copy();
    withBadRow(world, 2);
    world.fake.change('public', fakeId(2), { name: 'in odd words' });
    await nextFullScan(world);
    failAtPage(world, '1000', noAnswer);
    expect(await world.pull()).toMatchObject({ ok: false });
    world.fake.faultOf = () => null;
    expect(await world.pull()).toEqual({ ok: true, value: null });
    expect(tokens(world.fake.calls)).toEqual([null, '1000', '1000']);
    expect(world.asked).not.toContain('readFile');
    // The next whole scan may call files missing again.
    world.fake.listFiles = FakeService.prototype.listFiles;
    world.fake.remove('public', fakeId(3));
    await nextFullScan(world);
    expect(await world.pull()).toEqual({ ok: true, value: null });
    expect([world.asked.filter((name) => name === 'readFile').length, copied(world)]).toEqual([1, 1_499]);
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

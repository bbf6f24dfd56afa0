import { describe, expect, test } from 'vitest';
import type { SyncPorts } from '../../../electron/sync/ports.ts';
import { pull } from '../../../electron/sync/pull/pull.ts';
import type { Network } from '../../../src/domain/core/ids.ts';
import { fakeFile, fakeId, FakeService } from '../../support/fake-service.ts';
import { answered, failing, noAnswer, notSent } from '../push/failures.ts';
import { copied, serving } from './listed-files.ts';

/** The numbers of a page's files, and the token of the next page. */
type Page = readonly [files: readonly number[], next: string | null];
type Pages = Partial<Record<Network, Readonly<Record<string, Page>>>>;

const never = new AbortController().signal;

/** A mirror of three files that lists the newest files only, of a service whose pages are as given. */
async function listing(pages: Pages, setAside = 0) {
  const world = serving(3, {
    tables: (tables) => ({ ...tables, files: { ...tables.files, count: () => 6_000 } }),
  });
  await world.copy();
  world.announced.length = 0;
  const asked: string[] = [];
  world.fake.listFiles = async (network, token, limit, signal) => {
    const place = token ?? 'first';
    asked.push(`${network} ${place}`);
    const [files, nextPageToken] = pages[network]?.[place] ?? [[], null];
    const service = new FakeService();
    service.put(...files.map((number) => world.fake.file(network, fakeId(number)) ?? fakeFile(number, { network })));
    const page = await service.listFiles(network, null, limit, signal);
    if (!page.ok) return page;
    const rows = page.value.rows + setAside;
    return { ok: true, value: { ...page.value, rows, nextPageToken, setAside, setAsideReason: 'odd' } };
  };
  const pulled = (over: Partial<SyncPorts> = {}) => {
    asked.length = 0;
    return pull({ ...world.ports, ...over }, never);
  };
  /** Yields to edits once, after the page with that number of the files. */
  const yieldAfter = (number: number, network: Network = 'public'): Partial<SyncPorts> => {
    let hasYielded = false;
    const isThere = () => world.tables.files.get({ ...world.of(number, network) }) !== null;
    return { mustYield: () => !hasYielded && (hasYielded = isThere()) };
  };
  return { world, asked, pulled, yieldAfter, copied: () => copied(world) };
}

const complete = { ok: true, value: null };
const incomplete = { ok: true, value: 'incomplete' };
const yielded = { ok: true, value: 'yielded' };

describe('a scan of new files that yields to edits', () => {
  test('goes on at its next page, and with the other network from its beginning', async () => {
    const one = await listing({ public: { first: [[10], '1'], '1': [[11], '2'], '2': [[12], null] } });
    expect(await one.pulled(one.yieldAfter(10))).toEqual(yielded);
    expect(one.asked).toEqual(['public first']);
    expect(await one.pulled()).toEqual(complete);
    expect([one.asked, one.copied()]).toEqual([['public 1', 'public 2', 'private first'], 6]);
  });

  test('in the last network does not list the first one again', async () => {
    const one = await listing({ private: { first: [[20], '1'], '1': [[21], null] } });
    expect(await one.pulled(one.yieldAfter(20, 'private'))).toEqual(yielded);
    expect(await one.pulled()).toEqual(complete);
    expect(one.asked).toEqual(['private 1']);
  });

  test('still tells that the list of an earlier network did not come to its end', async () => {
    const one = await listing({
      public: { first: [[10], '1'], '1': [[11], '1'] },
      private: { first: [[20], '1'], '1': [[21], null] },
    });
    expect(await one.pulled(one.yieldAfter(20, 'private'))).toEqual(yielded);
    expect(await one.pulled()).toEqual(incomplete);
    expect(one.asked).toEqual(['private 1']);
  });
});

describe('a list of new files', () => {
  test('is read on while its pages have news, however many, and is told', async () => {
    const one = await listing({
      public: { first: [[10, 1], '1'], '1': [[2, 11], '2'], '2': [[12], '3'], '3': [[13], '4'], '4': [[1], '5'] },
    });
    expect(await one.pulled()).toEqual(complete);
    expect(one.asked).toEqual(['public first', 'public 1', 'public 2', 'public 3', 'public 4', 'private first']);
    expect(one.world.announced).toContain('files.changed');
  });

  test('may have a few empty pages, again and again, before it is given up', async () => {
    const one = await listing({
      public: {
        ...{ first: [[], '1'], '1': [[], '2'], '2': [[10], '3'] },
        ...{ '3': [[], '4'], '4': [[], '5'], '5': [[11], null] },
      },
    });
    expect(await one.pulled()).toEqual(complete);
    expect(one.copied()).toBe(5);
  });

  test('that leads to the page it is on is not complete, and the other network is listed', async () => {
    const one = await listing({ public: { first: [[10], '1'], '1': [[11], '1'] }, private: { first: [[20], null] } });
    expect(await one.pulled()).toEqual(incomplete);
    expect([one.asked, one.copied()]).toEqual([['public first', 'public 1', 'private first'], 6]);
  });

  test('that fails is a failure of the check, and no other is listed', async () => {
    const one = await listing({});
    one.world.fake.listFiles = async (network) => {
      one.asked.push(network);
      return { ok: false, failure: answered(500) };
    };
    expect(await one.pulled()).toMatchObject({ ok: false, failure: { status: 500 } });
    expect(one.asked).toEqual(['public']);
  });

  test('goes on past a page of which no row can be read', async () => {
    const one = await listing({ public: { first: [[], '1'], '1': [[10], '2'], '2': [[1], null] } }, 3);
    expect(await one.pulled()).toEqual(complete);
    expect([one.asked, one.copied()]).toEqual([['public first', 'public 1', 'public 2', 'private first'], 4]);
  });

  test('has its unreadable rows counted', async () => {
    const one = await listing({}, 2);
    await one.pulled();
    expect(one.world.sync.setAside.count).toBe(4);
  });

  test('is not asked for at the ceiling of files', async () => {
    const one = await listing({});
    one.world.connection = { ...one.world.connection, fileCeiling: { files: 6_000, isFinal: false } };
    expect(await one.pulled()).toEqual({ ok: true, value: 'ceiling' });
    expect(one.asked).toEqual([]);
  });

  test('with a file that is not believed, and cannot be read either, fails', async () => {
    const one = await listing({ public: { first: [[1], null] } });
    one.world.edit(1, { name: 'mine' });
    one.world.fake.next('updateFile', failing(noAnswer));
    await one.world.push();
    one.world.fake.change('public', fakeId(1), { name: 'theirs' });
    one.world.fake.next('readFile', failing(notSent));
    expect(await one.pulled()).toEqual({ ok: false, failure: notSent });
    expect(one.asked).toEqual(['public first']);
  });
});

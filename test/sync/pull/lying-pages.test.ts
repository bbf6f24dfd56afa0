import { describe, expect, test, vi } from 'vitest';
import { httpService } from '../../../electron/remote/http-service.ts';
import { standaloneService, type ServedFile } from '../../support/standalone-service.ts';
import { aFileId, SyncWorld } from '../../support/sync-world.ts';
import { eventually } from '../../support/eventually.ts';

// Real requests on a busy machine take their time.
vi.setConfig({ testTimeout: 30_000 });

type Page = { readonly rows: readonly ServedFile[]; readonly token: unknown };
type Lie = (all: readonly ServedFile[], token: string | null) => Page;

/** More requests than any of these lists needs: what asks so often would ask for ever. */
const TOO_MANY = 150;

/** A service whose list of public files lies. The list of private files is empty, and there is one key. */
async function lying(files: number, lie: Lie) {
  const service = await standaloneService({ files, keys: [{ id: 'key-1', name: 'only', key: 'public-1' }] });
  const world = new SyncWorld({ service: httpService({ baseUrl: service.baseUrl, token: 'a-token' }) });
  const patience = new AbortController();
  const listed = () => service.requests.filter(({ path }) => path === '/v3/files/public').length;
  service.interfere = ({ path, url }) => {
    if (path !== '/v3/files/public') return null;
    if (listed() > TOO_MANY) patience.abort();
    const { rows, token } = lie([...service.files.values()], url.searchParams.get('pageToken'));
    return { status: 200, body: { data: { files: rows, next_page_token: token } } };
  };
  const copied = () => world.tables.files.count(world.connection.id);
  const keys = () => world.mirrorDb.prepare('SELECT count(*) FROM api_keys').pluck().get();
  return { service, world, listed, copied, keys, pull: () => world.pull(patience.signal) };
}

/** Pages of ten, by offset; the list ends as it should. */
const tens: Lie = (all, token) => {
  const from = Number(token ?? 0);
  return { rows: all.slice(from, from + 10), token: from + 10 < all.length ? String(from + 10) : null };
};

/** After the last page it names a token that was never used, for ever. */
const endless: Lie = (all, token) => {
  const from = Number(token ?? 0);
  return { rows: all.slice(from % all.length, (from % all.length) + 10), token: String(from + 10) };
};
/** The last page names the second again. */
const cycle: Lie = (all, token) => {
  const page = tens(all, token);
  return { ...page, token: page.token ?? '10' };
};
const samePage: Lie = (all) => ({ rows: all.slice(0, 10), token: 'again' });
const emptyForEver: Lie = (all, token) =>
  token === null ? { rows: all.slice(0, 10), token: '1' } : { rows: [], token: String(Number(token) + 1) };

describe.each<[string, Lie, number, number]>([
  ['names new page tokens for ever', endless, 50, 50],
  ['goes round in a circle', cycle, 50, 50],
  ['repeats a page under the same token', samePage, 50, 10],
  ['gives empty pages for ever', emptyForEver, 50, 10],
])('a list that %s', (_what, lie, files, expected) => {
  test('comes to an end that is not called complete, with every file it gave', async () => {
    const { world, pull, copied, listed, keys } = await lying(files, lie);
    expect(await pull()).toEqual({ ok: true, value: 'incomplete' });
    expect([copied(), keys()]).toEqual([expected, 1]);
    expect(listed()).toBeLessThanOrEqual(expected / 10 + 4);
    expect(world.tables.files.fullCheckAtMs(world.connection.id)).toBeNull();
  });

  test('is told, and asked again no sooner than a whole one', async () => {
    const { world, listed } = await lying(files, lie);
    world.sync.send({ kind: 'started', mode: 'running' });
    await eventually(() => expect(world.sync.state.pull.problem).toMatchObject({ reason: 'incompleteList' }));
    expect(world.sync.state).toMatchObject({ caughtUpAtMs: null, work: 'none' });
    const asked = listed();
    await world.clock.advance(world.connection.checkEveryMinutes * 60_000 - 1);
    expect(listed()).toBe(asked);
    await world.clock.advance(1);
    await eventually(() => expect(listed()).toBeGreaterThan(asked));
  });

  test('calls no file missing, and hides none', async () => {
    const { service, pull, copied } = await lying(files, tens);
    expect(await pull()).toEqual({ ok: true, value: null });
    const { interfere } = service;
    service.interfere = (request) => {
      if (request.path !== '/v3/files/public') return interfere(request);
      const { rows, token } = lie([...service.files.values()].slice(1), request.url.searchParams.get('pageToken'));
      return { status: 200, body: { data: { files: rows, next_page_token: token } } };
    };
    service.requests.length = 0;
    expect(await pull()).toEqual({ ok: true, value: 'incomplete' });
    expect(service.requests.filter(({ path }) => /public\/./.test(path))).toEqual([]);
    expect(copied()).toBe(50);
  });
});

test('a page that leads to itself is asked for once', async () => {
  const { pull, copied, listed } = await lying(50, (all, token) =>
    token === null ? tens(all, token) : { ...tens(all, token), token },
  );
  expect(await pull()).toEqual({ ok: true, value: 'incomplete' });
  expect([copied(), listed()]).toEqual([20, 2]);
});

test('a list that has become true again is complete', async () => {
  const lies = { now: true };
  const { world, pull, copied } = await lying(50, (all, token) => (lies.now ? cycle : tens)(all, token));
  expect(await pull()).toEqual({ ok: true, value: 'incomplete' });
  lies.now = false;
  expect(await pull()).toEqual({ ok: true, value: null });
  expect([copied(), world.tables.files.fullCheckAtMs(world.connection.id)]).toEqual([50, world.clock.nowMs()]);
});

test('a few empty pages with a token hide nothing behind them', async () => {
  const { pull, copied } = await lying(700, (all, token) => {
    if (token === 'gap') return { rows: [], token: '200' };
    const from = Number(token ?? 0);
    const until = Math.min(from + 200, all.length);
    return { rows: all.slice(from, until), token: until === 200 ? 'gap' : until < all.length ? String(until) : null };
  });
  expect(await pull()).toEqual({ ok: true, value: null });
  expect(copied()).toBe(700);
});

test('a page that only repeats, because files were uploaded meanwhile, is passed over', async () => {
  const { pull, copied } = await lying(50, (all, token) => {
    const page = tens(all, token === 'shifted' ? '0' : token);
    if (token === null) return { ...page, token: 'shifted' };
    return token === 'shifted' ? { ...page, token: '10' } : page;
  });
  expect(await pull()).toEqual({ ok: true, value: null });
  expect(copied()).toBe(50);
});

test('a page token may be a number', async () => {
  const { pull, copied } = await lying(50, (all, token) => {
    const page = tens(all, token);
    return { ...page, token: page.token === null ? null : Number(page.token) };
  });
  expect(await pull()).toEqual({ ok: true, value: null });
  expect(copied()).toBe(50);
});

test.each([{ n: 1 }, ['1'], true, 1.5, 2 ** 60])('a page token that is neither (%o) is no list', async (token) => {
  const { world, pull, copied } = await lying(50, (all) => ({ rows: all.slice(0, 10), token }));
  await pull();
  expect(copied()).toBe(0);
  expect(world.connection.learnt.listing).toMatchObject({ kind: 'no', words: 'the answer is not a list of files' });
});

test('an edit is sent while a list never ends', async () => {
  const { service, world } = await lying(50, endless);
  world.sync.send({ kind: 'started', mode: 'running' });
  await eventually(() => expect(world.tables.files.count(world.connection.id)).toBeGreaterThan(0));
  world.edit(aFileId([...service.files.keys()][0] ?? ''), { name: 'mine' });
  world.sync.send({ kind: 'editQueued' });
  await eventually(() => expect([...service.files.values()][0]?.name).toBe('mine'));
});

describe('new files of a large library', () => {
  /** A mirror that takes the short way: it lists the newest files only. */
  async function large(lie: Lie) {
    const world = await lying(60, tens);
    await world.pull();
    const { files } = world.world.tables;
    vi.spyOn(files, 'count').mockReturnValue(6_000);
    const { interfere } = world.service;
    world.service.interfere = (request) => {
      if (request.path !== '/v3/files/public') return interfere(request);
      const { rows, token } = lie([...world.service.files.values()], request.url.searchParams.get('pageToken'));
      return { status: 200, body: { data: { files: rows, next_page_token: token } } };
    };
    world.service.requests.length = 0;
    return world;
  }

  test('behind empty pages for ever are not called complete', async () => {
    const { pull, listed } = await large((_all, token) => ({ rows: [], token: String(Number(token) + 1) }));
    expect(await pull()).toEqual({ ok: true, value: 'incomplete' });
    expect(listed()).toBeLessThanOrEqual(4);
  });

  test('of a list that only repeats are complete', async () => {
    const { pull, listed } = await large(samePage);
    expect(await pull()).toEqual({ ok: true, value: null });
    expect(listed()).toBe(1);
  });
});

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { environmentFetch } from '../../electron/remote/environment-fetch.ts';
import type { Updates, UpdatesPorts } from '../../electron/updates/updates.ts';
import { publicKeyOf, signatureOf } from '../../electron/package/update-feed.mjs';
import { noUpdates, type UpdateChoice } from '../../src/domain/updates/update-state.ts';
import { temporaryDirectory } from '../support/database.ts';
import { httpServer } from '../support/http-server.ts';
import { addressOf, content, ended, feedText, name, pem, privateKey, type Release, world } from './update-world.ts';

test('a good update is found, fetched and checked, and lies there for the person', async () => {
  const { updates, directory, left, stored, clock } = await ended();
  const path = join(directory, name);
  expect(updates.state).toEqual({ kind: 'ready', version: '2.0.0', path, notesUrl: 'https://releases.test/latest' });
  expect([left(), readFileSync(path).equals(content)]).toEqual([[name], true]);
  expect(stored.choice).toEqual({ isDaily: false, checkedAtMs: clock.nowMs(), rolloutNumber: 50 });
});

describe('an update that is refused leaves nothing, and says why:', () => {
  const another = Buffer.from(content);
  another[1_000_000]! ^= 1;
  test.each<[string, Release, string, string]>([
    ['a tampered file', { content: another }, 'available', 'tamperedFile'],
    ['a longer file', { content: Buffer.concat([content, content]) }, 'available', 'tamperedFile'],
    ['a cut download', { cutAfter: 1_000_000 }, 'available', 'cutDownload'],
    ['a shorter file', { content: content.subarray(1) }, 'available', 'cutDownload'],
    [
      'a tampered feed',
      { feed: feedText({ version: '9.0.0' }), signature: signatureOf(feedText(), privateKey) },
      'resting',
      'badSignature',
    ],
    ['another key', { signature: signatureOf(feedText(), pem()) }, 'resting', 'badSignature'],
    ['no signature', { signature: '' }, 'resting', 'badSignature'],
    ['a signed feed of another shape', { feed: '{"schema":2}' }, 'resting', 'malformedFeed'],
    ['a signed feed that is no JSON', { feed: 'null and void' }, 'resting', 'malformedFeed'],
    ['a feed without end', { feed: feedText({ pad: 'x'.repeat(70_000) }) }, 'resting', 'malformedFeed'],
  ])('%s', async (_name, release, kind, problem) => {
    const one = await ended(release);
    expect([one.kind, one.problem, one.left(), one.bugs]).toEqual([kind, problem, [], []]);
  });

  test('a server that is away', async () => {
    const fetch = () => Promise.reject(new TypeError('fetch failed'));
    expect(await ended({}, { fetch })).toMatchObject({ kind: 'resting', problem: 'unreachable' });
  });

  test('a proxy that cannot be used', async () => {
    const fetch = environmentFetch({ https_proxy: 'socks5://127.0.0.1:1' });
    const one = await ended({}, { fetch });
    expect([one.kind, one.problem, one.bugs]).toEqual(['resting', 'unreachable', []]);
  });

  test('a release without a feed', async () => {
    const { origin } = await httpServer((_request, response) => response.writeHead(404).end());
    const source = { url: origin, publicKey: publicKeyOf(privateKey) };
    expect(await ended({}, { source })).toMatchObject({ kind: 'resting', problem: 'noFeed' });
  });

  test('a disk that fills while the package comes', async () => {
    const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    const openFile: UpdatesPorts['openFile'] = async (...given) => {
      const opened = await open(...given);
      return Object.assign(opened, { writeFile: () => Promise.reject(full) });
    };
    const one = await ended({}, { openFile });
    expect([one.kind, one.problem, one.left(), one.bugs]).toEqual(['available', 'diskFull', [], []]);
  });

  test('a folder that takes no file', async () => {
    const directory = join(temporaryDirectory(), 'updates');
    writeFileSync(directory, 'a file in the way');
    expect(await ended({}, { directory })).toMatchObject({ kind: 'available', problem: 'notWritable' });
  });
});

test('a release that comes between the two requests of a look is found, and nobody is suspected', async () => {
  const newer = feedText({ version: '2.0.1' });
  const feeds = [feedText(), newer];
  const fetch: typeof globalThis.fetch = (input) =>
    Promise.resolve(
      new Response(addressOf(input).endsWith('.json') ? (feeds.shift() ?? null) : signatureOf(newer, privateKey)),
    );
  const one = await world({}, { fetch });
  await one.updates.check();
  expect([one.updates.state, one.updates.problem]).toMatchObject([{ kind: 'available', version: '2.0.1' }, null]);
});

test('an address that leads to plain http is not followed', async () => {
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    asked.push(addressOf(input));
    const isFirst = asked.length === 1;
    return isFirst
      ? new Response(null, { status: 302, headers: { Location: 'http://releases.test/feed' } })
      : new Response(feedText());
  };
  const source = { url: 'https://releases.test', publicKey: publicKeyOf(privateKey) };
  expect(await ended({}, { fetch, source })).toMatchObject({ kind: 'resting', problem: 'unreachable' });
  expect(asked).toEqual(['https://releases.test/pinfold-updates.json']);
});

test('a package without end is left once it is longer than the feed says', async () => {
  let sentBytes = 0;
  const endless = (): ReadableStream<Uint8Array> =>
    new ReadableStream({
      pull: (to) => {
        if (sentBytes > 4 * content.length) return to.error(new Error('too patient'));
        sentBytes += 500_000;
        return to.enqueue(new Uint8Array(500_000));
      },
    });
  const fetch: typeof globalThis.fetch = (input, init) =>
    addressOf(input).endsWith('.deb') ? Promise.resolve(new Response(endless())) : globalThis.fetch(input, init);
  const one = await ended({}, { fetch });
  expect([one.kind, one.problem, one.left()]).toEqual(['available', 'tamperedFile', []]);
});

test('a body that is not read to its end is given up, and its connection with it', async () => {
  const givenUp: string[] = [];
  const unread = (path: string): ReadableStream<Uint8Array> =>
    new ReadableStream({
      pull: (to) => to.enqueue(new Uint8Array(500_000)),
      cancel: () => void givenUp.push(path),
    });
  const endless =
    (ending: string): typeof globalThis.fetch =>
    (input, init) =>
      addressOf(input).endsWith(ending) ? Promise.resolve(new Response(unread(ending))) : globalThis.fetch(input, init);
  await ended({}, { fetch: endless('.json') });
  await ended({}, { fetch: endless('.deb') });
  const openFile = () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
  const full = await ended({}, { fetch: endless('.deb'), openFile });
  expect([full.problem, givenUp]).toEqual(['diskFull', ['.json', '.deb', '.deb']]);
});

test('a look that cannot be noted is over, and another one may follow', async () => {
  const full = new Error('SQLITE_FULL');
  const write = (): void => {
    throw full;
  };
  const one = await world({}, { choice: { read: () => noUpdates, write } });
  await expect(one.updates.check()).rejects.toBe(full);
  expect(one.updates.state).toEqual({ kind: 'resting' });
});

test('a download that a bug ends may be tried again', async () => {
  const bug = new Error('a bug');
  const one = await world({}, { rename: () => Promise.reject(bug) });
  await one.updates.check();
  await expect(one.updates.download()).rejects.toBe(bug);
  expect(one.updates.state.kind).toBe('available');
});

test('a look that the end of the program interrupts changes nothing, and sets no time for the next', async () => {
  const written: UpdateChoice[] = [];
  const choice = {
    read: (): UpdateChoice => ({ ...noUpdates, isDaily: true }),
    write: (one: UpdateChoice) => void written.push(one),
  };
  const fetch: typeof globalThis.fetch = (_input, init) =>
    new Promise((_resolve, reject) =>
      init?.signal?.addEventListener('abort', () => reject(new TypeError('fetch failed'))),
    );
  const one = await world({}, { fetch, choice });
  const look = one.updates.check();
  one.updates.close();
  await look;
  expect([written, one.clock.wakes]).toEqual([[], 0]);
});

test.each([
  ['2.0.0', 'upToDate'],
  ['3.0.0', 'upToDate'],
])('a feed with an older version than %s is no update', async (version, kind) => {
  const installation = { version, kind: 'deb', arch: 'x64' } as const;
  const one = await ended({}, { installation });
  expect([one.kind, one.asked().filter((path) => path.includes('.deb'))]).toEqual([kind, []]);
});

test('a release in stages comes later to this installation, and its number stays', async () => {
  const one = await world({ feed: feedText({ rolloutPercent: 50 }) });
  one.stored.choice = { ...noUpdates, rolloutNumber: 70 };
  await one.updates.check();
  expect([one.updates.state, one.stored.choice.rolloutNumber]).toEqual([{ kind: 'later', version: '2.0.0' }, 70]);
});

test('a package of an earlier version makes way, and nothing beside the folder is touched', async () => {
  const one = await world();
  mkdirSync(one.directory, { recursive: true });
  writeFileSync(join(one.directory, 'pinfold-1.5.0-linux-amd64.deb'), 'old');
  writeFileSync(join(one.directory, '..', 'outbox.db'), 'edits');
  await one.updates.check();
  await one.updates.download();
  expect(one.left()).toEqual([name]);
  expect(readFileSync(join(one.directory, '..', 'outbox.db'), 'utf8')).toBe('edits');
});

test('a package that lies there since an earlier start is checked and not fetched again; an altered one is', async () => {
  const first = await ended();
  const path = join(first.directory, name);
  const again = await ended({}, { directory: first.directory });
  expect([again.kind, again.asked().filter((asked) => asked.endsWith(name))]).toEqual(['ready', []]);
  const altered = Buffer.from(content);
  altered[7]! ^= 1;
  for (const other of [altered, content.subarray(1)]) {
    writeFileSync(path, other);
    const anew = await ended({}, { directory: first.directory });
    expect([anew.kind, readFileSync(path).equals(content)]).toEqual(['ready', true]);
    expect(anew.asked().some((asked) => asked.endsWith(name))).toBe(true);
  }
});

test('nobody is asked before the person says yes; then once a day, until the person says no', async () => {
  const one = await world();
  const looks = (): number => one.asked().filter((path) => path === '/latest/pinfold-updates.json').length;
  const days = async (count: number): Promise<void> => {
    await one.clock.advance(count * 86_400_000);
    await settled(one.updates);
  };
  one.updates.start();
  await days(9);
  expect(looks()).toBe(0);
  one.updates.choose(true);
  await days(0);
  expect(looks()).toBe(1);
  await days(0.9);
  expect(looks()).toBe(1);
  await days(0.2);
  expect(looks()).toBe(2);
  one.updates.choose(false);
  await days(9);
  expect([looks(), one.clock.wakes, one.bugs]).toEqual([2, 0, []]);
});

test('a build that names no feed asks nobody, whatever the person wants', async () => {
  const one = await world({}, { source: null });
  one.updates.choose(true);
  await one.updates.check();
  await one.clock.advance(86_400_000);
  expect([one.updates.state, one.asked()]).toEqual([{ kind: 'notConfigured' }, []]);
});

async function settled({ state }: Updates): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  if (state.kind === 'checking') await expect.poll(() => state.kind).not.toBe('checking');
}

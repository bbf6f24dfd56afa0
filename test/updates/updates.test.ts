import { createHash, generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Updates, type UpdatesPorts } from '../../electron/updates/updates.ts';
import { publicKeyOf, signatureOf } from '../../electron/package/update-feed.mjs';
import { noUpdates, type UpdateChoice } from '../../src/domain/updates/update-state.ts';
import { temporaryDirectory } from '../support/database.ts';
import { httpServer } from '../support/http-server.ts';
import { ManualClock } from '../support/manual-clock.ts';

const pem = (): string => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const privateKey = pem();
const content = Buffer.alloc(3_000_000, 'package');
const name = 'pinfold-2.0.0-linux-amd64.deb';
const sha512 = createHash('sha512').update(content).digest('hex');
const file = { name, kind: 'deb', arch: 'x64', sizeBytes: content.length, sha512 };
const feedText = (over: object = {}): string =>
  JSON.stringify({ schema: 1, version: '2.0.0', rolloutPercent: 100, files: [file], ...over });

type Release = {
  readonly feed?: string;
  readonly signature?: string;
  readonly content?: Buffer;
  /** Bytes of the package after which the connection breaks. */
  readonly cutAfter?: number;
};

/** A page of releases on this computer, and a program that looks there. */
async function world(release: Release = {}, over: Partial<UpdatesPorts> = {}) {
  const feed = release.feed ?? feedText();
  const served: Record<string, Buffer> = {
    'pinfold-updates.json': Buffer.from(feed),
    'pinfold-updates.json.sig': Buffer.from(release.signature ?? signatureOf(feed, privateKey)),
    [name]: release.content ?? content,
  };
  const server = await httpServer(({ path }, response) => {
    const [, folder, asked = ''] = path.split('/');
    // As hosts of releases do: the address of the newest leads to where the file lies.
    if (folder === 'latest') return response.writeHead(302, { Location: `/files/${asked}` }).end();
    const body = served[asked];
    if (body === undefined) return response.writeHead(404).end();
    response.writeHead(200, { 'Content-Length': body.length });
    if (asked !== name || release.cutAfter === undefined) return response.end(body);
    return response.write(body.subarray(0, release.cutAfter), () => response.destroy());
  });
  const directory = join(temporaryDirectory(), 'updates');
  const clock = new ManualClock();
  const stored: { choice: UpdateChoice } = { choice: noUpdates };
  const bugs: unknown[] = [];
  const updates = new Updates({
    source: { url: `${server.origin}/latest`, publicKey: publicKeyOf(privateKey) },
    notesUrl: 'https://releases.test/latest',
    installation: { version: '1.0.0', kind: 'deb', arch: 'x64' },
    directory,
    choice: { read: () => stored.choice, write: (changed) => (stored.choice = changed) },
    fetch: globalThis.fetch,
    allowsLoopback: true,
    held: { wait: async () => undefined, platform: 'win32' },
    nowMs: clock.nowMs,
    wakeAt: clock.wakeAt,
    random: () => 0.5,
    announce: () => undefined,
    report: (error) => bugs.push(error),
    ...over,
  });
  const left = (): readonly string[] => (existsSync(directory) ? readdirSync(directory) : []);
  const asked = (): readonly string[] => server.arrived.map(({ path }) => path);
  return { updates, directory, clock, stored, left, asked, bugs };
}

/** How a look, and a download after it, ends. */
async function ended(release: Release = {}, over: Partial<UpdatesPorts> = {}) {
  const one = await world(release, over);
  await one.updates.check();
  if (one.updates.state.kind === 'available') await one.updates.download();
  return { ...one, kind: one.updates.state.kind, problem: one.updates.problem };
}

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

const addressOf = (input: string | URL | Request): string => (input instanceof Request ? input.url : input.toString());

async function settled({ state }: Updates): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  if (state.kind === 'checking') await expect.poll(() => state.kind).not.toBe('checking');
}

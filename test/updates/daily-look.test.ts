import { expect, test } from 'vitest';
import { signatureOf } from '../../electron/package/update-feed.mjs';
import type { UpdatesPorts } from '../../electron/updates/updates.ts';
import { DAY_MS, HOUR_MS } from '../../src/domain/core/durations.ts';
import { noUpdates, type UpdateChoice } from '../../src/domain/updates/update-state.ts';
import { addressOf, feedText, file, name, privateKey, type Release, world } from './update-world.ts';

type World = Awaited<ReturnType<typeof world>>;

const daily: UpdateChoice = { ...noUpdates, isDaily: true };
const bug = new Error('a bug');
const thrown = (): never => {
  throw bug;
};
const isFeed = (path: string): boolean => path.endsWith('pinfold-updates.json');

/** A world where the daily look is wanted, and what the person saw of its updates. */
async function dailyWorld(release: Release = {}, over: Partial<UpdatesPorts> = {}) {
  const seen: unknown[] = [];
  const announce = (): void => void seen.push([one.updates.state.kind, one.updates.problem]);
  const one: World = await world(release, { announce, ...over });
  one.stored.choice = daily;
  return { ...one, seen };
}

/** Lets the time until the next look pass, and waits until that look is over. */
async function nextLook({ clock, updates }: Pick<World, 'clock' | 'updates'>): Promise<void> {
  await clock.advance((clock.nextWakeMs ?? NaN) - clock.nowMs());
  await expect.poll(() => updates.state.kind).not.toBe('checking');
}

const bugs: Record<string, () => Partial<UpdatesPorts>> = {
  'in its request': () => ({ fetch: () => Promise.reject(bug) }),
  'in reading when the last one was': () => {
    let reads = 0;
    const read = (): UpdateChoice => (++reads === 1 ? daily : thrown());
    return { choice: { read, write: () => undefined } };
  },
  'in noting that it was': () => ({ choice: { read: () => daily, write: thrown } }),
};

test.each(Object.entries(bugs))(
  'a bug %s is reported, and the next daily look comes a day later',
  async (_at, over) => {
    const one = await dailyWorld({}, over());
    one.updates.start();
    for (const told of [[bug], [bug, bug]]) {
      await nextLook(one);
      expect([one.bugs, one.updates.state.kind]).toEqual([told, 'resting']);
      expect(one.clock.nextWakeMs).toBe(one.clock.nowMs() + DAY_MS);
    }
  },
);

test('a bug in a download is thrown, and the daily look that it held up is due', async () => {
  const rename = async (): Promise<never> => {
    await one.clock.advance(DAY_MS);
    throw bug;
  };
  const one: World = await dailyWorld({}, { rename });
  one.updates.start();
  await nextLook(one);
  await expect(one.updates.download()).rejects.toBe(bug);
  expect([one.updates.state.kind, one.clock.nextWakeMs]).toEqual(['available', one.clock.nowMs()]);
});

test('a daily look that finds the same package keeps in sight why its download failed', async () => {
  const one = await dailyWorld({ cutAfter: 1_000_000 });
  await one.updates.check();
  await one.updates.download();
  one.seen.length = 0;
  await nextLook(one);
  expect(one.seen).toEqual([
    ['checking', 'cutDownload'],
    ['available', 'cutDownload'],
  ]);
  expect(one.asked().filter((path) => path.endsWith(name)).length).toBe(2);
});

test('a look of the person ends the notice, and so does another package', async () => {
  const another = feedText({ version: '3.0.0', files: [{ ...file, sha512: 'a'.repeat(128) }] });
  let isReplaced = false;
  const fetch: typeof globalThis.fetch = (input, init) => {
    const path = addressOf(input);
    if (!isReplaced || path.endsWith(name)) return globalThis.fetch(input, init);
    return Promise.resolve(new Response(isFeed(path) ? another : signatureOf(another, privateKey)));
  };
  const one = await dailyWorld({ cutAfter: 1_000_000 }, { fetch });
  await one.updates.check();
  await one.updates.download();
  await one.updates.check();
  expect(one.updates.problem).toBeNull();
  await one.updates.download();
  expect(one.updates.problem).toBe('cutDownload');
  isReplaced = true;
  await nextLook(one);
  expect([one.updates.state, one.updates.problem]).toMatchObject([{ kind: 'available', version: '3.0.0' }, null]);
});

/** A page of releases where a newer one has taken the place of the one that was found; `newer` is null where its package is just gone. */
const replaced =
  (newer: string | null): typeof globalThis.fetch =>
  (input, init) => {
    const path = addressOf(input);
    if (path.endsWith(name)) return Promise.resolve(new Response(null, { status: 404 }));
    if (newer === null) return globalThis.fetch(input, init);
    return Promise.resolve(new Response(isFeed(path) ? newer : signatureOf(newer, privateKey)));
  };

test.each([
  ['a newer release has taken its place, which is offered', feedText({ version: '2.0.1', files: [] }), '2.0.1', null],
  ['it is gone, and the reason is told', null, '2.0.0', 'unreachable'],
])('a package is not found where %s', async (_why, newer, version, problem) => {
  let isReplaced = false;
  const fetch: typeof globalThis.fetch = (input, init) =>
    isReplaced ? replaced(newer)(input, init) : globalThis.fetch(input, init);
  const one = await dailyWorld({}, { fetch });
  await one.updates.check();
  isReplaced = true;
  await one.updates.download();
  expect([one.updates.state, one.updates.problem]).toMatchObject([{ kind: 'available', version }, problem]);
  expect(one.clock.nextWakeMs).toBe(one.clock.nowMs() + DAY_MS);
});

test('a look that reaches nobody is none of the day: where the network comes after the start, another one follows', async () => {
  let isAway = true;
  const fetch: typeof globalThis.fetch = (input, init) =>
    isAway ? Promise.reject(new TypeError('fetch failed')) : globalThis.fetch(input, init);
  const one = await dailyWorld({}, { fetch });
  one.updates.start();
  await nextLook(one);
  expect([one.updates.problem, one.stored.choice.checkedAtMs]).toEqual(['unreachable', null]);
  expect(one.clock.nextWakeMs).toBe(one.clock.nowMs() + HOUR_MS);
  await one.updates.check();
  expect(one.clock.nextWakeMs).toBe(one.clock.nowMs() + HOUR_MS);
  isAway = false;
  await nextLook(one);
  expect([one.updates.state.kind, one.stored.choice.checkedAtMs]).toEqual(['available', one.clock.nowMs()]);
  expect(one.clock.nextWakeMs).toBe(one.clock.nowMs() + DAY_MS);
});

test('a look of a person that reaches nobody sets no time for another where none is wanted', async () => {
  const one = await dailyWorld({}, { fetch: () => Promise.reject(new TypeError('fetch failed')) });
  one.stored.choice = noUpdates;
  await one.updates.check();
  expect([one.updates.problem, one.clock.nextWakeMs]).toEqual(['unreachable', null]);
});

test('a daily look that fails says so, and leaves the package that was found on offer', async () => {
  let isAway = false;
  const fetch: typeof globalThis.fetch = (input, init) =>
    isAway && isFeed(addressOf(input)) ? Promise.reject(new TypeError('fetch failed')) : globalThis.fetch(input, init);
  const one = await dailyWorld({}, { fetch });
  await one.updates.check();
  isAway = true;
  await nextLook(one);
  expect([one.updates.state.kind, one.updates.problem]).toEqual(['available', 'unreachable']);
  isAway = false;
  await nextLook(one);
  expect([one.updates.state.kind, one.updates.problem]).toEqual(['available', null]);
  await one.updates.download();
  expect(one.updates.state.kind).toBe('ready');
});

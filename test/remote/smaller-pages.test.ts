import { describe, expect, test } from 'vitest';
import { rateLimited, unlimited } from '../../electron/remote/service-decorators.ts';
import { RateLimit } from '../../electron/remote/rate-limit.ts';
import { smallerPages } from '../../electron/remote/smaller-pages.ts';
import type { PacedService } from '../../electron/remote/service.ts';
import type { Network } from '../../src/domain/core/ids.ts';
import { fakeFile, FakeService } from '../support/fake-service.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { answered, failing, malformed, noAnswer, notSent, tooLarge } from '../sync/push/failures.ts';
import { never } from './asking.ts';

const PAGE = 1_000;

/** A service whose answer is too large for more than so many rows from a place in the list. */
function heavy(mostRows: (from: number, network: Network) => number, files = 2_500) {
  const fake = new FakeService();
  for (let number = 1; number <= files; number++) fake.put(fakeFile(number));
  fake.faultOf = ({ name, input: [network, token, rows] }) => {
    const most = mostRows(Number(token ?? 0), network === 'private' ? 'private' : 'public');
    return name === 'listFiles' && Number(rows) > most ? failing(tooLarge) : null;
  };
  const asked = () => fake.calls.map(({ input: [, token, rows] }) => [Number(token ?? 0), rows]);
  return { fake, asked };
}

const tenOf = (rows: number): readonly number[] => Array<number>(10).fill(rows);

/** Walks a list to its end. @returns the ids that it gave, or the failure that it ended with */
async function walk(service: PacedService, limit = PAGE, network: Network = 'public') {
  const ids: string[] = [];
  for (let token: string | null = null; ;) {
    const page = await service.listFiles(network, token, limit, never);
    if (!page.ok) return page.failure;
    ids.push(...page.value.items.map(({ record }) => record.id));
    token = page.value.nextPageToken;
    if (token === null) return ids;
  }
}

describe('a page whose answer is too large', () => {
  test('is asked for again with a tenth of its rows, from the same place', async () => {
    const { fake, asked } = heavy(() => 100, 150);
    const service = smallerPages(unlimited(fake));
    expect(await walk(service)).toHaveLength(150);
    expect(asked()).toEqual([
      [0, 1_000],
      [0, 100],
      [100, 100],
    ]);
  });

  test('shrinks to ten rows and no further', async () => {
    const { fake, asked } = heavy(() => 9);
    expect(await walk(smallerPages(unlimited(fake)))).toEqual(tooLarge);
    expect(asked().map(([, rows]) => rows)).toEqual([1_000, 100, 10]);
  });

  test('of ten rows or fewer is asked for once', async () => {
    for (const rows of [1, 10]) {
      const { fake, asked } = heavy(() => 0);
      expect(await walk(smallerPages(unlimited(fake)), rows)).toEqual(tooLarge);
      expect(asked()).toEqual([[0, rows]]);
    }
  });

  test('is followed by ten small ones, and then by pages of the former size', async () => {
    const { fake, asked } = heavy((from) => (from < 300 ? 100 : PAGE));
    expect(await walk(smallerPages(unlimited(fake)))).toHaveLength(2_500);
    const small = Array.from({ length: 10 }, (_, at) => [at * 100, 100]);
    expect(asked()).toEqual([[0, 1_000], ...small, [1_000, 1_000], [2_000, 1_000]]);
  });

  test('of a list that is heavy all through costs one answer in vain for each full page', async () => {
    const { fake, asked } = heavy(() => 100);
    const ids = await walk(smallerPages(unlimited(fake)));
    expect(new Set(Array.isArray(ids) ? ids : []).size).toBe(2_500);
    expect(asked().filter(([, rows]) => rows === PAGE)).toEqual([
      [0, PAGE],
      [1_000, PAGE],
      [2_000, PAGE],
    ]);
  });

  test('grows step by step from the smallest size', async () => {
    const { fake, asked } = heavy((from) => (from < 100 ? 10 : PAGE));
    expect(await walk(smallerPages(unlimited(fake)))).toHaveLength(2_500);
    const rows = asked().map(([, each]) => each);
    expect(rows).toEqual([1_000, 100, ...tenOf(10), ...tenOf(100), 1_000, 1_000]);
  });

  test('says nothing of another network, and nothing of a question for fewer rows', async () => {
    const { fake, asked } = heavy((_from, network) => (network === 'public' ? 100 : PAGE));
    const service = smallerPages(unlimited(fake));
    await service.listFiles('public', null, PAGE, never);
    await service.listFiles('private', null, PAGE, never);
    for (let times = 0; times < 20; times++) await service.listFiles('public', null, 1, never);
    await service.listFiles('public', null, PAGE, never);
    expect(asked().filter(([, rows]) => rows !== 1)).toEqual([
      [0, 1_000],
      [0, 100],
      [0, 1_000],
      [0, 100],
    ]);
  });
});

test.each([malformed, noAnswer])('a page that fails otherwise (%o) is not asked for again', async (failure) => {
  const { fake, asked } = heavy(() => PAGE);
  fake.next('listFiles', failing(failure));
  expect(await walk(smallerPages(unlimited(fake)))).toEqual(failure);
  expect(asked()).toHaveLength(1);
});

test.each([noAnswer, malformed, answered(504)])(
  'a page that may have taken too long (%o) is followed by a hundred small ones',
  async (failure) => {
    const { fake, asked } = heavy(() => PAGE, 12_000);
    const service = smallerPages(unlimited(fake));
    fake.next('listFiles', failing(failure));
    expect(await walk(service)).toEqual(failure);
    expect(await walk(service)).toHaveLength(12_000);
    expect(asked().map(([, rows]) => rows)).toEqual([PAGE, ...Array<number>(100).fill(100), PAGE, PAGE]);
  },
);

test('a page that was given up, that did not leave or that the service refuses says nothing of its size', async () => {
  const { fake, asked } = heavy(() => PAGE, 10);
  const service = smallerPages(unlimited(fake));
  for (const failure of [notSent, answered(429), answered(400)]) {
    fake.next('listFiles', failing(failure));
    await service.listFiles('public', null, PAGE, never);
  }
  const giveUp = new AbortController();
  fake.next('listFiles', failing(noAnswer));
  fake.onCall = () => giveUp.abort();
  await service.listFiles('public', null, PAGE, giveUp.signal);
  await service.listFiles('public', null, PAGE, never);
  expect(asked().map(([, rows]) => rows)).toEqual([PAGE, PAGE, PAGE, PAGE, PAGE]);
});

test('a smaller page waits for its turn as every request does', async () => {
  const { fake, asked } = heavy(() => 10);
  const clock = new ManualClock();
  const service = smallerPages(rateLimited(fake, new RateLimit(6, clock)));
  const page = service.listFiles('public', null, PAGE, never);
  await clock.settle();
  expect(asked()).toHaveLength(1);
  await clock.advance(60_000);
  expect(await page).toMatchObject({ ok: true, value: { rows: 10 } });
  expect(asked()).toHaveLength(3);
});

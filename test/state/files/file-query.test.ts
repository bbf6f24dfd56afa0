import { expect, test } from 'vitest';
import { RouterState } from '../../../src/state/app/router.svelte.ts';
import { allSettings } from '../../../src/state/app/route.ts';
import { pageClock } from '../../../src/state/app/clock.svelte.ts';
import { FileQueryState } from '../../../src/state/files/file-query.svelte.ts';

/** A list of files at an address; a step of the history is what Back returns to. */
function aQuery(hash = '#/c/x/files') {
  const entries = [hash];
  let arrived = (): void => undefined;
  let nowMs = 0;
  const bar = {
    read: () => entries.at(-1) ?? '',
    push: (next: string) => void entries.push(next),
    replace: (next: string) => void entries.splice(-1, 1, next),
    listen: (told: () => void) => {
      arrived = told;
      return () => undefined;
    },
  };
  const timers: (() => void)[] = [];
  const clock = {
    ...pageClock,
    steadyMs: () => nowMs,
    after: (_: number, work: () => void) => {
      timers.push(work);
      return () => void timers.splice(timers.indexOf(work), 1);
    },
  };
  const router = new RouterState(bar, clock);
  router.watch();
  const query = new FileQueryState(router, 'x', clock);
  router.follow(() => void query.follow());
  query.follow();
  return {
    query,
    router,
    entries,
    wait: (ms: number) => {
      nowMs += ms;
      timers.splice(0).forEach((work) => work());
    },
    back: () => {
      entries.pop();
      arrived();
    },
  };
}

const type = ({ query, wait }: ReturnType<typeof aQuery>, text: string): void => {
  for (let end = 1; end <= text.length; end += 1) {
    query.find(text.slice(0, end));
    wait(300);
  }
};

test('an address with search and order opens that question', () => {
  const { query } = aQuery('#/c/x/files?search=sunrise&sort=-size&network=public');
  expect(query.current).toMatchObject({
    search: 'sunrise',
    sort: { column: 'size', descending: true },
    network: 'public',
  });
  expect(query.isNarrowed).toBe(true);
});

test('a word typed letter by letter is one step, and Back empties the search', () => {
  const screen = aQuery();
  type(screen, 'sunrise');
  expect(screen.entries).toEqual(['#/c/x/files', '#/c/x/files?search=sunrise']);
  screen.back();
  expect(screen.query.search).toBe('');
});

test('a search that rested is a step of its own', () => {
  const screen = aQuery();
  type(screen, 'sun');
  screen.wait(2_000);
  screen.query.find('moon');
  expect(screen.entries).toEqual(['#/c/x/files', '#/c/x/files?search=sun', '#/c/x/files?search=moon']);
  screen.back();
  expect(screen.query.search).toBe('sun');
});

test('letters typed after another step do not overwrite it', () => {
  const screen = aQuery();
  screen.query.find('s');
  screen.query.addFilter({ kind: 'network', network: 'public' });
  screen.query.find('su');
  expect(screen.entries.slice(1)).toEqual([
    '#/c/x/files?search=s',
    '#/c/x/files?search=s&network=public',
    '#/c/x/files?search=su&network=public',
  ]);
});

test('a search from another screen goes to all files, and its next letters share that step', () => {
  const screen = aQuery('#/c/x/files?network=public&search=old');
  screen.router.go(allSettings);
  type(screen, 'ab');
  expect(screen.entries.slice(1)).toEqual(['#/c/x/settings', '#/c/x/files?search=ab']);
});

test('another order is a step, and the same column turns it round', () => {
  const { query, entries, back } = aQuery('#/c/x/files?search=s');
  query.sortBy('size');
  query.sortBy('size');
  expect(entries.slice(1)).toEqual(['#/c/x/files?search=s&sort=size', '#/c/x/files?search=s&sort=-size']);
  back();
  expect(query.sort).toEqual({ column: 'size', descending: false });
});

test('widening removes search and filters, and keeps the order', () => {
  const { query, entries } = aQuery('#/c/x/files?search=s&sort=-size&network=public');
  query.widen();
  expect(entries.at(-1)).toBe('#/c/x/files?sort=-size');
});

test('a saved search whose names came first is in the order that a person names afterwards', () => {
  const { query } = aQuery();
  query.find('sunrise');
  const { current } = query;
  query.show(current);
  expect(query.current).toEqual(current);
  query.sortBy('size');
  expect([current.nameFirst, query.current.nameFirst]).toEqual([true, undefined]);
});

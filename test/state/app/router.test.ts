import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fileId } from '../../../src/domain/core/ids.ts';
import { RouterState } from '../../../src/state/app/router.svelte.ts';
import { allFiles, allSettings } from '../../../src/state/app/route.ts';

/** A browser's history, as far as it can be seen from the page. */
function aBrowser(hash: string) {
  const entries = [hash];
  let at = 0;
  let listener = (): void => undefined;
  return {
    entries,
    back: () => {
      at -= 1;
      listener();
    },
    /** A link changes the address at once, and the page hears of it a task later. */
    click: (hash: string) => {
      entries.splice(++at, entries.length, hash);
      return () => listener();
    },
    bar: {
      read: () => entries[at] ?? '',
      push: (next: string) => void entries.splice(++at, entries.length, next),
      replace: (next: string) => void (entries[at] = next),
      listen: (told: () => void) => {
        listener = told;
        return () => void (listener = () => undefined);
      },
    },
  };
}
const file = (id: string) => ({ ...allFiles, file: { network: 'public', id: fileId.parse(id) } }) as const;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('rows passed with a held key leave one address and no steps for Back', () => {
  const browser = aBrowser('#/c/x/files');
  const router = new RouterState(browser.bar);
  for (let number = 0; number < 300; number += 1) router.note(file(`f${number}`));
  vi.advanceTimersByTime(1_000);
  expect(browser.entries).toEqual(['#/c/x/files/public/f299']);
});

test('Back returns to the file that was chosen, however quickly the screen was left', () => {
  const browser = aBrowser('#/c/x/files');
  const router = new RouterState(browser.bar);
  router.watch();
  router.note(file('f1'));
  router.go(allSettings);
  expect([browser.entries, router.target]).toEqual([['#/c/x/files/public/f1', '#/c/x/settings'], allSettings]);
  browser.back();
  expect(router.target).toEqual(file('f1'));
});

test('a link that is clicked as a note comes due leads where it says', () => {
  const browser = aBrowser('#/c/x/files');
  const router = new RouterState(browser.bar);
  router.watch();
  router.note(file('f1'));
  const hear = browser.click('#/c/x/settings');
  vi.advanceTimersByTime(1_000);
  hear();
  expect([browser.entries, router.target]).toEqual([['#/c/x/files', '#/c/x/settings'], allSettings]);
});

test('followers are told whether the person came here or it was only noted', () => {
  const browser = aBrowser('#/c/x/files');
  const router = new RouterState(browser.bar);
  const told: boolean[] = [];
  const stop = router.follow((arrived) => told.push(arrived));
  router.note(file('f1'));
  router.go(allFiles);
  stop();
  router.go(allSettings);
  expect(told).toEqual([false, true]);
});

test('a link to files keeps the order in use, unless it names one, and Back restores the order of before', () => {
  const browser = aBrowser('#/c/x/files');
  const router = new RouterState(browser.bar);
  router.watch();
  const bySize = { column: 'size', descending: true } as const;
  const newestFirst = { column: 'created', descending: true } as const;
  router.go({ ...allFiles, sort: bySize });
  router.go(allSettings);
  expect(router.href({ ...allFiles, network: 'public' })).toBe('#/c/x/files?sort=-size&network=public');
  router.go({ ...allFiles, group: 'g' });
  expect(router.target).toMatchObject({ group: 'g', sort: bySize });
  router.go({ ...allFiles, sort: newestFirst });
  expect(router.href(allFiles)).toBe('#/c/x/files');
  browser.back();
  expect(router.href(allFiles)).toBe('#/c/x/files?sort=-size');
});

test('a step within a screen that comes after the person has left it is dropped', () => {
  const router = new RouterState(aBrowser('#/c/x/files').bar);
  router.go(allSettings);
  router.note(file('f1'));
  expect(router.target).toEqual(allSettings);
});

test('a step within a screen of another connection is dropped, and a connection that the address lacks is noted', () => {
  const browser = aBrowser('#/c/x/keys');
  const router = new RouterState(browser.bar);
  router.note({ kind: 'keys', id: 'of x', condition: null }, 'x');
  router.note({ kind: 'keys', id: 'of y', condition: null }, 'y');
  expect(router.target).toMatchObject({ id: 'of x' });
  router.noteConnection('y');
  router.note({ kind: 'keys', id: 'of y', condition: null }, 'y');
  vi.advanceTimersByTime(1_000);
  expect(browser.entries).toEqual(['#/c/y/keys/of%20y']);
});

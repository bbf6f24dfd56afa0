import { expect, test } from 'vitest';
import { allFiles, allSettings, type RouteTarget } from '../../src/state/app/route.ts';
import { windowTitle } from '../../src/views/frame/window-title.ts';

test.each<[RouteTarget, string]>([
  [allFiles, 'All files – Studio – Pinfold'],
  [{ ...allFiles, network: 'private' }, 'Private files – Studio – Pinfold'],
  [{ ...allFiles, edited: true, network: 'private' }, 'Files edited here – Studio – Pinfold'],
  [{ ...allFiles, group: 'Ember Court', search: 'sunrise' }, '“sunrise” – Ember Court – Studio – Pinfold'],
  [{ kind: 'keys', id: 'k', condition: null }, 'API keys – Studio – Pinfold'],
  [{ kind: 'changes', id: null, tab: null }, 'Changes – Studio – Pinfold'],
  [{ kind: 'changes', id: null, tab: 'needsYou' }, 'Needs you – Changes – Studio – Pinfold'],
  [allSettings, 'Settings – Studio – Pinfold'],
  [{ kind: 'settings', section: 'keyboard' }, 'Keyboard – Settings – Studio – Pinfold'],
  [{ kind: 'audit' }, 'Scope audit – Studio – Pinfold'],
  [{ kind: 'library' }, 'Library – Studio – Pinfold'],
  [{ kind: 'sameContent' }, 'Same content – Studio – Pinfold'],
  [{ kind: 'signatures', status: null, signer: null }, 'Signatures – Studio – Pinfold'],
])('the title of the window names the view and the connection: %o', (target, title) => {
  expect(windowTitle(target, 'Studio')).toBe(title);
});

test('without a connection on screen the title names the view alone', () => {
  expect(windowTitle({ kind: 'connect' }, null)).toBe('Connect – Pinfold');
});

test('a name that would turn or flood the title is shown marked and cut', () => {
  const title = windowTitle({ ...allFiles, group: `a\u202e${'b'.repeat(1_000)}` }, 'Studio');
  expect(title).toBe(`aU+202E${'b'.repeat(58)}… – Studio – Pinfold`);
});

test('a name from right to left turns nothing but itself, where a title begins with it', () => {
  const title = windowTitle({ ...allFiles, group: 'קבוצה' }, 'Studio');
  expect(title).toBe('\u2068קבוצה\u2069 – Studio – Pinfold');
  expect(windowTitle({ ...allFiles, search: 'חיפוש' }, 'Studio')).toBe(
    '“\u2068חיפוש\u2069” – All files – Studio – Pinfold',
  );
});

import { afterEach, expect, test } from 'vitest';
import { keysNamed, nameKeysIn } from '../../src/components/key-names.ts';

afterEach(() => {
  nameKeysIn('en', { isApple: false });
});

test('keys are named as a German keyboard names them', () => {
  nameKeysIn('de', { isApple: false });
  expect(keysNamed('Ctrl Shift Z')).toBe('Strg Umschalt Z');
  expect(keysNamed('/ or Ctrl F')).toBe('/ or Strg F');
});

test('keys are named by their signs on a keyboard of Apple, in every language', () => {
  nameKeysIn('de', { isApple: true });
  expect(['Ctrl K', 'Strg K', 'Alt ↑', 'Ctrl Shift Enter'].map(keysNamed)).toEqual([
    '⌘ K',
    '⌘ K',
    '⌥ ↑',
    '⌘ ⇧ Eingabe',
  ]);
});

test('other keys, and words that only begin like a key, stay as they are', () => {
  nameKeysIn('de', { isApple: false });
  expect(keysNamed('F2 Ctrlx constructor')).toBe('F2 Ctrlx constructor');
});

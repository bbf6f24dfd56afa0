import { expect, test } from 'vitest';
import { ariaKeyShortcuts, chordOf, isLetterChord, isTypedChord, partsOf } from '../../../src/domain/keyboard/chord.ts';

const press = (key: string, held = ''): Parameters<typeof chordOf>[0] => ({
  ...{ key, ctrlKey: held.includes('c'), metaKey: held.includes('m') },
  ...{ altKey: held.includes('a'), shiftKey: held.includes('s') },
});

test.each([
  ['z', 'c', 'Ctrl Z'],
  ['Z', 'ms', 'Ctrl Shift Z'],
  ['e', '', 'E'],
  ['E', '', 'E'],
  ['F', 's', 'Shift F'],
  ['F2', '', 'F2'],
  [' ', '', 'Space'],
  ['ArrowDown', 'cs', 'Ctrl Shift ↓'],
  ['ContextMenu', '', 'Menu'],
  ['ö', 'c', 'Ctrl Ö'],
  ['q', 'ca', 'Ctrl Alt Q'],
])('%s with %s held is the chord %s', (key, held, chord) => {
  expect(chordOf(press(key, held))).toBe(chord);
});

test('a sign is the same chord on keyboards that need Shift for it, and on those that do not', () => {
  expect(chordOf(press('/', 'cs'))).toBe(chordOf(press('/', 'c')));
  expect(chordOf(press('?', 's'))).toBe('?');
  expect(chordOf(press('1', 'cs'))).toBe('Ctrl 1');
});

test.each(['Shift', 'Control', 'Dead', 'Process', 'Unidentified', 'AudioVolumeUp', 'ß', '\u202e', ''])(
  'the key "%s" alone makes no chord',
  (key) => {
    expect(chordOf(press(key))).toBeNull();
  },
);

test('a press within a composition makes no chord', () => {
  expect(chordOf({ ...press('Enter'), isComposing: true })).toBeNull();
});

test('a chord is taken apart, and a text that is none is not', () => {
  expect(partsOf('Ctrl Shift Z')).toEqual({ modifiers: ['Ctrl', 'Shift'], key: 'Z' });
  expect(partsOf('G F')).toEqual({ modifiers: ['G'], key: 'F' });
  for (const none of ['', 'Ctrl', 'Shift Ctrl Z', 'z', 'X Y', 'Ctrl  Z', 'G Shift F', 'F25', 'Ctrl toString'])
    expect(partsOf(none), none).toBeNull();
});

test('characters are letters, alone, with Shift and after G', () => {
  expect(['E', 'Shift F', '/', '1', 'G F'].every(isLetterChord)).toBe(true);
  expect(['Ctrl E', 'F2', 'Space', 'Enter'].some(isLetterChord)).toBe(false);
});

test('a text field takes all but function keys and chords with Ctrl', () => {
  expect(['E', 'Delete', 'Space', '?'].every(isTypedChord)).toBe(true);
  expect(['Ctrl E', 'F6', 'Shift F6'].some(isTypedChord)).toBe(false);
});

test('assistive technology reads chords in its own form', () => {
  expect(ariaKeyShortcuts(['/', 'Ctrl F'])).toBe('/ Control+F Meta+F');
  expect(ariaKeyShortcuts(['Ctrl Shift Z'])).toBe('Control+Shift+Z Meta+Shift+Z');
  expect(ariaKeyShortcuts(['Esc', 'Ctrl +'])).toBe('Escape Control+Plus Meta+Plus');
  expect(ariaKeyShortcuts(['G F'])).toBeUndefined();
});

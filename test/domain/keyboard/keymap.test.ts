import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chordOf } from '../../../src/domain/keyboard/chord.ts';
import {
  type KeyChoices,
  keyChoices,
  keysOf,
  keyProblem,
  withKeys,
  withKeysSwapped,
  withUsualKeys,
} from '../../../src/domain/keyboard/keymap.ts';
import { overlap, shortcutIds, shortcutOf } from '../../../src/domain/keyboard/shortcuts.ts';

/** Pairs of shortcuts that one press would mean. */
function clashes(choices: KeyChoices): string[] {
  return shortcutIds.flatMap((one, place) =>
    shortcutIds
      .slice(place + 1)
      .filter((other) => overlap(shortcutOf(one).scope, shortcutOf(other).scope))
      .filter((other) => keysOf(choices, one).some((chord) => keysOf(choices, other).includes(chord)))
      .map((other) => `${one} ${other}`),
  );
}

test('the usual keys never mean two things at once', () => {
  expect(clashes({})).toEqual([]);
});

test('keys as usual are no choice', () => {
  const chosen = withKeys({}, 'rename', ['F9']);
  expect([chosen, keysOf(chosen, 'rename')]).toEqual([{ rename: ['F9'] }, ['F9']]);
  expect(withKeys(chosen, 'rename', ['F2'])).toEqual({});
});

test('a chord that another shortcut has where both work is taken, and can be swapped', () => {
  expect(keyProblem({}, 'rename', 'E')).toEqual({ kind: 'taken', by: ['editMetadata'], canSwap: true });
  expect(keyProblem({}, 'rename', 'F9')).toBeNull();
  expect(withKeysSwapped({}, 'rename', 'E')).toEqual({ rename: ['E'], editMetadata: ['F2'] });
});

test('two shortcuts that are never heard together may share a chord', () => {
  expect(keyProblem({}, 'addFilter', 'M')).toBeNull();
  expect(keyProblem({}, 'nextRow', 'X')).toMatchObject({ by: ['tickSet'] });
});

test('a chord of several shortcuts, or of one with fixed keys, is not swapped', () => {
  expect(keyProblem({}, 'checkNow', 'X')).toMatchObject({ by: ['toggleRow', 'tickSet'], canSwap: false });
  expect(keyProblem({}, 'rename', 'Shift F10')).toEqual({ kind: 'reserved', as: 'system' });
});

test.each([
  ['↓', 'rename', 'moves'],
  ['Ctrl Home', 'rename', 'moves'],
  ['Tab', 'rename', 'moves'],
  ['Esc', 'inspect', 'moves'],
  ['Enter', 'checkNow', 'presses'],
  ['G', 'rename', 'leads'],
  ['G X', 'useMine', 'leads'],
  ['Ctrl V', 'rename', 'text'],
  ['Ctrl C', 'palette', 'text'],
  ['Ctrl C', 'copyAs', null],
  ['E', 'saveMetadata', 'text'],
  ['Ctrl W', 'rename', 'system'],
  ['Alt F', 'rename', 'system'],
  ['F5', 'rename', 'system'],
  ['no chord at all', 'rename', 'system'],
] as const)('"%s" for %s is reserved: %s', (chord, id, as) => {
  const problem = keyProblem({}, id, chord);
  expect(problem?.kind === 'reserved' ? problem.as : null).toBe(as);
});

test('usual keys that come back take those away that stand in their place', () => {
  const swapped = withKeysSwapped({}, 'rename', 'E') ?? {};
  expect(withUsualKeys(swapped, 'rename')).toEqual({});
  expect(withUsualKeys({ ...swapped, checkNow: ['F9'] }, 'rename')).toEqual({ checkNow: ['F9'] });
});

test('a stored choice is read, and what cannot be is left out', () => {
  const stored = {
    ...{ rename: ['F9'], checkNow: ['Esc'], send: 'Ctrl S', inspect: [], undo: ['Ctrl \u202e'] },
    ...{ clearSelection: ['F8'], unknown: ['F7'], __proto__: ['F6'], addFilter: ['E'], palette: ['ctrl k'] },
  };
  expect(keyChoices.parse(stored)).toEqual({ rename: ['F9'] });
  for (const nothing of [null, 'rename', 7, [['rename', 'F9']]]) expect(keyChoices.parse(nothing)).toEqual({});
});

test('whatever is stored, no chord means two things, and reading it again changes nothing', () => {
  const chords = fc.constantFrom('E', 'F', 'X', 'F2', 'Ctrl K', 'Ctrl 1', 'G F', 'J', 'Space', 'Ctrl Enter', 'Q');
  const stored = fc.dictionary(fc.constantFrom(...shortcutIds), fc.array(chords, { maxLength: 3 }));
  fc.assert(
    fc.property(stored, (value) => {
      const read = keyChoices.parse(value);
      expect(clashes(read)).toEqual([]);
      expect(keyChoices.parse(read)).toEqual(read);
    }),
  );
});

test('a swap leaves no chord with two meanings', () => {
  const ids = fc.constantFrom(...shortcutIds);
  fc.assert(
    fc.property(ids, ids, (id, other) => {
      const [chord = ''] = shortcutOf(other).keys;
      const swapped = withKeysSwapped({}, id, chord);
      if (swapped !== null) expect(clashes(swapped)).toEqual([]);
    }),
  );
});

test('every usual chord is the chord of some press', () => {
  const keyOf: Readonly<Record<string, string>> = { Space: ' ', Esc: 'Escape', Menu: 'ContextMenu' };
  for (const chord of shortcutIds.flatMap((id) => shortcutOf(id).keys)) {
    const words = chord.replace(/^G (?=.)/, '').split(' ');
    const key = words.at(-1) ?? '';
    const press = {
      ...{ key: keyOf[key] ?? key, ctrlKey: words.includes('Ctrl'), metaKey: false, altKey: false },
      shiftKey: words.includes('Shift'),
    };
    expect(chordOf(press)).toBe(words.join(' '));
  }
});

/** What the press of a key says (UI Events, KeyboardEvent). */
export type KeyPress = {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly isComposing?: boolean;
};

/**
 * Keys pressed together, or G and another key one after the other: "Ctrl Shift Z", "F2", "G F". Ctrl stands for ⌘ as well.
 * A preference keeps chords in this form, and `keysNamed` shows them as the person's keyboard names its keys.
 */
export type Chord = string;

/** The key that leads a chord of two presses. */
export const LEADER = 'G';

/** Names of keys that print nothing, by their name in UI Events. */
const names: Readonly<Record<string, string>> = {
  ...{ ' ': 'Space', Escape: 'Esc', Enter: 'Enter', Tab: 'Tab', ContextMenu: 'Menu' },
  ...{ Delete: 'Delete', Insert: 'Insert', Backspace: 'Backspace' },
  ...{ ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' },
  ...{ Home: 'Home', End: 'End', PageUp: 'PgUp', PageDown: 'PgDn' },
};
const known = new Set(Object.values(names));
const FUNCTION_KEY = /^F([1-9]|1\d|2[0-4])$/;
/** One character with a shape of its own: no mark that joins another, nothing invisible. Arrows are the names of keys. */
const PRINTED = /^(?![←-↓])[\p{L}\p{N}\p{P}\p{S}]$/u;
const MODIFIERS = ['Ctrl', 'Alt', 'Shift'] as const;

/** The key as a chord names it; null for a key that makes none, such as a modifier alone. */
function nameOf(key: string): string | null {
  const name = Object.hasOwn(names, key) ? names[key] : undefined;
  if (name !== undefined) return name;
  if (FUNCTION_KEY.test(key)) return key;
  const upper = key.toUpperCase();
  return PRINTED.test(upper) ? upper : null;
}

/** @returns the chord of one press; null for a press that makes none */
export function chordOf({ key, ctrlKey, metaKey, altKey, shiftKey, isComposing }: KeyPress): Chord | null {
  const name = isComposing === true ? null : nameOf(key);
  if (name === null) return null;
  // Where a sign stands on the keyboard is the layout's affair: "?" is typed with Shift here and without it there.
  const isSign = PRINTED.test(name) && !/\p{L}/u.test(name);
  return [ctrlKey || metaKey ? 'Ctrl' : '', altKey ? 'Alt' : '', shiftKey && !isSign ? 'Shift' : '', name]
    .filter(Boolean)
    .join(' ');
}

/** The modifiers of a chord and its last key; null for a text that is no chord. */
export function partsOf(chord: Chord): { readonly modifiers: readonly string[]; readonly key: string } | null {
  const words = chord.split(' ');
  const key = words.pop() ?? '';
  const isKey = known.has(key) || FUNCTION_KEY.test(key) || (PRINTED.test(key) && key === key.toUpperCase());
  const isLed = words.length === 1 && words[0] === LEADER;
  const inOrder = MODIFIERS.filter((one) => words.includes(one));
  if (!isKey || (!isLed && inOrder.join(' ') !== words.join(' '))) return null;
  return { modifiers: words, key };
}

/** Whether a chord is a character that a person types, so that it is a key only where single letters are. */
export function isLetterChord(chord: Chord): boolean {
  const parts = partsOf(chord);
  return parts !== null && PRINTED.test(parts.key) && !parts.modifiers.some((one) => one === 'Ctrl' || one === 'Alt');
}

/** Whether a text field takes the chord for itself: all but function keys and chords with Ctrl. */
export const isTypedChord = (chord: Chord): boolean =>
  !chord.startsWith('Ctrl ') && !FUNCTION_KEY.test(partsOf(chord)?.key ?? '');

/** The chords as `aria-keyshortcuts` wants them (WAI-ARIA 1.2); undefined without any. It has no form for two presses. */
export function ariaKeyShortcuts(chords: readonly Chord[]): string | undefined {
  const all = chords.flatMap((chord) => {
    const parts = partsOf(chord);
    if (parts === null || parts.modifiers[0] === LEADER) return [];
    const rest = [...parts.modifiers.filter((one) => one !== 'Ctrl'), ariaNames[parts.key] ?? parts.key];
    const withEach = parts.modifiers.includes('Ctrl') ? ['Control', 'Meta'] : [null];
    return withEach.map((modifier) => [modifier, ...rest].filter((one) => one !== null).join('+'));
  });
  return all.length === 0 ? undefined : all.join(' ');
}

const ariaNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(names).map(([key, name]) => [name, key === ' ' ? 'Space' : key])),
  '+': 'Plus',
};

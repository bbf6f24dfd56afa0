import { z } from 'zod';
import type { Chord } from './chord.ts';
import { type KeyReservation, reservationOf } from './reserved-keys.ts';
import { overlap, type ShortcutId, shortcutIds, shortcutOf } from './shortcuts.ts';

/** The shortcuts for which the person chose other keys than the usual. */
export type KeyChoices = Readonly<Partial<Record<ShortcutId, readonly Chord[]>>>;

/** Why a shortcut cannot have a chord. `canSwap`: the only other shortcut with it can take the keys of this one. */
export type KeyProblem =
  | { readonly kind: 'reserved'; readonly as: KeyReservation }
  | { readonly kind: 'taken'; readonly by: readonly ShortcutId[]; readonly canSwap: boolean };

const MOST_CHORDS = 4;
const chosenChords = z.array(z.string().max(24)).min(1).max(MOST_CHORDS);

/** The keys of a shortcut; the first is shown. */
export const keysOf = (choices: KeyChoices, id: ShortcutId): readonly Chord[] => choices[id] ?? shortcutOf(id).keys;

/** The other shortcuts that a chord means where this one works. */
function holdersOf(choices: KeyChoices, id: ShortcutId, chord: Chord): readonly ShortcutId[] {
  const { scope } = shortcutOf(id);
  return shortcutIds.filter(
    (other) => other !== id && keysOf(choices, other).includes(chord) && overlap(shortcutOf(other).scope, scope),
  );
}

/** @returns null when the shortcut can have the chord */
export function keyProblem(choices: KeyChoices, id: ShortcutId, chord: Chord): KeyProblem | null {
  const as = reservationOf(chord, id);
  if (as !== null) return { kind: 'reserved', as };
  const by = holdersOf(choices, id, chord);
  return by.length === 0 ? null : { kind: 'taken', by, canSwap: withKeysSwapped(choices, id, chord) !== null };
}

/** The choices with these keys for a shortcut, where keys as usual are no choice. */
export function withKeys(choices: KeyChoices, id: ShortcutId, keys: readonly Chord[]): KeyChoices {
  const { [id]: _, ...others } = choices;
  return keys.join('\0') === shortcutOf(id).keys.join('\0') ? others : { ...others, [id]: keys };
}

/** The chord for a shortcut, and its keys of before for the one that had the chord; null where that cannot be. */
export function withKeysSwapped(choices: KeyChoices, id: ShortcutId, chord: Chord): KeyChoices | null {
  const [other, ...more] = holdersOf(choices, id, chord);
  if (other === undefined || more.length > 0 || shortcutOf(other).isFixed) return null;
  const given = keysOf(choices, other).flatMap((one) => (one === chord ? keysOf(choices, id) : [one]));
  const swapped = withKeys(withKeys(choices, id, [chord]), other, given);
  const isFit = given.length <= MOST_CHORDS && given.every((one) => reservationOf(one, other) === null);
  return isFit && clashesIn(swapped).length === 0 ? swapped : null;
}

/** The usual keys for a shortcut, and for each other one that has them in its place. */
export const withUsualKeys = (choices: KeyChoices, id: ShortcutId): KeyChoices =>
  withoutClashes(withKeys(choices, id, shortcutOf(id).keys));

/** The chosen shortcuts that share a chord with another one. */
function clashesIn(choices: KeyChoices): readonly ShortcutId[] {
  return shortcutIds.filter((id) => choices[id]?.some((chord) => holdersOf(choices, id, chord).length > 0));
}

/** The usual keys have no clashes, so each round leaves fewer choices, and the last one none that clash. */
function withoutClashes(choices: KeyChoices): KeyChoices {
  const clashing = clashesIn(choices);
  if (clashing.length === 0) return choices;
  return withoutClashes(clashing.reduce((left, id) => withKeys(left, id, shortcutOf(id).keys), choices));
}

/** The choices in a stored value, of which whatever cannot be is left out: the profile's file may hold anything. */
function readChoices(stored: unknown): KeyChoices {
  const given = z.record(z.string(), z.unknown()).catch({}).parse(stored);
  const choices = shortcutIds.reduce<KeyChoices>((all, id) => {
    const chosen = Object.hasOwn(given, id) ? chosenChords.safeParse(given[id]) : null;
    const isFit = chosen?.success === true && chosen.data.every((chord) => reservationOf(chord, id) === null);
    return isFit && !shortcutOf(id).isFixed ? withKeys(all, id, chosen.data) : all;
  }, {});
  return withoutClashes(choices);
}

/** Reads the choices of keys from any value. */
export const keyChoices = z.unknown().transform(readChoices);

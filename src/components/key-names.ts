import type { Language } from '../domain/core/language.ts';
import { listedOr } from './format.ts';

/** How a keyboard names its keys. Where the language names none of its own, the English words stand. */
const ofLanguage: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {},
  de: {
    ...{ Ctrl: 'Strg', Shift: 'Umschalt', Enter: 'Eingabe', Space: 'Leertaste', Menu: 'Menü' },
    ...{ PgUp: 'Bild↑', PgDn: 'Bild↓', Home: 'Pos1', End: 'Ende', Delete: 'Entf', Insert: 'Einfg' },
  },
};

/** The signs on Apple's keyboards, which are the same in every language: https://support.apple.com/en-us/102650 */
const ofApple: Readonly<Record<string, string>> = { Ctrl: '⌘', Strg: '⌘', Shift: '⇧', Umschalt: '⇧', Alt: '⌥' };

let names: Readonly<Record<string, string>> = ofLanguage.en;

/** Chooses the names of all keys. Called once, before anything is shown. */
export function nameKeysIn(language: Language, keyboard: { readonly isApple: boolean }): void {
  names = keyboard.isApple ? { ...ofLanguage[language], ...ofApple } : ofLanguage[language];
}

/**
 * @param keys of a shortcut as the code writes them, or of a list of shortcuts: "Ctrl Shift Z"
 * @returns the same as the person's keyboard names them: "Strg Umschalt Z", "⌘ ⇧ Z"
 */
export const keysNamed = (keys: string): string =>
  keys.replaceAll(/\p{L}+/gu, (key) => (Object.hasOwn(names, key) ? (names[key] ?? key) : key));

/** Any of some shortcuts, as a sentence names them: "X or Space". */
export const keysNamedOr = (chords: readonly string[]): string => listedOr(chords.map(keysNamed));

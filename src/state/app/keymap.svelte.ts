import {
  ariaKeyShortcuts,
  type Chord,
  chordOf,
  isLetterChord,
  type KeyPress,
  LEADER,
} from '../../domain/keyboard/chord.ts';
import {
  type KeyChoices,
  type KeyProblem,
  keyProblem,
  keysOf,
  withKeys,
  withKeysSwapped,
  withUsualKeys,
} from '../../domain/keyboard/keymap.ts';
import { type KeyScope, type ShortcutId, shortcutIds, shortcutOf } from '../../domain/keyboard/shortcuts.ts';
import type { PreferencesState } from './preferences.svelte.ts';

/** The second key of a chord of two presses counts for so long. */
const LEADER_MS = 1_500;

type TimedPress = KeyPress & { readonly timeStamp: number };

/** The keys as the person has them: what a press means, and what to show for a shortcut. */
export class KeymapState {
  readonly #preferences: PreferencesState;
  /** When the leader was pressed last, with nothing after it. */
  #ledAtMs = Number.NEGATIVE_INFINITY;

  constructor(preferences: PreferencesState) {
    this.#preferences = preferences;
  }

  get choices(): KeyChoices {
    return this.#preferences.keyChoices;
  }

  /** Single letters are keys. */
  get hasLetters(): boolean {
    return this.#preferences.letterKeys;
  }

  /** The keys of a shortcut, whether letters are keys now or not. */
  chosenOf(id: ShortcutId): readonly Chord[] {
    return keysOf(this.choices, id);
  }

  /** The keys of a shortcut that work now, the one to show first. */
  keysOf(id: ShortcutId): readonly Chord[] {
    const keys = this.chosenOf(id);
    return this.hasLetters ? keys : keys.filter((chord) => !isLetterChord(chord));
  }

  /** The key to show for a shortcut; null while none works. */
  shown(id: ShortcutId): Chord | null {
    return this.keysOf(id)[0] ?? null;
  }

  /** The value of `aria-keyshortcuts`. */
  aria(id: ShortcutId): string | undefined {
    return ariaKeyShortcuts(this.keysOf(id));
  }

  /** @returns the chord of a press, after the leader that of both; null for a press that makes none */
  chordOf(press: TimedPress): Chord | null {
    const chord = chordOf(press);
    const isLed = press.timeStamp - this.#ledAtMs < LEADER_MS && chord !== null && isLetterChord(chord);
    return isLed ? `${LEADER} ${chord}` : chord;
  }

  /** @returns what a press means in one of the scopes; null for a press that means nothing there */
  shortcutOf(press: TimedPress, ...scopes: readonly KeyScope[]): ShortcutId | null {
    const chord = this.chordOf(press);
    const hears = (id: ShortcutId): boolean => scopes.includes(shortcutOf(id).scope);
    return chord === null ? null : (shortcutIds.find((id) => hears(id) && this.keysOf(id).includes(chord)) ?? null);
  }

  /** Notes whether a press was the leader, where letters are keys. Called once per press, after everybody heard it. */
  lead(press: TimedPress, areLettersHeard: boolean): void {
    const leads = areLettersHeard && this.hasLetters && this.chordOf(press) === LEADER;
    this.#ledAtMs = leads ? press.timeStamp : Number.NEGATIVE_INFINITY;
  }

  problemOf(id: ShortcutId, chord: Chord): KeyProblem | null {
    return keyProblem(this.choices, id, chord);
  }

  /** Gives a shortcut a chord that has no problem. @returns whether the keys are stored, as for all changes of keys */
  choose(id: ShortcutId, chord: Chord): Promise<boolean> {
    return this.#keep(withKeys(this.choices, id, [chord]));
  }

  /** Gives a shortcut the chord of another one, which takes its keys. */
  async swap(id: ShortcutId, chord: Chord): Promise<boolean> {
    const swapped = withKeysSwapped(this.choices, id, chord);
    return swapped !== null && this.#keep(swapped);
  }

  /** Gives a shortcut its usual keys again. */
  reset(id: ShortcutId): Promise<boolean> {
    return this.#keep(withUsualKeys(this.choices, id));
  }

  resetAll(): Promise<boolean> {
    return this.#keep({});
  }

  async #keep(keyChoices: KeyChoices): Promise<boolean> {
    await this.#preferences.choose({ keyChoices });
    return this.#preferences.failure === null;
  }
}

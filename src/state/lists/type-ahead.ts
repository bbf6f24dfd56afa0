import { LONGEST_TYPED_NAME } from '../../domain/files/queries.ts';
import { chordOf, isLetterChord, type KeyPress } from '../../domain/keyboard/chord.ts';

/** Letters that follow each other so closely are one text. */
const TYPING_MS = 700;

/** What a person looks for in a list by typing the beginning of its name. */
export type TypedName = {
  readonly text: string;
  /** Whether the row with the focus is passed over: a letter alone, again and again, goes through the names it begins. */
  readonly isNext: boolean;
};

/** Joins letters that are typed over a list into the beginning of a name. */
export class TypeAhead {
  #text = '';
  #atMs = Number.NEGATIVE_INFINITY;

  /** @returns null for a press that is not part of a name */
  type(press: KeyPress & { readonly timeStamp: number }): TypedName | null {
    const { key, timeStamp } = press;
    const before = timeStamp - this.#atMs < TYPING_MS ? this.#text : '';
    const chord = chordOf(press);
    if (chord === null) return null;
    // A space belongs to a name that has begun, and is a key of the list otherwise.
    const isTyped = isLetterChord(chord) || (chord === 'Space' && before !== '');
    this.#atMs = isTyped ? timeStamp : Number.NEGATIVE_INFINITY;
    if (!isTyped) return null;
    this.#text = [...before].every((letter) => letter === key) ? key : (before + key).slice(0, LONGEST_TYPED_NAME);
    return { text: this.#text, isNext: this.#text === key };
  }
}

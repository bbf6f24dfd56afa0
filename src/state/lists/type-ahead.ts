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

/** The list on screen, and the row with the focus in it. */
type ListOnScreen = {
  /** Knows the names of all rows; null before the first answer. */
  readonly list: () => { readonly nextNamed: (text: string, from: number) => Promise<number | null> } | null;
  readonly position: () => number | null;
  /** Ends with the answer on its way. */
  readonly answered: () => Promise<void>;
  /** @returns whether the row is chosen */
  readonly choose: (position: number) => Promise<boolean>;
};

/** Goes to the next row whose name begins as typed, in whichever list is on screen by then. The latest text counts. */
export class NameLookup {
  readonly #screen: ListOnScreen;
  #requests = 0;

  constructor(screen: ListOnScreen) {
    this.#screen = screen;
  }

  async goTo({ text, isNext }: TypedName): Promise<void> {
    const { list: listNow, position: positionNow, answered, choose } = this.#screen;
    const request = ++this.#requests;
    if (listNow() === null) await answered();
    const list = listNow();
    const at = positionNow();
    const position = (await list?.nextNamed(text, at === null ? 0 : at + (isNext ? 1 : 0))) ?? null;
    if (request !== this.#requests) return;
    const isThere = list === listNow() && (position === null || (await choose(position)));
    // Another list came while the core looked in this one.
    if (!isThere && request === this.#requests && list !== listNow()) await this.goTo({ text, isNext });
  }
}

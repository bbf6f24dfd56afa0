import { LONGEST_TEXT } from '../../domain/core/text.ts';
import type { DraftLine } from '../../domain/edits/draft.ts';

/** The key that a line of the record has there; null for a line that the person added. */
export const recordKey = ({ from, key, base }: DraftLine): string | null => (base === null ? null : (from ?? key));

/** One line of the metadata editor. */
export class DraftPair {
  readonly id: number;
  /** The key that the record has; null for a line that the person added. */
  readonly from: string | null;
  #key = $state('');
  #value = $state('');
  #isRemoved = $state(false);
  #base = $state.raw<string | null>(null);
  readonly #onchange: () => void;

  constructor(id: number, line: DraftLine, onchange: () => void) {
    this.id = id;
    this.from = recordKey(line);
    this.#key = line.key;
    this.#value = line.value;
    this.#base = line.base;
    this.#isRemoved = line.isRemoved;
    this.#onchange = onchange;
  }

  get key(): string {
    return this.#key;
  }
  set key(key: string) {
    this.#key = key;
    this.#onchange();
  }
  get value(): string {
    return this.#value;
  }
  set value(value: string) {
    this.#value = value;
    this.#onchange();
  }
  /** The key as a field holds it: a key of the record that is too long to be stored again is replaced by what is typed. */
  get typedKey(): string {
    return this.replacedKeyCharacters !== null && !this.isRenamed ? '' : this.#key;
  }
  set typedKey(text: string) {
    this.key = text === '' && this.replacedKeyCharacters !== null ? (this.from ?? '') : text;
  }
  /** The value as a field holds it: one of the record that is too long to be stored again is replaced by what is typed. */
  get typedValue(): string {
    return this.replacedValueCharacters !== null && this.#value === this.#base ? '' : this.#value;
  }
  set typedValue(text: string) {
    this.value = text === '' && this.replacedValueCharacters !== null ? (this.#base ?? '') : text;
  }
  /** Characters of a key that is too long to be edited; null for one that is not. */
  get replacedKeyCharacters(): number | null {
    return tooManyCharacters(this.from);
  }
  /** Characters of a value that is too long to be edited; null for one that is not. */
  get replacedValueCharacters(): number | null {
    return tooManyCharacters(this.#base);
  }
  get isRemoved(): boolean {
    return this.#isRemoved;
  }
  set isRemoved(isRemoved: boolean) {
    this.#isRemoved = isRemoved;
    this.#onchange();
  }
  /** The value on screen when the typing began; null for a key that the person added. */
  get base(): string | null {
    return this.#base;
  }
  get isRenamed(): boolean {
    return this.from !== null && this.#key !== this.from;
  }
  /** A new line without a key or a value is not there yet. */
  get isEmpty(): boolean {
    return this.#base === null && this.#key === '' && this.#value === '';
  }
  /** Whether the file has this pair once the draft is saved. */
  get isLeft(): boolean {
    return !this.#isRemoved && !this.isEmpty;
  }
  get isTouched(): boolean {
    if (this.#base === null) return !this.isEmpty;
    return this.#isRemoved || this.isRenamed || this.#value !== this.#base;
  }
  get line(): DraftLine {
    const from = this.isRenamed && this.from !== null ? { from: this.from } : {};
    return { key: this.#key, value: this.#value, base: this.#base, isRemoved: this.#isRemoved, ...from };
  }

  /** Starts from another value; for a line that nobody has touched. */
  startFrom(value: string): void {
    this.#base = value;
    this.#value = value;
  }
}

function tooManyCharacters(text: string | null): number | null {
  return text !== null && text.length > LONGEST_TEXT ? text.length : null;
}

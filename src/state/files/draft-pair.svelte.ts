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

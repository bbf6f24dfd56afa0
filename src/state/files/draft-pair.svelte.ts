import type { DraftLine } from '../../domain/edits/draft.ts';

/** One line of the metadata editor. */
export class DraftPair {
  readonly id: number;
  #key = $state('');
  #value = $state('');
  #isRemoved = $state(false);
  #base = $state.raw<string | null>(null);
  readonly #onchange: () => void;

  constructor(id: number, line: DraftLine, onchange: () => void) {
    this.id = id;
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
  /** The value that the person wants; null removes the key. */
  get wanted(): string | null {
    return this.#isRemoved ? null : this.#value;
  }
  get isTouched(): boolean {
    return this.#base === null ? this.#key !== '' || this.#value !== '' : this.wanted !== this.#base;
  }
  get line(): DraftLine {
    return { key: this.#key, value: this.#value, base: this.#base, isRemoved: this.#isRemoved };
  }

  /** Starts from another value; for a line that nobody has touched. */
  startFrom(value: string): void {
    this.#base = value;
    this.#value = value;
  }
}

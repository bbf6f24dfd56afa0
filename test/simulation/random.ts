/** Chance that repeats itself for the same seed (mulberry32). */
export class Random {
  readonly #prefix: string;
  #state: number;
  #uuids = 0;

  constructor(seed: number) {
    this.#state = seed >>> 0;
    this.#prefix = `${hex(this.#state >>> 16)}${hex(this.#state)}-0000-4000-8000-0000`;
  }

  /** Uniform in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Uniform whole number, both ends included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new Error('Nothing to pick from');
    return item;
  }

  /** UUID-shaped; each once, and the same ones for the same seed. */
  uuid(): string {
    this.#uuids++;
    return `${this.#prefix}${hex(this.#uuids >>> 16)}${hex(this.#uuids)}`;
  }
}

const HEX = Array.from({ length: 2 ** 16 }, (_, number) => number.toString(16).padStart(4, '0'));

/** The lower 16 bits, in four digits. */
const hex = (word: number): string => HEX[word & 0xffff] ?? '';

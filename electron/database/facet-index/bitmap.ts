import { addContainer, CONTAINER_BYTES, containerOf } from './bitmap-container.ts';

/** A bitmap: a set of row ids with one bit for each row. A million rows take 125 kB. */
export class Bitmap {
  readonly #bits: Uint8Array;
  readonly #words: Uint32Array;

  /** @param lastRow the greatest row id there can be */
  constructor(lastRow: number) {
    const buffer = new ArrayBuffer((containerOf(lastRow) + 1) * CONTAINER_BYTES);
    this.#bits = new Uint8Array(buffer);
    this.#words = new Uint32Array(buffer);
  }

  static of(lastRow: number, rowIds: Iterable<number>): Bitmap {
    const mask = new Bitmap(lastRow);
    for (const rowId of rowIds) mask.add(rowId);
    return mask;
  }

  get count(): number {
    let count = 0;
    for (const word of this.#words) if (word !== 0) count += bitsIn(word);
    return count;
  }

  /** How many rows `other` has too. */
  countIn(other: Bitmap): number {
    const words = this.#words;
    let count = 0;
    for (let at = 0; at < words.length; at += 1) {
      const word = (words[at] ?? 0) & (other.#words[at] ?? 0);
      if (word !== 0) count += bitsIn(word);
    }
    return count;
  }

  has(rowId: number): boolean {
    return (((this.#bits[rowId >> 3] ?? 0) >> (rowId & 7)) & 1) === 1;
  }

  add(rowId: number): void {
    const at = rowId >> 3;
    if (at < this.#bits.length) this.#bits[at] = (this.#bits[at] ?? 0) | (1 << (rowId & 7));
  }

  /** Adds the rows of a stored container. */
  addBlock(block: number, rows: Uint8Array): void {
    const from = block * CONTAINER_BYTES;
    // Before the first row of the file there may be none of a block, but never after its last.
    addContainer(this.#bits.subarray(from, from + CONTAINER_BYTES), rows);
  }

  /** Adds the rows of `other`. */
  addAll(other: Bitmap): void {
    const words = this.#words;
    for (let at = 0; at < words.length; at += 1) words[at] = (words[at] ?? 0) | (other.#words[at] ?? 0);
  }

  /** Keeps the rows that `other` has too. */
  keep(other: Bitmap): void {
    const words = this.#words;
    for (let at = 0; at < words.length; at += 1) words[at] = (words[at] ?? 0) & (other.#words[at] ?? 0);
  }

  /** Keeps the rows that `other` lacks. */
  drop(other: Bitmap): void {
    const words = this.#words;
    for (let at = 0; at < words.length; at += 1) words[at] = (words[at] ?? 0) & ~(other.#words[at] ?? 0);
  }

  /** The complement, which also has ids that no row has. */
  turned(): Bitmap {
    const turned = new Bitmap(this.#bits.length * 8 - 1);
    this.#words.forEach((word, at) => (turned.#words[at] = ~word));
    return turned;
  }

  /** The row ids, ascending. */
  rowIds(): readonly number[] {
    const rowIds: number[] = [];
    const words = this.#words;
    for (let at = 0; at < words.length; at += 1) {
      // Each step clears the lowest bit. All platforms of Node.js store the lowest byte of a word first (`os.endianness`).
      for (let word = words[at] ?? 0; word !== 0; word &= word - 1)
        rowIds.push(at * 32 + 31 - Math.clz32(word & -word));
    }
    return rowIds;
  }

  /** The rows of `order` that the bitmap has, in the order of `order`. */
  keptOf(order: Uint32Array): Uint32Array {
    const bits = this.#bits;
    const kept = new Uint32Array(Math.min(order.length, this.count));
    let length = 0;
    for (let at = 0; at < order.length && length < kept.length; at += 1) {
      const rowId = order[at] ?? 0;
      // The loop writes every row and advances only past those it keeps: the processor would mispredict half of the branches.
      kept[length] = rowId;
      length += ((bits[rowId >> 3] ?? 0) >> (rowId & 7)) & 1;
    }
    return length === kept.length ? kept : kept.slice(0, length);
  }
}

/** The number of set bits in a word of 32 bits. */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

import { hash } from 'node:crypto';

/** Chance that comes out the same for the same words. */
export type Random = {
  /** Uniform in [0, 1). */
  next(): number;
  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Picks the front of the list far more often than its end. */
  pickSkewed<T>(list: readonly T[]): T;
};

/** 64 bytes that depend on the words and on nothing else. */
export function seededBytes(...words: readonly (string | number)[]): Buffer {
  return hash('sha512', words.join('/'), 'buffer');
}

/** Chance from four bytes of seed (mulberry32: small, fast, and even enough for made-up names). */
export function seededRandom(bytes: Buffer): Random {
  let state = bytes.readUInt32LE(0);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (list) => at(list, below(list.length)),
    pickSkewed: (list) => at(list, Math.floor(next() ** 3 * list.length)),
  };
}

function at<T>(list: readonly T[], position: number): T {
  const found = list[position];
  if (found === undefined) throw new RangeError('Picked from an empty list');
  return found;
}

/** A version-4 shaped UUID from 16 bytes. */
export function uuidOf(bytes: Buffer): string {
  const shaped = Buffer.from(bytes.subarray(0, 16));
  shaped.writeUInt8((shaped.readUInt8(6) & 0x0f) | 0x40, 6);
  shaped.writeUInt8((shaped.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = shaped.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

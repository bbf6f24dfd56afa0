import { hash } from 'node:crypto';

/** A seeded random generator: the same seed gives the same numbers. */
export type Random = {
  /** Uniform in [0, 1). */
  next(): number;
  /** A whole number in [0, limit). */
  below(limit: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Picks early elements far more often than late ones. */
  pickSkewed<T>(list: readonly T[]): T;
};

/** The SHA-512 of a seed: 64 bytes. */
export function seededBytes(...seed: readonly (string | number)[]): Buffer {
  return hash('sha512', seed.join('/'), 'buffer');
}

/** A random generator from four bytes of seed: mulberry32, which is small, fast, and even enough for sample data. */
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

/** A UUID in the form of version 4 (RFC 9562, 5.4) from 16 bytes. */
export function uuidOf(bytes: Buffer): string {
  const shaped = Buffer.from(bytes.subarray(0, 16));
  shaped.writeUInt8((shaped.readUInt8(6) & 0x0f) | 0x40, 6);
  shaped.writeUInt8((shaped.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = shaped.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

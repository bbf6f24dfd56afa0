import fc from 'fast-check';

/** Text that has broken programs: lone surrogates, marks, formulas, ends of lines, markup, another language's direction. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\ufeff',
    '\u202e',
    '__proto__',
    'constructor',
    'null',
    '=1+1',
    '<b>',
    '../..',
  ),
  fc.constantFrom(
    "';DROP TABLE files;--",
    '%',
    '_',
    '"',
    '*',
    'NEAR(',
    'a OR',
    'file:///',
    'NaN',
    '1e999',
    '\r\n',
    '𝕏',
  ),
  fc.nat({ max: 100_000 }).map((length) => 'x'.repeat(length)),
);

const hostileNumber = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(-0, NaN, Infinity, -Infinity, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308),
);

/** A value as it can cross between page and core (structured clone), of no shape that anybody asked for. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { maxDepth: 3 },
  hostileText,
  hostileNumber,
  fc.constantFrom(null, undefined, true, false),
  fc.array(fc.oneof(hostileText, hostileNumber), { maxLength: 4 }),
  fc.dictionary(hostileText, fc.oneof(hostileText, hostileNumber, fc.constant(null)), { maxKeys: 4 }),
  fc.nat({ max: 300 }).map(nested),
);

/** Deeper than anything that a person makes. */
function nested(depth: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

type Mutation = {
  readonly place: number;
  readonly value: unknown;
  readonly how: 'replace' | 'remove' | 'add' | 'double';
};

const mutation: fc.Arbitrary<Mutation> = fc.record({
  place: fc.nat({ max: 1_000 }),
  value: hostileValue,
  how: fc.constantFrom('replace', 'replace', 'remove', 'add', 'double'),
});

/** A value of the right shape, with nothing to four of its parts changed. */
export const mutatedFrom = <T>(right: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc
    .tuple(right, fc.array(mutation, { maxLength: 4 }))
    .map(([value, mutations]) => mutations.reduce<unknown>(mutated, value));

/** Changes the part at a place, counted over the whole value and round again. */
function mutated(value: unknown, { place, value: by, how }: Mutation): unknown {
  const parts = countOf(value);
  let left = place % parts;
  const walk = (one: unknown): unknown => {
    if (left-- === 0) return changedPart(one, by, how);
    if (Array.isArray(one)) {
      const items = one.flatMap((item) => (left === 0 && how === 'remove' ? (left--, []) : [walk(item)]));
      return items;
    }
    if (!isRecord(one)) return one;
    return Object.fromEntries(
      Object.entries(one).flatMap(([key, member]) =>
        left === 0 && how === 'remove' ? (left--, []) : [[key, walk(member)] as const],
      ),
    );
  };
  return walk(value);
}

function changedPart(one: unknown, by: unknown, how: Mutation['how']): unknown {
  if (how === 'double' && Array.isArray(one)) return [...one, ...one];
  if (how === 'add' && Array.isArray(one)) return [...one, by];
  if (how === 'add' && isRecord(one)) return { ...one, [typeof by === 'string' ? by : 'added']: by };
  return how === 'remove' ? undefined : by;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function countOf(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countOf(item), 1);
  return isRecord(value) ? Object.values(value).reduce<number>((sum, one) => sum + countOf(one), 1) : 1;
}

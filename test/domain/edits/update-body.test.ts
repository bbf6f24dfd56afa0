import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bodyText, updateBody, sendsAll, type FieldWrite } from '../../../src/domain/edits/update-body.ts';
import { keyField } from '../../../src/domain/files/field.ts';
import type { MetadataMode, RawKeyvalues } from '../../../src/domain/service/metadata-mode.ts';

const current: RawKeyvalues = new Map<string, unknown>([
  ['a', '1'],
  ['n', 5],
  ['deep', { x: [null] }],
]);
const writes: readonly FieldWrite[] = [
  { field: 'name', value: 'new' },
  { field: 'key:a', value: null },
  { field: 'key:b', value: '2' },
];
const textOf = (mode: MetadataMode, of = writes): unknown => {
  const encoded = updateBody(of, mode, current);
  return encoded.ok ? bodyText(encoded.value) : encoded.failure;
};

describe('an update', () => {
  test.each<[MetadataMode, unknown]>([
    ['unknown', '{"name":"new","keyvalues":{"n":5,"deep":{"x":[null]},"b":"2"}}'],
    ['replace', '{"name":"new","keyvalues":{"n":5,"deep":{"x":[null]},"b":"2"}}'],
    ['merge', '{"name":"new","keyvalues":{"a":null,"b":"2"}}'],
    ['mergeWithoutRemoval', { kind: 'cannotRemove', key: 'a' }],
  ])('where keys are treated as %s', (mode, text) => {
    expect(textOf(mode)).toEqual(text);
  });

  test('without a removal needs none', () => {
    expect(textOf('mergeWithoutRemoval', [{ field: 'key:b', value: '2' }])).toBe('{"keyvalues":{"b":"2"}}');
  });

  test('of the name alone leaves the metadata out, whatever is known', () => {
    for (const mode of ['unknown', 'merge', 'mergeWithoutRemoval', 'replace'] as const) {
      expect(textOf(mode, [{ field: 'name', value: 'x' }])).toBe('{"name":"x"}');
    }
    expect(textOf('merge', [])).toBe('{}');
  });

  test('carries a key called __proto__ as plain data', () => {
    expect(textOf('merge', [{ field: 'key:__proto__', value: 'x' }])).toBe('{"keyvalues":{"__proto__":"x"}}');
  });
});

const anyKey = fc.constantFrom('a', 'b', 'c', '__proto__', 'name', '7');
/** As a service sends it: JSON knows no -0. */
const asJson = fc.jsonValue({ maxDepth: 1 }).map((value): unknown => JSON.parse(JSON.stringify(value)));
const anyMap = fc.array(fc.tuple(anyKey, asJson)).map((pairs) => new Map<string, unknown>(pairs));
const anyWrites = fc
  .uniqueArray(fc.tuple(anyKey, fc.option(fc.string())), { selector: ([key]) => key })
  .map((pairs) => pairs.map(([key, value]): FieldWrite => ({ field: keyField(key), value })));

/** What a service makes of a body. */
function held(before: RawKeyvalues, body: string, treats: 'merge' | 'replace'): RawKeyvalues {
  const { keyvalues } = JSON.parse(body);
  if (keyvalues === undefined) return before;
  const sent = Object.entries(keyvalues);
  const after = new Map<string, unknown>(treats === 'merge' ? before : []);
  for (const [key, value] of sent) {
    if (value === null) after.delete(key);
    else after.set(key, value);
  }
  return after;
}

test('an update does what it says and touches nothing else, under what is known and, where nothing is, under both', () => {
  const known = fc.constantFrom<readonly ['merge' | 'replace', MetadataMode]>(
    ['merge', 'merge'],
    ['replace', 'replace'],
    ['merge', 'unknown'],
    ['replace', 'unknown'],
  );
  fc.assert(
    fc.property(anyMap, anyWrites, known, (before, asked, [treats, mode]) => {
      const sane = new Map([...before].filter(([, value]) => value !== null));
      const encoded = updateBody(asked, mode, sane);
      if (!encoded.ok) throw new Error(encoded.failure.kind);
      const after = held(sane, bodyText(encoded.value), treats);
      const touched = new Map(asked.map(({ field, value }) => [field.slice('key:'.length), value]));
      for (const [key, value] of sane) if (!touched.has(key)) expect(after.get(key)).toEqual(value);
      for (const [key, value] of touched) {
        // The one thing that may not come true: a removal while merge or replace is unknown.
        if (value !== null) expect(after.get(key)).toBe(value);
        else if (mode === treats || treats === 'replace') expect(after.has(key)).toBe(false);
      }
      for (const key of after.keys()) expect(sane.has(key) || touched.has(key)).toBe(true);
    }),
  );
});

test('the full map is sent unless the service is known to merge', () => {
  expect((['unknown', 'merge', 'mergeWithoutRemoval', 'replace'] as const).map(sendsAll)).toEqual([
    true,
    false,
    false,
    true,
  ]);
});

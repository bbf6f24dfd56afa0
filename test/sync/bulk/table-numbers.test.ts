import { expect, test } from 'vitest';
import { fromJson } from '../../../electron/sync/bulk/table-format.ts';

const valuesOf = (keyvalues: string, pad = ''): ReadonlyMap<string, string | null> =>
  fromJson(`${pad}[{"id":"f1","keyvalues":${keyvalues}}]`)[0]!.values;

test.each([
  '12345678901234567890',
  '1.0',
  '-0',
  '1e400',
  '1E3',
  '0.1234567890123456789',
  '1999',
  '-17',
  '9007199254740993',
])('the number %s of a JSON table stays as it was written, alone and within a value', (number) => {
  const keyvalues = `{"a":${number},"b":[${number},{"c":${number}}],"d":"${number}"}`;
  const written = ['key:a', number];
  expect([...valuesOf(keyvalues)]).toEqual([written, ['key:b', `[${number},{"c":${number}}]`], ['key:d', number]]);
  expect([...fromJson(`{"id":"f0"}\n{"id":"f1","keyvalues":${keyvalues}}`)[1]!.values][0]).toEqual(written);
});

test('a number is no metadata and no name, however long it is', () => {
  for (const item of ['{"id":"f1","keyvalues":1.0}', '{"id":"f1","name":1.0}', '{"id":1.0}', '1.0']) {
    expect(fromJson(`[${item}]`)[0]).toMatchObject({ key: null, text: item });
  }
});

test('a key called __proto__ keeps its number, and of a key that stands twice the last one counts', () => {
  expect([...valuesOf('{"__proto__":1.0,"a":1.0,"a":2.50}')]).toEqual([
    ['key:__proto__', '1.0'],
    ['key:a', '2.50'],
  ]);
});

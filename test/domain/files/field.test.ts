import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  field,
  type Field,
  fieldValue,
  fieldValues,
  type FieldToSet,
  keyField,
  metadataKey,
  withField,
  withFields,
} from '../../../src/domain/files/field.ts';
import { aRecord } from '../builders.ts';

const anyKey = fc.oneof(fc.constantFrom('', 'name', 'key:', '__proto__', 'constructor', 'colour'), fc.string());
const anyField: fc.Arbitrary<Field> = fc.oneof(fc.constant('name' as const), anyKey.map(keyField));
const anyValue = fc.option(fc.string());
const anyRecord = fc
  .uniqueArray(fc.tuple(anyKey, fc.string()), { selector: ([key]) => key })
  .map((keyvalues) => aRecord({ keyvalues }));

describe('a field', () => {
  test.each(['name', 'key:', 'key:name', 'key:__proto__', 'key:a:b'])('%s is one', (text) => {
    expect(field.safeParse(text).success).toBe(true);
  });

  test.each(['', 'Name', 'cid', 'keyvalues', 'key'])('%j is none', (text) => {
    expect(field.safeParse(text).success).toBe(false);
  });

  test('keeps its metadata key, and the key "name" is not the name', () => {
    fc.assert(fc.property(anyKey, (key) => metadataKey(keyField(key)) === key));
    expect(metadataKey('name')).toBeNull();
    expect(fieldValue(aRecord({ keyvalues: [['name', 'x']] }), 'name')).toBe('a.pdf');
  });
});

describe('setting a field', () => {
  test('is seen in that field and in no other', () => {
    fc.assert(
      fc.property(anyRecord, anyField, anyField, anyValue, (record, set, other, value) => {
        const after = withField(record, set, value);
        expect(fieldValue(after, set)).toBe(value);
        if (other !== set) expect(fieldValue(after, other)).toBe(fieldValue(record, other));
        expect({ ...after, name: null, keyvalues: [] }).toEqual({ ...record, name: null, keyvalues: [] });
      }),
    );
  });

  test('twice leaves the last, and to what it was changes nothing', () => {
    fc.assert(
      fc.property(anyRecord, anyField, anyValue, anyValue, (record, set, first, last) => {
        const twice = withField(withField(record, set, first), set, last);
        expect(fieldValue(twice, set)).toBe(last);
        expect(withField(record, set, fieldValue(record, set))).toEqual(record);
      }),
    );
  });

  test('keeps a known key in its place and puts a new one last', () => {
    const record = aRecord({
      keyvalues: [
        ['a', '1'],
        ['b', '2'],
      ],
    });
    expect(withField(record, 'key:a', '9').keyvalues).toEqual([
      ['a', '9'],
      ['b', '2'],
    ]);
    expect(withField(record, 'key:__proto__', '9').keyvalues).toEqual([
      ['a', '1'],
      ['b', '2'],
      ['__proto__', '9'],
    ]);
    expect(withField(record, 'key:a', null).keyvalues).toEqual([['b', '2']]);
  });
});

describe('many fields', () => {
  const anyPairs = fc.array(fc.tuple(anyKey, fc.string())).map((keyvalues) => aRecord({ keyvalues }));
  const someFields: fc.Arbitrary<readonly FieldToSet[]> = fc.array(fc.tuple(anyField, anyValue));

  test('are set as they are one after the other, in the same places, also where a key stands twice', () => {
    fc.assert(
      fc.property(anyPairs, someFields, (record, all) => {
        const oneByOne = all.reduce((now, [of, value]) => withField(now, of, value), record);
        expect(withFields(record, all)).toEqual(oneByOne);
      }),
    );
  });

  test('are read as each is alone', () => {
    fc.assert(
      fc.property(anyPairs, anyField, (record, of) => {
        expect(fieldValues(record).get(of) ?? null).toBe(fieldValue(record, of));
      }),
    );
  });
});

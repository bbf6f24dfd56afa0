import fc from 'fast-check';
import { keyField, type Field, type FieldValue } from '../../src/domain/files/field.ts';
import type { FileRecord, Pairs } from '../../src/domain/files/file.ts';
import { aRecord } from './builders.ts';

/** How often each law is tried. What is printed when one fails names the seed that does it again. */
export const RUNS = { numRuns: 1_000 } as const;

/** Text as services and spreadsheets have it, at its worst. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: fc.constantFrom('a', "'", '"', ',', ';', '\r', '\n', '\t', '=', '-', ' ', '\u{1f600}', '\ud800') }),
  fc.constantFrom('', 'null', '__proto__', "'=1+1", '=1+1', '\ufeff', ' blank ', 'e\u0301', 'é', '＝1'),
);

const KEYS = ['a', 'b', 'name', 'id', '7', '__proto__', 'constructor', 'key:a', ' padded ', 'x,"\r\ny'];
export const anyKey: fc.Arbitrary<string> = fc.oneof(fc.constantFrom(...KEYS), anyText);

export const anyValue: fc.Arbitrary<FieldValue> = fc.option(anyText);

/** One of few, so that fields meet. */
export const fewFields: fc.Arbitrary<Field> = fc.constantFrom('name', ...['a', '__proto__', 'x'].map(keyField));

const anyPairs: fc.Arbitrary<Pairs> = fc.uniqueArray(fc.tuple(anyKey, anyText), {
  selector: ([key]) => key,
  maxLength: 5,
});

export const anyRecord: fc.Arbitrary<FileRecord> = fc
  .record({ name: anyValue, keyvalues: anyPairs, cid: anyText })
  .map((over) => aRecord(over));

/** What a record holds, whatever the order of its keys. */
export const held = ({ name, keyvalues }: Pick<FileRecord, 'name' | 'keyvalues'>) => ({
  name,
  keys: new Map(keyvalues),
});

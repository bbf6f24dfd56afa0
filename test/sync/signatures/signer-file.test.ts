import { describe, expect, test } from 'vitest';
import { MOST_SIGNER_LINES, readSignerFile } from '../../../electron/sync/signatures/signer-file.ts';

function signersIn(text: string) {
  const read = readSignerFile(text);
  if (!read.ok) throw new Error(read.failure);
  return read.value;
}
const two = [
  { line: 2, address: '0xaa', label: 'Ann' },
  { line: 3, address: '0xbb', label: 'Ben' },
];

describe('signers from a table', () => {
  test.each([
    ['with columns in another order, others beside them, and any case', 'Label, ADDRESS ,note\nAnn,0xaa,x\nBen,0xbb,y'],
    ['after a byte order mark, with Windows line ends', '\uFEFFaddress,label\r\n0xaa,Ann\r\n0xbb,Ben\r\n'],
    ['with semicolons, as Excel saves them in many languages', 'address;label\r\n0xaa;Ann\r\n0xbb;Ben'],
    ['with quotes', '"address","label"\n"0xaa","Ann"\n"0xbb","Ben"'],
  ])('are found %s', (_how, text) => {
    expect(signersIn(text)).toEqual(two);
  });

  test('without a header are the first two cells of each line, and blank lines count', () => {
    expect(signersIn('0xaa,Ann\n\n0xbb,Ben')).toEqual([
      { line: 1, address: '0xaa', label: 'Ann' },
      { line: 3, address: '0xbb', label: 'Ben' },
    ]);
  });

  test('have no label where the table has none, and no address where a line is short', () => {
    expect(signersIn('address\n0xaa')).toEqual([{ line: 2, address: '0xaa', label: '' }]);
    expect(signersIn('label,address\nAnn')).toEqual([{ line: 2, address: '', label: 'Ann' }]);
  });

  test('lose the guard that our own list put before what a spreadsheet would run', () => {
    expect(signersIn("address,label\n0xaa,'=Ann")).toEqual([{ line: 2, address: '0xaa', label: '=Ann' }]);
  });

  test('are none in an empty text, and the text is no list where a quote is never closed', () => {
    expect(signersIn('')).toEqual([]);
    expect(readSignerFile('address,label\n0xaa,"Ann')).toEqual({ ok: false, failure: 'notAList' });
  });
});

describe('signers from JSON', () => {
  test('are numbered in their order, whatever stands around the list', () => {
    const list = JSON.stringify([
      { address: '0xaa', label: 'Ann', note: 'x' },
      { address: '0xbb', label: 'Ben' },
    ]);
    expect(signersIn(`\uFEFF \n${list}\n`)).toEqual(two.map((one) => ({ ...one, line: one.line - 1 })));
  });

  test.each([
    ['cut', '[{"address":'],
    ['a list of something else', '["0xaa"]'],
    ['a list in a list', '[[{"address":"0xaa","label":"Ann"}]]'],
  ])('that is %s is no list', (_what, text) => {
    expect(readSignerFile(text)).toEqual({ ok: false, failure: 'notAList' });
  });
});

test('blank lines at the top are lines of the file, for who looks for the line of a problem', () => {
  expect(signersIn('\n \n\naddress,label\n\n0xabc,Ada\n')).toEqual([{ address: '0xabc', label: 'Ada', line: 6 }]);
});

test('an entry of JSON without an address or a label is left for whoever names the lines that cannot be used', () => {
  const list = [{ address: '0xaa', label: 'Ann' }, { address: '0xbb' }, { label: 'Cem' }, '0xdd', null, { label: 7 }];
  expect(signersIn(JSON.stringify(list)).map(({ line, address, label }) => [line, address, label])).toEqual([
    [1, '0xaa', 'Ann'],
    [2, '0xbb', ''],
    [3, '', 'Cem'],
    [4, '0xdd', ''],
    [5, '', ''],
    [6, '', ''],
  ]);
});

test('a list of more lines than twice the signers that can be known is refused, whatever its format', () => {
  expect(MOST_SIGNER_LINES).toBe(2_000);
  const entries = (count: number): string => JSON.stringify(Array.from({ length: count }, () => ({ address: 'a' })));
  const lists = [(count: number) => 'a\n'.repeat(count), (count: number) => `address\n${'a\n'.repeat(count)}`, entries];
  for (const list of lists) {
    expect(signersIn(list(MOST_SIGNER_LINES))).toHaveLength(MOST_SIGNER_LINES);
    expect(readSignerFile(list(MOST_SIGNER_LINES + 1))).toEqual({ ok: false, failure: 'tooManyLines' });
    expect(readSignerFile(list(50_000))).toEqual({ ok: false, failure: 'tooManyLines' });
  }
});

import { describe, expect, test } from 'vitest';
import { readSignerFile } from '../../../electron/sync/signatures/signer-file.ts';

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
    expect(readSignerFile(text)).toEqual(two);
  });

  test('without a header are the first two cells of each line, and blank lines count', () => {
    expect(readSignerFile('0xaa,Ann\n\n0xbb,Ben')).toEqual([
      { line: 1, address: '0xaa', label: 'Ann' },
      { line: 3, address: '0xbb', label: 'Ben' },
    ]);
  });

  test('have no label where the table has none, and no address where a line is short', () => {
    expect(readSignerFile('address\n0xaa')).toEqual([{ line: 2, address: '0xaa', label: '' }]);
    expect(readSignerFile('label,address\nAnn')).toEqual([{ line: 2, address: '', label: 'Ann' }]);
  });

  test('lose the guard that our own list put before what a spreadsheet would run', () => {
    expect(readSignerFile("address,label\n0xaa,'=Ann")).toEqual([{ line: 2, address: '0xaa', label: '=Ann' }]);
  });

  test('are none in an empty text, and the text is no list where a quote is never closed', () => {
    expect(readSignerFile('')).toEqual([]);
    expect(readSignerFile('address,label\n0xaa,"Ann')).toBeNull();
  });
});

describe('signers from JSON', () => {
  test('are numbered in their order, whatever stands around the list', () => {
    const list = JSON.stringify([
      { address: '0xaa', label: 'Ann', note: 'x' },
      { address: '0xbb', label: 'Ben' },
    ]);
    expect(readSignerFile(`\uFEFF \n${list}\n`)).toEqual(two.map((one) => ({ ...one, line: one.line - 1 })));
  });

  test.each([
    ['cut', '[{"address":'],
    ['a list of something else', '["0xaa"]'],
    ['a list with an entry that has no label', '[{"address":"0xaa"}]'],
  ])('that is %s is no list', (_what, text) => {
    expect(readSignerFile(text)).toBeNull();
  });
});

test('blank lines at the top are lines of the file, for who looks for the line of a problem', () => {
  expect(readSignerFile('\n \n\naddress,label\n\n0xabc,Ada\n')).toEqual([{ address: '0xabc', label: 'Ada', line: 6 }]);
});

import { expect, test } from 'vitest';
import { takenOff } from '../../../src/domain/connections/pasted-token.ts';
import { completedAddress, lacksVersion } from '../../../src/domain/connections/typed-address.ts';

test.each([
  ['files.example.com', 'https://files.example.com'],
  [' files.example.com/v3 ', 'https://files.example.com/v3'],
  ['files.example.com:8443/v3', 'https://files.example.com:8443/v3'],
  ['localhost:3000/v3', 'http://localhost:3000/v3'],
  ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
])('%s gets its scheme', (typed, text) => {
  expect(completedAddress(typed).text).toBe(text);
});

test.each([
  'https://files.example.com',
  'http://files.example.com',
  'ftp://files.example.com',
  'not an address',
  'files',
  'me:secret@files.example.com',
  'javascript:alert(1)',
  '',
])('%s stays as it was typed', (typed) => {
  expect(completedAddress(typed)).toEqual({ text: typed, scheme: null });
});

test.each([
  ['https://files.example.com', true],
  ['https://files.example.com/api', true],
  ['https://files.example.com/v3', false],
  ['https://files.example.com/api/v1beta2/files', false],
  ['https://v3.example.com', true],
])('%s lacks a version: %s', (baseUrl, lacks) => {
  expect(lacksVersion(baseUrl)).toBe(lacks);
});

test.each([
  ['abc.def', []],
  ['"abc.def"', ['quotes']],
  ['Bearer abc', ['bearer']],
  ['Authorization: Bearer abc\n', ['bearer', 'lineBreaks']],
  ['"Bearer abc.def\n.ghi"', ['bearer', 'quotes', 'lineBreaks']],
  [' abc ', ['blanks']],
  ['bearer', []],
])('of %j these parts are taken off: %j', (text, parts) => {
  expect(takenOff(text)).toEqual(parts);
});

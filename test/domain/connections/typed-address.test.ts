import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { originOf } from '../../../src/domain/connections/connection.ts';
import { takenOff } from '../../../src/domain/connections/pasted-token.ts';
import { completedAddress, lacksVersion, parseBaseUrl } from '../../../src/domain/connections/typed-address.ts';

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

const anyAddress = fc
  .tuple(
    fc.constantFrom('a.example', 'A.Example:443', 'x:8443', '[::1]', '1.2.3.4'),
    fc.string({ unit: fc.constantFrom(...'/.~%2f é:@v3'), maxLength: 20 }),
  )
  .map(([host, path]) => `https://${host}/${path}`);

describe('a base address', () => {
  test.each([
    ['https://api.example.com/v3', 'https://api.example.com/v3'],
    [' https://API.example.com/v3/// ', 'https://api.example.com/v3'],
    ['https://example.com', 'https://example.com'],
    ['https://example.com:443/', 'https://example.com'],
    ['https://example.com:8443/a/../v3', 'https://example.com:8443/v3'],
    ['https://example.com/v3?#', 'https://example.com/v3'],
    ['http://127.0.0.1:8080/v3', 'http://127.0.0.1:8080/v3'],
    ['http://localhost/v3', 'http://localhost/v3'],
    ['http://[::1]:1/v3', 'http://[::1]:1/v3'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ])('%j is %s', (text, address) => {
    expect(parseBaseUrl(text)).toEqual({ ok: true, value: address });
  });

  test.each([
    ['', 'notAnAddress'],
    ['api.example.com', 'notAnAddress'],
    ['ftp://example.com', 'notAnAddress'],
    ['file:///etc/passwd', 'notAnAddress'],
    ['javascript:alert(1)', 'notAnAddress'],
    ['http://example.com', 'notHttps'],
    ['http://localhost.evil.example', 'notHttps'],
    ['http://127.0.0.1.evil.example', 'notHttps'],
    ['http://api.localhost:8080/v3', 'notHttps'],
    ['http://10.0.0.1', 'notHttps'],
    ['https://good.example@evil.example', 'hasUserinfo'],
    ['https://a:b@example.com', 'hasUserinfo'],
    ['https://example.com?x=1', 'hasQueryOrFragment'],
    ['https://example.com#x', 'hasQueryOrFragment'],
  ])('%j is none: %s', (text, problem) => {
    expect(parseBaseUrl(text)).toEqual({ ok: false, failure: problem });
  });

  test('once read reads the same again, and keeps its origin', () => {
    fc.assert(
      fc.property(anyAddress, (text) => {
        const read = parseBaseUrl(text);
        if (!read.ok) return;
        expect(parseBaseUrl(read.value)).toEqual(read);
        expect(originOf({ kind: 'service', baseUrl: read.value })).toBe(new URL(text).origin);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanToken, originOf, parseBaseUrl } from '../../../src/domain/connections/connection.ts';

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

  test('of the practice service is no origin at all: it changes at every start', () => {
    expect(originOf({ kind: 'practice', baseUrl: 'http://127.0.0.1:1/v3' })).toBe('practice:');
  });
});

describe('a pasted token', () => {
  test.each([
    ['abc.def', 'abc.def'],
    ['  "abc.def"\n', 'abc.def'],
    ["'abc'", 'abc'],
    ['Bearer abc', 'abc'],
    ['Authorization: bearer abc', 'abc'],
    ['abc\n  def', 'abcdef'],
    ['abc\u00a0', 'abc'],
  ])('%j is %s', (text, token) => {
    expect(cleanToken(text)).toBe(token);
  });

  test.each(['', '   ', '""', 'ä', 'abc\u0000', '😀', 'x'.repeat(8_193)])('%j is none', (text) => {
    expect(cleanToken(text)).toBeNull();
  });

  test('is fit for a header or nothing, and cleaning again changes nothing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (text) => {
        const token = cleanToken(text);
        if (token === null) return;
        expect(new Headers({ authorization: `Bearer ${token}` }).get('authorization')).toBe(`Bearer ${token}`);
        expect(cleanToken(token)).toBe(token);
      }),
    );
  });
});

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { accountOf, oneLine, secretRedactor } from '../../electron/remote/token.ts';

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (payload: unknown): string => `${encoded({ alg: 'HS256' })}.${encoded(payload)}.c2lnbmF0dXJl`;
const digest = (token: string): string => `sha256:${createHash('sha256').update(token).digest('hex').slice(0, 32)}`;

test('a token of the best-known service names its account and its key, and gives away nothing else', () => {
  const token = jwt({
    userInformation: { id: 'user-1', email: 'ada@example.com' },
    scopedKeyKey: 'ab12',
    scopedKeySecret: 's3cr3t',
    iat: 1,
  });
  expect(accountOf(token)).toEqual({ account: 'user-1', tokenKey: 'ab12' });
});

test.each([
  [{ sub: 'user-2' }, 'user-2'],
  [{ user_id: 7 }, '7'],
  [{ userId: 'user-3', sub: 'key-9' }, 'user-3'],
  [{ accountId: 'org_4' }, 'org_4'],
  [{ account_id: 'org_5', userInformation: null }, 'org_5'],
])('the account in %j is %s', (payload, account) => {
  expect(accountOf(jwt(payload))).toEqual({ account, tokenKey: null });
});

test.each([
  'opaque-token',
  'a.b.c',
  'a.b',
  '',
  jwt(null),
  jwt([]),
  jwt('user-1'),
  jwt({}),
  jwt({ sub: 'user-2' }).replace(/\.[^.]*$/, ''),
  jwt({ sub: '' }),
  jwt({ sub: { id: 1 } }),
  jwt({ sub: 'ada lovelace\n' }),
  jwt({ sub: 'x'.repeat(201) }),
  `x.${Buffer.from([0xff, 0xfe]).toString('base64url')}.x`,
])('a token that names no account is known by its digest: %s', (token) => {
  expect(accountOf(token)).toEqual({ account: digest(token), tokenKey: null });
});

test('a key is named even where no account is', () => {
  const token = jwt({ scopedKeyKey: 'ab12', scopedKeySecret: 's3cr3t' });
  expect(accountOf(token)).toEqual({ account: digest(token), tokenKey: 'ab12' });
});

test.each([12, 17, 40])(
  'a beginning of %i characters of a token, or of its payload, is removed from a text',
  (length) => {
    const [opaque, payload] = [
      'pk-1234567890-abcdefghijklmnopqrstuvwxyz',
      'QWxhZGRpbjpvcGVuIHNlc2FtZSBhbmQgY2xvc2UgaXQ',
    ];
    const redact = secretRedactor(opaque);
    expect(redact(`The key ${opaque.slice(0, length)}... is revoked`)).toBe('The key [removed]... is revoked');
    const redactJwt = secretRedactor(`eyJhbGciOiJIUzI1NiJ9.${payload}.c2lnbmF0dXJl`);
    expect(redactJwt(`claims ${payload.slice(0, length)} expired`)).toBe('claims [removed] expired');
    expect(redact('the key pk-12345 is unknown')).toBe('the key pk-12345 is unknown');
  },
);

test.each([
  ['Bearer first-secret, Bearer second-secret', 'Bearer [removed], Bearer [removed]'],
  ['authorization: bearer first-secret', 'authorization: Bearer [removed]'],
  ['AUTHORIZATION: BEARER first-secret', 'AUTHORIZATION: Bearer [removed]'],
  ['authorization: Bearer \t first-secret', 'authorization: Bearer [removed]'],
  ['eyJhbGciOiJIUzI1NiJ9.e30.c2ln and eyJhbGciOiJIUzI1NiJ9.e30.b3RoZXI', '[removed] and [removed]'],
  ['short-token, short-token, short-token', '[removed], [removed], [removed]'],
])('every secret of a line is removed, in whatever case it is announced: %s', (line, clean) => {
  expect(secretRedactor('short-token')(line)).toBe(clean);
});

test('a part of a token that is as short as a word stays in a text, and so does its beginning', () => {
  const word = 'fifteen-letters';
  const part = 'sixteen-letters!';
  const redact = secretRedactor(`eyJhbGciOiJIUzI1NiJ9.${word}.${part}`);
  expect(redact(`${word} and ${part}`)).toBe(`${word} and [removed]`);
  expect(redact(`begins with ${word.slice(0, 13)}, or with ${part.slice(0, 13)}`)).toBe(
    `begins with ${word.slice(0, 13)}, or with [removed]`,
  );
});

test.each([
  ['a-token-of-16-ch', 'begins with [removed]'],
  ['a-token-of-15-c', 'begins with a-token-of-15'],
])('the beginning of %s is removed only where the token is longer than a word', (token, clean) => {
  expect(secretRedactor(token)(`begins with ${token.slice(0, 13)}`)).toBe(clean);
});

test.each([
  ['folded over lines, as a gateway does with a long header', (token: string) => token.replaceAll(/.{20}/g, '$&\r\n ')],
  ['in the small letters that a host has', (token: string) => token.toLowerCase()],
  ['percent-encoded in small letters', (token: string) => encodeURIComponent(token).replaceAll('%2F', '%2f')],
])('a token is removed where a service says it back %s', (_how, said) => {
  const jwtPayload = encoded({ scopedKeySecret: 'a-secret-that-stands-in-the-middle' });
  const opaque = 'k/3Zt9QmA7xw+R5bYe1L/uV0sHcJ8dGnPf2iTgKoXr6y';
  for (const token of [`eyJhbGciOiJIUzI1NiJ9.${jwtPayload}.c2lnbmF0dXJl`, opaque]) {
    const told = oneLine(`Invalid header (${said(token)}) of 76`, secretRedactor(token));
    expect(told).toMatch(/^Invalid header \((?:\[removed\][. ]*)+\) of 76$/);
  }
});

test('the longest token that a header may have is removed too, however a service folds it', () => {
  const token = Array.from({ length: 8_192 }, (_, at) => String.fromCharCode(33 + ((at * 7 + at * at) % 94))).join('');
  const redact = secretRedactor(token);
  expect(redact(`given: ${token.replaceAll(/.{76}/gs, '$&\n ')}, and ${token}!`)).toBe(
    'given: [removed], and [removed]!',
  );
});

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Account } from './tables/account-table.ts';
import { fieldsOf, parseJson, type Json } from './json.ts';
import type { StoredKey } from './tables/records.ts';

function encoded(value: Json): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function signatureOf(account: Account, headerAndPayload: string): Buffer {
  return createHmac('sha256', account.tokenSecret).update(headerAndPayload).digest();
}

/** The secret of a key. The service shows it once; key lists in the older form contain it. */
export function keySecret(account: Account, key: StoredKey): string {
  return createHmac('sha256', account.tokenSecret).update(`secret of ${key.key}`).digest('hex');
}

/** The bearer token of a key: a JWT (RFC 7519), always the same for one key. */
export function issueToken(account: Account, key: StoredKey): string {
  const header = encoded({ alg: 'HS256', typ: 'JWT' });
  const payload = encoded({
    userInformation: { id: account.accountId, email: account.ownerEmail, email_verified: true, status: 'ACTIVE' },
    authenticationType: 'scopedKey',
    scopedKeyKey: key.key,
    scopedKeySecret: keySecret(account, key),
    iat: Math.floor(Date.parse(key.createdAt) / 1000),
  });
  const body = `${header}.${payload}`;
  return `${body}.${signatureOf(account, body).toString('base64url')}`;
}

/** The public value of a token's key; null for a token that this account did not issue. */
export function keyOfToken(account: Account, token: string): string | null {
  const [header, payload, signature, ...rest] = token.split('.');
  if (header === undefined || payload === undefined || signature === undefined || rest.length > 0) return null;
  const given = Buffer.from(signature, 'base64url');
  const right = signatureOf(account, `${header}.${payload}`);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  // A valid signature proves that `issueToken` wrote this JSON.
  const key = fieldsOf(parseJson(Buffer.from(payload, 'base64url').toString()))?.get('scopedKeyKey');
  return typeof key === 'string' ? key : null;
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { PracticeContext, PracticeEnv } from './context.ts';
import { HttpError } from './http.ts';
import { fieldsOf, type Json, parseJson } from './json.ts';
import type { Account } from './tables/account-table.ts';
import type { StoredKey } from './tables/records.ts';

/**
 * Admits a request whose token belongs to a key that is not revoked and has the permission. Spends a use of a limited
 * key.
 *
 * @throws HttpError 401 without such a key, 401 or 403 (a fault setting) without the permission
 */
export function authorise(context: PracticeContext, permission: Permission): MiddlewareHandler<PracticeEnv> {
  return async (request, next) => {
    const key = keyOfCall(context, request.req.header('Authorization'));
    if (!allows(key.scopes, permission)) {
      throw new HttpError(context.settings.current.wrongScopeStatus, `the key lacks the permission ${permission}`);
    }
    if (key.maxUses !== null && !context.keys.use(key.id, new Date(context.clock.nowMs()).toISOString())) {
      throw new HttpError(401, 'the key has no uses left');
    }
    await next();
  };
}

function keyOfCall(context: PracticeContext, header: string | undefined): StoredKey {
  if (header === undefined) throw new HttpError(401, 'no Authorization header found');
  const token = /^Bearer +(\S+)$/i.exec(header)?.[1];
  if (token === undefined) throw new HttpError(401, 'the Authorization header is not of the form Bearer <token>');
  const value = keyOfToken(context.account(), token);
  const key = value === null ? null : context.keys.byKey(value);
  if (!key) throw new HttpError(401, 'invalid token');
  if (key.revoked) throw new HttpError(401, 'the key has been revoked');
  return key;
}

/** The permission that an operation requires. */
export type Permission = 'org:files:read' | 'org:files:write' | 'org:keys:read';

/** The older form of the same permissions: a flag in a group of endpoints. */
const LEGACY_FLAG: Record<Permission, { readonly group: string; readonly flag: string } | null> = {
  'org:files:read': { group: 'data', flag: 'pinList' },
  'org:files:write': { group: 'pinning', flag: 'hashMetadata' },
  // No flag of the older form allows listing keys.
  'org:keys:read': null,
};

/** Whether the scopes of a key grant a permission. */
export function allows(scopes: Json, permission: Permission): boolean {
  const fields = fieldsOf(scopes);
  if (!fields) return false;
  if (fields.get('admin') === true) return true;
  const resources = fields.get('resources');
  if (Array.isArray(resources) && resources.includes(permission)) return true;
  const legacy = LEGACY_FLAG[permission];
  if (!legacy) return false;
  const group = fieldsOf(fieldsOf(fields.get('endpoints'))?.get(legacy.group));
  return group?.get(legacy.flag) === true;
}

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

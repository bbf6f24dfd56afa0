import type { MiddlewareHandler } from 'hono';
import { HttpError } from './responses.ts';
import type { PracticeEnv, PracticeContext } from './context.ts';
import { type Json, fieldsOf } from './json.ts';
import type { StoredKey } from './tables/records.ts';
import { keyOfToken } from './tokens.ts';

/**
 * Lets a request pass whose token stands for a living key with the permission, and spends one use of a limited key.
 *
 * @throws Refusal 401 without such a token, 401 or 403 (as switched) without the permission
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

/** What an operation asks of the key that calls it. */
export type Permission = 'org:files:read' | 'org:files:write' | 'org:keys:read';

/** The older way of naming the same permissions: a flag of a group of endpoints. */
const LEGACY_FLAG: Record<Permission, { readonly group: string; readonly flag: string } | null> = {
  'org:files:read': { group: 'data', flag: 'pinList' },
  'org:files:write': { group: 'pinning', flag: 'hashMetadata' },
  // No flag of the older scopes ever allowed the listing of keys.
  'org:keys:read': null,
};

/** Whether a scopes object, as it stands in a key record, grants the permission. */
export function allows(scopes: Json, permission: Permission): boolean {
  const members = fieldsOf(scopes);
  if (!members) return false;
  if (members.get('admin') === true) return true;
  const resources = members.get('resources');
  if (Array.isArray(resources) && resources.includes(permission)) return true;
  const legacy = LEGACY_FLAG[permission];
  if (!legacy) return false;
  const group = fieldsOf(fieldsOf(members.get('endpoints'))?.get(legacy.group));
  return group?.get(legacy.flag) === true;
}

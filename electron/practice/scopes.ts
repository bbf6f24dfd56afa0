import { membersOf, type Json } from './json.ts';

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
  const members = membersOf(scopes);
  if (!members) return false;
  if (members.get('admin') === true) return true;
  const resources = members.get('resources');
  if (Array.isArray(resources) && resources.includes(permission)) return true;
  const legacy = LEGACY_FLAG[permission];
  if (!legacy) return false;
  const group = membersOf(membersOf(members.get('endpoints'))?.get(legacy.group));
  return group?.get(legacy.flag) === true;
}

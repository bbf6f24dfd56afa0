import { z } from 'zod';
import { scopesOf } from './scopes.ts';

/** What scopes amount to, the most dangerous first. `other` is a scope nobody here knows: it may be anything. */
export const permissionGroup = z.enum([
  'everything',
  'manageKeys',
  'delete',
  'change',
  'other',
  'add',
  'readKeys',
  'read',
]);
export type PermissionGroup = z.infer<typeof permissionGroup>;

export const riskOf = (power: PermissionGroup): number => permissionGroup.options.indexOf(power);

const KNOWN: Readonly<Record<string, PermissionGroup>> = {
  unpin: 'delete',
  removePinObject: 'delete',
  hashMetadata: 'change',
  hashPinPolicy: 'change',
  userPinPolicy: 'change',
  replacePinObject: 'change',
  pinFileToIPFS: 'add',
  pinJSONToIPFS: 'add',
  pinByHash: 'add',
  addPinObject: 'add',
  pinJobs: 'read',
  pinList: 'read',
  userPinnedDataTotal: 'read',
  getPinObject: 'read',
  listPinObjects: 'read',
};

/** What one granted scope allows. */
export function permissionGroupOf(scope: string): PermissionGroup {
  const name = scope.slice(scope.lastIndexOf('.') + 1);
  const known = Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined;
  if (known !== undefined) return known;
  const [area, verb] = name.split(':').slice(-2);
  if (verb === 'read') return area === 'keys' ? 'readKeys' : 'read';
  if (verb === 'write') return area === 'keys' ? 'manageKeys' : 'change';
  return verb === 'delete' ? 'delete' : 'other';
}

/** What a key may do, the most dangerous first; an admin key may do everything there is. */
export function permissionGroupsOf(scopesJson: string): readonly PermissionGroup[] {
  const { isAdmin, leaves } = scopesOf(scopesJson);
  const granted = new Set(leaves.filter((leaf) => leaf.granted).map((leaf) => permissionGroupOf(leaf.name)));
  if (isAdmin) return permissionGroup.options.filter((power) => power !== 'other' || granted.has(power));
  return permissionGroup.options.filter((power) => granted.has(power));
}

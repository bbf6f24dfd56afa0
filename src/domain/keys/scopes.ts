import { z } from 'zod';

/** One scope of a key, as a path of the service's names (`pinning.pinFileToIPFS`, `org:files:read`). */
type ScopeLeaf = { readonly name: string; readonly granted: boolean };

/** The scopes of a key. */
export type Scopes = { readonly isAdmin: boolean; readonly leaves: readonly ScopeLeaf[] };

/** Deeper levels of a scopes object are ignored. */
const DEEPEST = 6;
// Not `z.record`: zod leaves out a key `__proto__` (colinhacks/zod, `$ZodRecord`).
const tree = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

/** Reads scopes of any shape, with their unknown leaves. @throws SyntaxError when the text is not JSON */
export function scopesOf(scopesJson: string): Scopes {
  const json: unknown = JSON.parse(scopesJson);
  const parsed = tree.safeParse(json);
  // A bare list of names, or one name: a key that has scopes must not pass for one that may do nothing.
  if (!parsed.success) return { isAdmin: false, leaves: leavesOf(json, '', 0).filter(({ name }) => name !== '') };
  const { admin, endpoints, ...rest } = parsed.data;
  return {
    isAdmin: admin === true,
    leaves: [...leavesOf(endpoints, '', 0), ...leavesOf(rest, '', 0)],
  };
}

function leavesOf(node: unknown, path: string, depth: number): ScopeLeaf[] {
  if (typeof node === 'boolean') return [{ name: path, granted: node }];
  if (typeof node === 'string') return [{ name: node, granted: true }];
  if (Array.isArray(node)) return node.flatMap((item) => leavesOf(item, path, depth + 1));
  const branches = tree.safeParse(node);
  if (!branches.success || depth > DEEPEST) return [];
  return Object.entries(branches.data).flatMap(([name, child]) =>
    leavesOf(child, path === '' ? name : `${path}.${name}`, depth + 1),
  );
}

/** Groups of permissions, the most dangerous first. `other` is an unknown scope, which may allow anything. */
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

/** The rank of a permission group; 0 is the most dangerous. */
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

/** The permission group of one scope, by the last part of its name. */
export function permissionGroupOf(scope: string): PermissionGroup {
  const name = scope.slice(scope.lastIndexOf('.') + 1);
  const known = Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined;
  if (known !== undefined) return known;
  const [area, verb] = name.split(':').slice(-2);
  if (verb === 'read') return area === 'keys' ? 'readKeys' : 'read';
  if (verb === 'write') return area === 'keys' ? 'manageKeys' : 'change';
  return verb === 'delete' ? 'delete' : 'other';
}

/** The permission groups of a key, the most dangerous first; an admin key has all known ones. */
export function permissionGroupsOf(scopesJson: string): readonly PermissionGroup[] {
  const { isAdmin, leaves } = scopesOf(scopesJson);
  const granted = new Set(leaves.filter((leaf) => leaf.granted).map((leaf) => permissionGroupOf(leaf.name)));
  if (isAdmin) return permissionGroup.options.filter((power) => power !== 'other' || granted.has(power));
  return permissionGroup.options.filter((power) => granted.has(power));
}

/**
 * Whether scopes clearly allow updates of files. False proves nothing: the permission for Update File is not documented,
 * and an unknown scope may allow it.
 */
export function mayUpdateFiles(scopesJson: string): boolean {
  const { isAdmin, leaves } = scopesOf(scopesJson);
  return isAdmin || leaves.some(({ name, granted }) => granted && /(^|[.:])(hashMetadata|files:write)$/.test(name));
}

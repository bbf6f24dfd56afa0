import { z } from 'zod';

/** One permission a key holds, as a path of the words the service uses (`pinning.pinFileToIPFS`, `org:files:read`). */
type ScopeLeaf = { readonly name: string; readonly granted: boolean };

export type Scopes = { readonly isAdmin: boolean; readonly leaves: readonly ScopeLeaf[] };

const DEEPEST = 6;
const tree = z.record(z.string(), z.unknown());

/** Reads a scopes object of any shape: known leaves and unknown ones alike, none dropped. */
export function scopesOf(scopesJson: string): Scopes {
  const parsed = tree.safeParse(JSON.parse(scopesJson));
  if (!parsed.success) return { isAdmin: false, leaves: [] };
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

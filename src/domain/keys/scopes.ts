import { z } from 'zod';

/** One scope of a key, as a path of the service's names (`pinning.pinFileToIPFS`, `org:files:read`). */
type ScopeLeaf = { readonly name: string; readonly granted: boolean };

/** The scopes of a key. */
export type Scopes = { readonly isAdmin: boolean; readonly leaves: readonly ScopeLeaf[] };

/** Deeper levels of a scopes object are ignored. */
const DEEPEST = 6;
const tree = z.record(z.string(), z.unknown());

/** Reads a scopes object of any shape, with its unknown leaves. @throws SyntaxError when the text is not JSON */
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

import { isExhausted, isLimited, keyCondition } from '../../src/domain/api-key.ts';
import { matchesIlike } from '../../src/domain/ilike.ts';
import { scopesOf } from '../../src/domain/scopes.ts';
import { folded } from '../../src/domain/text.ts';
import type { KeyQuery } from '../../src/domain/view-query.ts';
import type { HeldKey } from './key-views.ts';
import { sortKey } from './shown-file.ts';

/** The keys a query asks for, in its order. */
export const chosenKeys = (keys: readonly HeldKey[], query: KeyQuery): readonly HeldKey[] =>
  inOrder(
    keys.filter((held) => matches(held, query)),
    query.sort,
  );

function matches({ key }: HeldKey, query: KeyQuery): boolean {
  if (query.revoked !== null && key.revoked !== query.revoked) return false;
  if (query.limitedUse && !isLimited(key)) return false;
  // The service knows `exhausted` only together with `limitedUse`.
  if (query.limitedUse && query.exhausted && !isExhausted(key)) return false;
  if (query.name !== null && !(key.name !== null && matchesIlike(key.name, query.name))) return false;
  return query.scope.trim() === '' || grants(key.scopesJson, folded(query.scope.trim()));
}

/** "Which keys can pin?": an admin key can do everything. */
function grants(scopesJson: string, wanted: string): boolean {
  const { isAdmin, leaves } = scopesOf(scopesJson);
  return isAdmin || leaves.some((leaf) => leaf.granted && folded(leaf.name).includes(wanted));
}

type Value = string | number | null;

const valueOf: Readonly<Record<KeyQuery['sort']['column'], (held: HeldKey) => Value>> = {
  name: ({ key }) => (key.name === null ? null : sortKey(key.name)),
  uses: ({ key }) => key.uses,
  condition: ({ condition }) => keyCondition.options.indexOf(condition),
  created: ({ key }) => key.createdAt,
  updated: ({ key }) => key.updatedAt,
};

/** Keys without a value come last either way; ties by id. */
function inOrder(keys: readonly HeldKey[], { column, descending }: KeyQuery['sort']): readonly HeldKey[] {
  const valued = keys.map((held) => ({ held, value: valueOf[column](held) }));
  const sign = descending ? -1 : 1;
  return valued
    .toSorted((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
      return sign * (compared(a.value, b.value) || compared(a.held.key.id, b.held.key.id));
    })
    .map((one) => one.held);
}

const compared = (a: string | number, b: string | number): number => (a < b ? -1 : Number(a > b));

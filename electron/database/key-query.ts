import { keyCondition } from '../../src/domain/keys/api-key.ts';
import type { KeyQuery } from '../../src/domain/files/queries.ts';
import { isAsked } from './keys/key-filter.ts';
import type { HeldKey } from './keys/key-queries.ts';
import { sortKey } from './mirror/projected-file.ts';

/** The keys a query asks for, in its order. */
export const chosenKeys = (keys: readonly HeldKey[], query: KeyQuery, nowMs: number): readonly HeldKey[] =>
  inOrder(
    keys.filter((held) => isAsked(held, query, nowMs)),
    query.sort,
  );

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

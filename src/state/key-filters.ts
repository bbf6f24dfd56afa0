import type { KeyCondition } from '../domain/api-key.ts';
import type { KeyQuery } from '../domain/view-query.ts';

/** What a person asked to see of the keys, as typed. */
export type KeyFilters = {
  /** The one word the navigation offers; null for all keys. */
  readonly condition: KeyCondition | null;
  readonly revoked: 'any' | 'only' | 'not';
  readonly limitedUse: boolean;
  readonly exhausted: boolean;
  readonly name: string;
  readonly scope: string;
  readonly sort: KeyQuery['sort'];
};

export const everyKey: KeyFilters = {
  condition: null,
  revoked: 'any',
  limitedUse: false,
  exhausted: false,
  name: '',
  scope: '',
  sort: { column: 'name', descending: false },
};

/** The service's own filters that come nearest to each condition. */
const NEAREST: Record<KeyCondition, Pick<KeyFilters, 'revoked' | 'limitedUse' | 'exhausted'>> = {
  active: { revoked: 'not', limitedUse: false, exhausted: false },
  limited: { revoked: 'not', limitedUse: true, exhausted: false },
  exhausted: { revoked: 'not', limitedUse: true, exhausted: true },
  revoked: { revoked: 'only', limitedUse: false, exhausted: false },
};

export const filtersOf = (condition: KeyCondition | null): KeyFilters =>
  condition === null ? everyKey : { ...everyKey, condition, ...NEAREST[condition] };

/** The filters after one was touched: a condition is a fixed combination, and exhausted has no meaning alone. */
export function refined(filters: KeyFilters, change: Partial<KeyFilters>): KeyFilters {
  const touchesCombination = 'revoked' in change || 'limitedUse' in change || 'exhausted' in change;
  const next = { ...filters, ...change, condition: touchesCombination ? null : filters.condition };
  return { ...next, exhausted: next.exhausted && next.limitedUse };
}

const REVOKED = { any: null, only: true, not: false } as const;

export const keyQueryOf = (filters: KeyFilters): KeyQuery => ({
  revoked: REVOKED[filters.revoked],
  limitedUse: filters.limitedUse,
  exhausted: filters.exhausted,
  name: filters.name === '' ? null : filters.name,
  scope: filters.scope,
  sort: filters.sort,
});

/** Whether the service's filters say exactly what the condition says. */
export const isExact = (condition: KeyCondition | null): boolean => condition !== 'active' && condition !== 'limited';

export const isFiltered = (filters: KeyFilters): boolean =>
  filters.revoked !== 'any' || filters.limitedUse || filters.name !== '' || filters.scope !== '';

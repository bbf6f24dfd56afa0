import type { KeyCondition } from '../../domain/keys/api-key.ts';
import type { PermissionGroup } from '../../domain/keys/scopes.ts';
import { type KeyQuery, usualKeyQuery } from '../../domain/keys/queries.ts';
import type { DayRange } from '../../domain/core/text.ts';

/** Days as typed; empty is open. */
export type TypedDays = { readonly from: string; readonly to: string };

/** The filters of the list of keys, as typed. */
export type KeyFilters = {
  /** The condition that the navigation and the list offer; null for all keys. */
  readonly condition: KeyCondition | null;
  readonly revoked: 'any' | 'only' | 'not';
  readonly limitedUse: boolean;
  readonly exhausted: boolean;
  readonly name: string;
  readonly scope: string;
  readonly power: PermissionGroup | null;
  readonly unusedDays: number | null;
  readonly created: TypedDays;
  readonly updated: TypedDays;
  readonly listed: KeyQuery['listed'];
  readonly inForce: boolean;
  readonly sort: KeyQuery['sort'];
};

export const filtersOf = (condition: KeyCondition | null): KeyFilters => filtersAsking(usualKeyQuery(condition));

/** The filters after a change: a condition is a fixed combination, and exhausted has no meaning without limited use. */
export function refined(filters: KeyFilters, change: Partial<KeyFilters>): KeyFilters {
  if (change.condition !== undefined) {
    const { condition, revoked, limitedUse, exhausted } = filtersOf(change.condition);
    return { ...filters, ...change, condition, revoked, limitedUse, exhausted };
  }
  const touchesCombination = 'revoked' in change || 'limitedUse' in change || 'exhausted' in change;
  const next = { ...filters, ...change, condition: touchesCombination ? null : filters.condition };
  return { ...next, exhausted: next.exhausted && next.limitedUse };
}

const REVOKED = { any: null, only: true, not: false } as const;

export const keyQueryOf = (filters: KeyFilters): KeyQuery => ({
  condition: filters.condition,
  revoked: REVOKED[filters.revoked],
  limitedUse: filters.limitedUse,
  exhausted: filters.exhausted,
  name: filters.name === '' ? null : filters.name,
  scope: filters.scope,
  power: filters.power,
  unusedDays: filters.unusedDays,
  created: rangeOf(filters.created),
  updated: rangeOf(filters.updated),
  listed: filters.listed,
  inForce: filters.inForce,
  sort: filters.sort,
});

/** The filters of a saved query. */
export const filtersAsking = (query: KeyQuery): KeyFilters => ({
  ...query,
  revoked: query.revoked === null ? 'any' : query.revoked ? 'only' : 'not',
  name: query.name ?? '',
  created: daysAsTyped(query.created),
  updated: daysAsTyped(query.updated),
});

/** Whether a range ends before it begins: such a range filters nothing, and the field says so. */
export const isBackwards = ({ from, to }: TypedDays): boolean => from !== '' && to !== '' && from > to;

function rangeOf(typed: TypedDays): DayRange | null {
  if (isBackwards(typed) || (typed.from === '' && typed.to === '')) return null;
  return { from: typed.from || null, to: typed.to || null };
}

const daysAsTyped = (range: DayRange | null): TypedDays => ({ from: range?.from ?? '', to: range?.to ?? '' });

/** The number of filters behind "More filters"; those that a condition chose are none of them. */
export function moreFilters(filters: KeyFilters): number {
  const { condition, revoked, limitedUse, exhausted, power, unusedDays, created, updated, listed, inForce } = filters;
  return [
    condition === null && revoked !== 'any',
    condition === null && limitedUse,
    condition === null && exhausted,
    power !== null,
    unusedDays !== null,
    rangeOf(created) !== null,
    rangeOf(updated) !== null,
    listed !== 'any',
    inForce,
  ].filter(Boolean).length;
}

export const isFiltered = (filters: KeyFilters): boolean =>
  [filters.condition !== null, filters.name !== '', filters.scope !== '', moreFilters(filters) > 0].includes(true);

/** Whether two lists ask for the same, whatever else was typed. */
export const areAlike = (a: KeyFilters, b: KeyFilters): boolean =>
  JSON.stringify(keyQueryOf(a)) === JSON.stringify(keyQueryOf(b));

export const everyKey = filtersOf(null);

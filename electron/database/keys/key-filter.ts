import { DAY_MS } from '../../../src/domain/core/durations.ts';
import type { KeyId } from '../../../src/domain/core/ids.ts';
import { dayBeginsMs, type DayRange, folded, sortKey } from '../../../src/domain/core/text.ts';
import { type ApiKey, isExhausted, isLimited, keyCondition, type KeyRow } from '../../../src/domain/keys/api-key.ts';
import { type KeyQuery, matchesIlike, type ServiceKeyFilters } from '../../../src/domain/keys/queries.ts';
import { lookOrder } from '../../../src/domain/keys/listed-key.ts';
import { permissionGroupsOf, scopesOf } from '../../../src/domain/keys/scopes.ts';

/** Whether a key matches all filters of a query. */
function matchesQuery(mirrored: KeyRow, query: KeyQuery, nowMs: number): boolean {
  const { key } = mirrored;
  if (!matchesServiceFilters(key, query)) return false;
  if (query.condition !== null && mirrored.condition !== query.condition) return false;
  if (query.inForce && (key.revoked || isExhausted(key) || mirrored.missingSinceMs !== null)) return false;
  if (query.listed !== 'any' && (mirrored.missingSinceMs === null) !== (query.listed === 'listed')) return false;
  if (query.power !== null && !permissionGroupsOf(key.scopesJson).includes(query.power)) return false;
  if (query.unusedDays !== null && !(nowMs - (mirrored.idleSinceMs ?? Infinity) >= query.unusedDays * DAY_MS))
    return false;
  if (!isWithin(key.createdAt, query.created) || !isWithin(key.updatedAt, query.updated)) return false;
  return query.scope.trim() === '' || grants(key.scopesJson, folded(query.scope.trim()));
}

/** Whether a key matches the filters that the service has itself, as the service applies them. */
function matchesServiceFilters(key: ApiKey, filters: ServiceKeyFilters): boolean {
  if (filters.revoked !== null && key.revoked !== filters.revoked) return false;
  if (filters.limitedUse && !isLimited(key)) return false;
  // The service knows `exhausted` only together with `limitedUse`.
  if (filters.limitedUse && filters.exhausted && !isExhausted(key)) return false;
  return filters.name === null || (key.name !== null && matchesIlike(key.name, filters.name));
}

/** "Which keys can pin?": an admin key can do everything. */
function grants(scopesJson: string, wanted: string): boolean {
  const { isAdmin, leaves } = scopesOf(scopesJson);
  return isAdmin || leaves.some((leaf) => leaf.granted && folded(leaf.name).includes(wanted));
}

/** A key of unknown date is outside every range. */
function isWithin(iso: string | null, range: DayRange | null): boolean {
  if (range === null) return true;
  const atMs = iso === null ? Number.NaN : Date.parse(iso);
  const isLate = range.from === null || atMs >= dayBeginsMs(range.from);
  const isEarly = range.to === null || atMs < dayBeginsMs(range.to, 1);
  return !Number.isNaN(atMs) && isLate && isEarly;
}

/** The keys that match all filters of a query, in their own order. */
export const matchingKeys = (keys: readonly KeyRow[], query: KeyQuery, nowMs: number): readonly KeyRow[] =>
  keys.filter((mirrored) => matchesQuery(mirrored, query, nowMs));

type Value = string | number | null;

const valueOf: Readonly<Record<Exclude<KeyQuery['sort']['column'], 'look'>, (mirrored: KeyRow) => Value>> = {
  name: ({ key }) => (key.name === null ? null : sortKey(key.name)),
  uses: ({ key }) => key.uses,
  condition: ({ condition }) => keyCondition.options.indexOf(condition),
  created: ({ key }) => key.createdAt,
  updated: ({ key }) => key.updatedAt,
};

type LookTimes = {
  /** The likely end of each key that has one, in milliseconds since 1970. */
  readonly endsMs: ReadonlyMap<KeyId, number>;
  readonly nowMs: number;
};

/** Keys without a value come last either way; ties by id. @param times matter to the order `look` alone */
export function inOrder(
  keys: readonly KeyRow[],
  { column, descending }: KeyQuery['sort'],
  { endsMs, nowMs }: LookTimes,
): readonly KeyRow[] {
  if (column === 'look') {
    const orderOf = (one: KeyRow) => lookOrder(one, endsMs.get(one.key.id) ?? null, nowMs);
    const placed = keys.map((mirrored) => ({ mirrored, order: orderOf(mirrored) }));
    const inTurn = placed.toSorted((a, b) => comparedByParts(a.order, b.order)).map(({ mirrored }) => mirrored);
    return descending ? inTurn.toReversed() : inTurn;
  }
  const valued = keys.map((mirrored) => ({ mirrored, value: valueOf[column](mirrored) }));
  const sign = descending ? -1 : 1;
  return valued
    .toSorted((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
      return sign * (compared(a.value, b.value) || compared(a.mirrored.key.id, b.mirrored.key.id));
    })
    .map((one) => one.mirrored);
}

function comparedByParts(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  const differing = a.findIndex((part, place) => part !== b[place]);
  return differing === -1 ? 0 : compared(a[differing] ?? 0, b[differing] ?? 0);
}

const compared = (a: string | number, b: string | number): number => (a < b ? -1 : Number(a > b));

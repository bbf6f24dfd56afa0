import { formatOrder, formatRange, orderIn, rangeEnds } from './query-string-parts.ts';
import type { DayRange } from '../../domain/core/text.ts';
import { keyCondition } from '../../domain/keys/api-key.ts';
import { keyQuery, type KeyQuery, usualKeyQuery } from '../../domain/keys/queries.ts';

type Parameters = readonly (readonly [string, string])[];

/** Filters and order of a list of keys as they stand in its address: those that differ from what the condition says alone. */
export function formatKeyQuery(query: KeyQuery): Parameters {
  const without = new Map(parametersOf(usualKeyQuery(query.condition)));
  const all = parametersOf(query).filter(([name, value]) => without.get(name) !== value);
  return query.condition === null ? all : [['condition', query.condition], ...all];
}

const parametersOf = (query: KeyQuery): Parameters => [
  ['revoked', query.revoked === null ? 'any' : answer(query.revoked)],
  ['limited', answer(query.limitedUse)],
  ['exhausted', answer(query.exhausted)],
  ['name', query.name ?? ''],
  ['scope', query.scope],
  ['power', query.power ?? ''],
  ['unused', query.unusedDays === null ? '' : String(query.unusedDays)],
  ['created', range(query.created)],
  ['updated', range(query.updated)],
  ['listed', query.listed],
  ['inForce', answer(query.inForce)],
  ['sort', formatOrder(query.sort)],
];

const answer = (isTrue: boolean): string => (isTrue ? 'yes' : 'no');
const range = (of: DayRange | null): string => (of === null ? '' : formatRange(of.from, of.to));

/**
 * Reads filters and order one by one. What is unreadable falls away, and the others stay.
 *
 * @returns `query` is undefined where the address names the condition alone, or nothing
 */
export function parseKeyQuery(address: URLSearchParams): {
  readonly condition: KeyQuery['condition'];
  readonly query?: KeyQuery;
} {
  const condition = keyCondition.safeParse(address.get('condition')).data ?? null;
  const without = usualKeyQuery(condition);
  const asked = askedIn(address);
  const read = Object.entries(keyQuery.shape).map(([name, schema]) => {
    const parsed = schema.safeParse(asked.get(name));
    const value: unknown = Reflect.get(without, name);
    return [name, parsed.success && parsed.data !== null && asked.has(name) ? parsed.data : value];
  });
  const query = keyQuery.parse({ ...Object.fromEntries(read), condition, ...revokedIn(address) });
  return formatKeyQuery(query).every(([name]) => name === 'condition') ? { condition } : { condition, query };
}

function askedIn(address: URLSearchParams): ReadonlyMap<string, unknown> {
  const yes = (name: string): boolean | null => booleanOf(address.get(name));
  return new Map<string, unknown>([
    ['limitedUse', yes('limited')],
    ['exhausted', yes('exhausted')],
    ['inForce', yes('inForce')],
    ['name', address.get('name')],
    ['scope', address.get('scope')],
    ['power', address.get('power')],
    ['unusedDays', Number(address.get('unused') ?? Number.NaN)],
    ['created', rangeEnds(address.get('created'))],
    ['updated', rangeEnds(address.get('updated'))],
    ['listed', address.get('listed')],
    ['sort', orderIn(address.get('sort') ?? '')],
  ]);
}

const booleanOf = (text: string | null): boolean | null => (text === 'yes' ? true : text === 'no' ? false : null);

function revokedIn(address: URLSearchParams): Partial<Pick<KeyQuery, 'revoked'>> {
  const asked = address.get('revoked');
  return asked === 'any' ? { revoked: null } : asked === 'yes' || asked === 'no' ? { revoked: asked === 'yes' } : {};
}

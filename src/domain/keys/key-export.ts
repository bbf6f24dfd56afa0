import { isoTime } from '../core/text.ts';
import { csvCell, csvLine } from '../core/csv.ts';
import type { ApiKey, KeyCondition } from './api-key.ts';
import { permissionGroupsOf, scopesOf } from './scopes.ts';

/** A key with the facts that an export has of it. */
export type ExportedKey = {
  readonly key: ApiKey;
  readonly condition: KeyCondition;
  readonly limit: number | null;
  readonly seenAtMs: number;
  readonly missingSinceMs: number | null;
  readonly idleSinceMs: number | null;
};

const COLUMNS = [
  'id',
  'name',
  'key',
  'condition',
  'revoked',
  'uses',
  'limit',
  'may',
  'scopes',
  'created_at',
  'updated_at',
  'unused_since',
  'seen_at',
  'no_longer_listed_since',
] as const;

/** Keys as the text of a file. Never contains a secret: none is stored. Leaves out the raw answer, whose fields are unknown. */
export function keyExport(keys: readonly ExportedKey[], format: 'csv' | 'json'): string {
  if (format === 'json') return `${JSON.stringify(keys.map(entry), null, 2)}\n`;
  const lines = keys.map((held) => {
    const facts = entry(held);
    return csvLine(COLUMNS.map((column) => csvCell(cell(facts[column]))));
  });
  return [csvLine(COLUMNS), ...lines].join('');
}

type Value = string | number | boolean | null | readonly string[];

/** An empty list is an empty cell: the guard of an empty text would stand alone in it. */
const cell = (value: Value): string | null => {
  if (value === null || (Array.isArray(value) && value.length === 0)) return null;
  return Array.isArray(value) ? value.join(' ') : String(value);
};

function entry(held: ExportedKey): Readonly<Record<(typeof COLUMNS)[number], Value>> {
  const { key } = held;
  const { isAdmin, leaves } = scopesOf(key.scopesJson);
  const granted = leaves.filter((leaf) => leaf.granted).map(({ name }) => name);
  return {
    id: key.id,
    name: key.name,
    key: key.key,
    condition: held.condition,
    revoked: key.revoked,
    uses: key.uses,
    limit: held.limit,
    may: permissionGroupsOf(key.scopesJson),
    scopes: isAdmin ? ['admin', ...granted] : granted,
    created_at: key.createdAt,
    updated_at: key.updatedAt,
    unused_since: isoTime(held.idleSinceMs),
    seen_at: isoTime(held.seenAtMs),
    no_longer_listed_since: isoTime(held.missingSinceMs),
  };
}

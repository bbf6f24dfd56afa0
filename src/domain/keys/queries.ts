import { z } from 'zod';
import { keyCondition } from './api-key.ts';
import { permissionGroup } from './permission-groups.ts';
import { dayRange } from '../core/text.ts';

/** The columns of the key list that can be sorted by. */
export const keyColumn = z.enum(['name', 'uses', 'condition', 'created', 'updated']);

/** Filters that the service itself has for its list of keys, with its meaning. */
export const serviceKeyFilters = z.object({
  /** true: only revoked; false: only keys that are not; null: both. */
  revoked: z.boolean().nullable(),
  limitedUse: z.boolean(),
  /** Only together with `limitedUse`. */
  exhausted: z.boolean(),
  /** An ILIKE pattern (`%` and `_` are wildcards) over the whole name; null matches all. */
  name: z.string().max(500).nullable(),
});

export type ServiceKeyFilters = Readonly<z.infer<typeof serviceKeyFilters>>;

/** Filters and order of a key list: the service's filters, and those that only the mirror can answer. */
export const keyQuery = serviceKeyFilters.extend({
  condition: keyCondition.nullable(),
  /** Text to find in the names of granted scopes; empty finds everything. */
  scope: z.string().max(200),
  /** Keys of this permission group; null for all. */
  power: permissionGroup.nullable(),
  /** Keys known to be unused for this many days, 1 to 3,650; null for all. */
  unusedDays: z.number().int().min(1).max(3_650).nullable(),
  created: dayRange.nullable(),
  updated: dayRange.nullable(),
  /** `missing`: the last complete scan did not see the key. */
  listed: z.enum(['any', 'listed', 'missing']),
  /** Whether to list only keys in force: listed, not revoked, not used up. */
  inForce: z.boolean(),
  sort: z.object({ column: keyColumn, descending: z.boolean() }),
});

export type KeyQuery = Readonly<z.infer<typeof keyQuery>>;

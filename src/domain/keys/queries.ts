import { z } from 'zod';
import { keyCondition } from './api-key.ts';
import { permissionGroup } from './permission-groups.ts';
import { dayRange } from '../core/text.ts';

export const keyColumn = z.enum(['name', 'uses', 'condition', 'created', 'updated']);

/** What the service itself can narrow a list of keys by, with its own meaning. */
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

/** Which keys, in which order: the service's own filters, and those that only the copy can answer. */
export const keyQuery = serviceKeyFilters.extend({
  condition: keyCondition.nullable(),
  /** Found in the names of granted scopes; empty finds everything. */
  scope: z.string().max(200),
  /** What a key may do, whatever the names of its scopes. */
  power: permissionGroup.nullable(),
  /** Known not to have been used for so many days. */
  unusedDays: z.number().int().min(1).max(3_650).nullable(),
  created: dayRange.nullable(),
  updated: dayRange.nullable(),
  /** `missing`: a complete check no longer met it. */
  listed: z.enum(['any', 'listed', 'missing']),
  /** Only keys that can still be used: listed, not revoked, not used up. */
  inForce: z.boolean(),
  sort: z.object({ column: keyColumn, descending: z.boolean() }),
});

export type KeyQuery = Readonly<z.infer<typeof keyQuery>>;

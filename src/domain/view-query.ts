import { z } from 'zod';
import { fileFilters } from './file-filter.ts';

export const fileColumn = z.enum(['name', 'cid', 'size', 'type', 'group', 'network', 'created', 'state']);
export type FileColumn = z.infer<typeof fileColumn>;

/** Which files, in which order. Two equal queries over the same mirror give the same rows in the same order. */
export const fileQuery = fileFilters.extend({
  /** Found anywhere in name, CID, id or metadata, with case and diacritics folded; empty finds everything. */
  search: z.string().max(500),
  sort: z.object({ column: fileColumn, descending: z.boolean() }),
});
export type FileQuery = Readonly<z.infer<typeof fileQuery>>;

export const keyColumn = z.enum(['name', 'uses', 'condition', 'created', 'updated']);

/** The service's own filters with the service's own meaning, answered from the copy. */
export const keyQuery = z.object({
  /** true: only revoked; false: only keys that are not; null: both. */
  revoked: z.boolean().nullable(),
  limitedUse: z.boolean(),
  /** Only together with `limitedUse`. */
  exhausted: z.boolean(),
  /** An ILIKE pattern (`%` and `_` are wildcards) over the whole name; null matches all. */
  name: z.string().max(500).nullable(),
  /** Found in the names of granted scopes; empty finds everything. */
  scope: z.string().max(200),
  sort: z.object({ column: keyColumn, descending: z.boolean() }),
});
export type KeyQuery = Readonly<z.infer<typeof keyQuery>>;

import { z } from 'zod';
import { fileFilters } from './file-filter.ts';

/** The columns of a file list. */
export const fileColumn = z.enum(['name', 'cid', 'size', 'type', 'group', 'network', 'created', 'state']);
export type FileColumn = z.infer<typeof fileColumn>;

/** Filters, search and order of a file list. Equal queries over the same mirror give the same rows in the same order. */
export const fileQuery = fileFilters.extend({
  /** Text to find in name, CID, id or metadata, with case and diacritics folded; empty finds everything. */
  search: z.string().max(500),
  sort: z.object({ column: fileColumn, descending: z.boolean() }),
});
export type FileQuery = Readonly<z.infer<typeof fileQuery>>;

import { z } from 'zod';
import { fileKey } from '../core/ids.ts';
import { fileQuery } from './queries.ts';

/** Selected files: some by key, or all files of a query except some. Does not change once an action starts. */
export const selection = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('keys'), keys: z.array(fileKey).max(20_000) }),
  z.object({ kind: z.literal('view'), query: fileQuery, except: z.array(fileKey).max(20_000) }),
]);
export type Selection = Readonly<z.infer<typeof selection>>;

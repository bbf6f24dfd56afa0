import type { FileColumn } from '../../../domain/files/queries.ts';

/** The columns in order; the state stands last in words and first as a mark. */
export const columns: readonly FileColumn[] = ['name', 'cid', 'size', 'type', 'group', 'network', 'created', 'state'];

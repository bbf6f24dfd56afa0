import type { FileColumn } from '../../../domain/files/queries.ts';

/** The columns in display order. The state is the last column, and the icon in front of the name. */
export const columns: readonly FileColumn[] = ['name', 'cid', 'size', 'type', 'group', 'network', 'created', 'state'];

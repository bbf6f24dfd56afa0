import { noFilters } from '../../src/domain/files/file-filter.ts';
import type { FileColumn, FileQuery } from '../../src/domain/files/queries.ts';

/** Everything by name, narrowed or sorted otherwise as told. */
export const queryOf = (wanted: Partial<FileQuery>): FileQuery => ({
  ...noFilters,
  search: '',
  sort: { column: 'name', descending: false },
  ...wanted,
});

export const allFilesBy = (column: FileColumn, descending = false): FileQuery =>
  queryOf({ sort: { column, descending } });

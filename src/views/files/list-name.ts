import type { FileFilters } from '../../domain/files/file-filter.ts';

/** The name that a list of files has by its filters. */
export const listName = ({ edited, mark, network }: Pick<FileFilters, 'edited' | 'mark' | 'network'>) =>
  edited ? 'edited' : mark === 'star' ? 'starred' : (network ?? 'all');

import { listedFilters, withFilter, withoutFilter, type FileFilter } from '../../domain/files/file-filter.ts';
import type { FileKey } from '../../domain/core/ids.ts';
import type { FileColumn, FileQuery } from '../../domain/files/queries.ts';
import { allFiles, type FilesTarget } from '../app/route.ts';
import type { RouterState } from '../app/router.svelte.ts';

/** The question that the list of files answers: search and sort order as chosen here, filters as the address says. */
export class FileQueryState {
  readonly #router: RouterState;
  readonly #onChange: () => void;
  #search = $state('');
  #sort = $state.raw<FileQuery['sort']>({ column: 'name', descending: false });
  #target = $state.raw<FilesTarget>(allFiles);

  /** @param onChange told of another search or sort order; the router tells of other filters */
  constructor(router: RouterState, onChange: () => void) {
    this.#router = router;
    this.#onChange = onChange;
  }

  /** The list on screen may still be the answer to the query before. */
  get current(): FileQuery {
    const { kind: _, file: __, ...filters } = this.#target;
    return { ...filters, search: this.#search, sort: this.#sort };
  }
  get search(): string {
    return this.#search;
  }
  get sort(): FileQuery['sort'] {
    return this.#sort;
  }
  /** The filters, and the chosen file. */
  get target(): FilesTarget {
    return this.#target;
  }
  get chosen(): FileKey | null {
    return this.#target.file;
  }
  get filters(): readonly FileFilter[] {
    return listedFilters(this.#target);
  }
  get isNarrowed(): boolean {
    return this.#search !== '' || this.filters.length > 0;
  }

  find(search: string): void {
    this.#search = search;
    this.#onChange();
  }

  /** The same column again turns the order round. */
  sortBy(column: FileColumn): void {
    const descending = this.#sort.column === column && !this.#sort.descending;
    this.#sort = { column, descending };
    this.#onChange();
  }

  addFilter(filter: FileFilter): void {
    this.#router.go({ ...this.#target, ...withFilter(this.#target, filter) });
  }

  removeFilter(filter: FileFilter): void {
    this.#router.go({ ...this.#target, ...withoutFilter(this.#target, filter) });
  }

  /** Asks a saved query again, sort order and all. */
  show({ search, sort, ...filters }: FileQuery): void {
    this.#search = search;
    this.#sort = sort;
    this.#router.go({ kind: 'files', file: this.chosen, ...filters });
  }

  /** Removes the search and all filters. */
  widen(): void {
    this.#search = '';
    this.#router.go({ ...allFiles, file: this.chosen });
  }

  /** Notes the chosen file in the address, without a step for Back. */
  choose({ network, id }: FileKey): void {
    this.#router.note({ ...this.#target, file: { network, id } });
  }

  /** Takes filters and chosen file from the address. @returns whether the address leads to files */
  follow(): boolean {
    const { target } = this.#router;
    if (target.kind === 'files') this.#target = target;
    return target.kind === 'files';
  }
}

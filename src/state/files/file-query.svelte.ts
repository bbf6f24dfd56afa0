import {
  listedFilters,
  noFilters,
  withFilter,
  withoutFilter,
  type FileFilter,
} from '../../domain/files/file-filter.ts';
import { type FileKey, isSameFile } from '../../domain/core/ids.ts';
import { fileSearch } from '../../domain/files/search-terms.ts';
import { searchSpellings } from '../../domain/signatures/search-spellings.ts';
import { usualSort, type FileColumn, type FileQuery } from '../../domain/files/queries.ts';
import { pageClock } from '../app/clock.svelte.ts';
import { allFiles, type FilesTarget } from '../app/route.ts';
import type { RouterState } from '../app/router.svelte.ts';

/** A search that rests this long is a step of its own, to which Back returns. */
const SETTLED_MS = 1_500;

/** The question that the list of files answers, as the address says it: search, sort order, filters. */
export class FileQueryState {
  readonly #router: RouterState;
  readonly #connectionId: string;
  readonly #steadyMs: () => number;
  #target = $state.raw<FilesTarget>(allFiles);
  /** The terms of the search, for marks in the rows. */
  readonly wanted = $derived(fileSearch(this.search, searchSpellings));
  /** The target that the last typed letter made. */
  #typed: { readonly target: FilesTarget; readonly atMs: number } | null = null;

  constructor(router: RouterState, connectionId: string, { steadyMs } = pageClock) {
    this.#router = router;
    this.#connectionId = connectionId;
    this.#steadyMs = steadyMs;
  }

  /** The list on screen may still be the answer to the query before. */
  get current(): FileQuery {
    const { kind: _, file: __, search, sort, ...filters } = this.#target;
    return { ...filters, search, sort: sort ?? usualSort, ...(this.isRanked ? { nameFirst: true } : {}) };
  }
  /** The current query as a text, to compare it. */
  get text(): string {
    return JSON.stringify(this.current);
  }
  /** Names that hold the search come first, as long as nobody names another order than the usual. */
  get isRanked(): boolean {
    const { column, descending } = this.sort;
    return column === usualSort.column && descending === usualSort.descending && this.wanted.words.length > 0;
  }
  get search(): string {
    return this.#target.search;
  }
  get sort(): FileQuery['sort'] {
    return this.#target.sort ?? usualSort;
  }
  /** The question, and the chosen file. */
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
    return this.search !== '' || this.filters.length > 0;
  }

  /** Goes to the files with this text. Letters that follow each other closely share one step for Back. */
  find(search: string): void {
    const atMs = this.#steadyMs();
    const isOn = this.follow();
    const target = isOn ? { ...this.#target, search } : { ...allFiles, search };
    const isMore = this.#typed?.target === this.#router.target && atMs - this.#typed.atMs < SETTLED_MS;
    if (isMore) this.#note(target);
    else this.#go(target);
    this.#typed = { target: this.#target, atMs };
  }

  /** The same column again turns the order round; dates begin with the newest. */
  sortBy(column: FileColumn): void {
    const descending = this.sort.column === column ? !this.sort.descending : column === usualSort.column;
    this.#go({ ...this.#target, sort: { column, descending } });
  }

  addFilter(filter: FileFilter): void {
    this.#go({ ...this.#target, ...withFilter(this.#target, filter) });
  }

  removeFilter(filter: FileFilter): void {
    this.#go({ ...this.#target, ...withoutFilter(this.#target, filter) });
  }

  /** Asks a saved query again, sort order and all. Whether names come first follows from these, also once they change. */
  show({ nameFirst: _, ...asked }: FileQuery): void {
    this.#go({ ...allFiles, file: this.chosen, ...asked });
  }

  /** Removes the search and all filters. */
  widen(): void {
    this.#go({ ...allFiles, file: this.chosen });
  }

  /** Removes all filters; the search stays. */
  withoutFilters(): void {
    this.#go({ ...this.#target, ...noFilters });
  }

  isChosen(file: FileKey): boolean {
    return isSameFile(file, this.chosen);
  }

  /** Notes the chosen file in the address, without a step for Back. */
  choose({ network, id }: FileKey): void {
    this.#note({ ...this.#target, file: { network, id } });
  }

  /** Takes question and chosen file from the address. @returns whether the address leads to the files of this connection */
  follow(): boolean {
    const { target } = this.#router;
    if (target.kind !== 'files' || !this.#router.isOn(this.#connectionId)) return false;
    this.#target = target;
    return true;
  }

  #go(target: FilesTarget): void {
    this.#router.go(target);
    this.follow();
  }

  #note(target: FilesTarget): void {
    this.#router.note(target, this.#connectionId);
    this.follow();
  }
}

import type { FileRow } from '../../contract/files.ts';
import type { Failure } from '../../domain/core/failure.ts';
import { listedFilters, withFilter, withoutFilter, type FileFilter } from '../../domain/files/file-filter.ts';
import type { FileKey } from '../../domain/core/ids.ts';
import type { FileColumn, FileQuery } from '../../domain/files/queries.ts';
import { FileList } from './file-list.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { allFiles, type FilesTarget } from '../app/route.ts';
import { throttle } from '../app/throttle.ts';
import { ROW_PX, rowsInSight } from '../lists/virtual-scroll.ts';
import { ScrollPosition } from '../lists/scroll-position.svelte.ts';
import { ViewportLoader } from './viewport-loader.ts';
import { LatestQuery } from './latest-query.ts';

/** The list of files: what was asked, the view that answered last, and where the person is in it. */
export class FilesState {
  readonly #ports: ScreenPorts;
  #search = $state('');
  #sort = $state.raw<FileQuery['sort']>({ column: 'name', descending: false });
  #target = $state.raw<FilesTarget>(allFiles);
  #view = $state.raw<FileList | null>(null);
  #failure = $state.raw<Failure | null>(null);
  #position = $state<number | null>(null);
  #answered = '';
  /** Its files are still being looked for. */
  #begun: FileList | null = null;
  readonly #question: LatestQuery;
  readonly scroll = new ScrollPosition(() => this.#view?.count ?? 0);
  readonly #changed = throttle(() => this.#ask());
  readonly #fetch = new ViewportLoader(
    () => (this.#view === null ? null : { view: this.#view, ...this.scroll.inSight }),
    (view, failure) => this.#missed(view, failure),
  );

  constructor(ports: ScreenPorts) {
    this.#ports = ports;
    this.#question = new LatestQuery(ports);
  }

  get search(): string {
    return this.#search;
  }
  get sort(): FileQuery['sort'] {
    return this.#sort;
  }
  /** How the list is narrowed, and the chosen file. */
  get target(): FilesTarget {
    return this.#target;
  }
  get selected(): FileKey | null {
    return this.#target.file;
  }
  /** The last answer; null until the first one. */
  get view(): FileList | null {
    return this.#view;
  }
  get failure(): Failure | null {
    return this.#failure;
  }
  /** What is asked for; the view may still be the answer to the question before. */
  get query(): FileQuery {
    const { kind: _, file: __, ...filters } = this.#target;
    return { ...filters, search: this.#search, sort: this.#sort };
  }
  /** Where the chosen file stands in this view, and the keys move from; null when it is not in it. */
  get position(): number | null {
    return this.#position;
  }
  get isNarrowed(): boolean {
    return this.#search !== '' || this.filters.length > 0;
  }
  /** The conditions that narrow the list. */
  get filters(): readonly FileFilter[] {
    return listedFilters(this.#target);
  }

  rowAt(position: number): FileRow | null {
    return this.#view?.rowAt(position) ?? null;
  }

  isSelected(row: FileRow): boolean {
    return this.selected?.id === row.id && this.selected.network === row.network;
  }

  /** @returns stops watching */
  watch(): () => void {
    const { bridge, app } = this.#ports;
    const { target } = app.router;
    if (target.kind === 'files') this.#target = target;
    void this.#ask();
    const stops = [
      app.router.follow((arrived) => this.#follow(arrived)),
      bridge.listen('files.changed', () => this.#changed()),
    ];
    return () => stops.forEach((stop) => stop());
  }

  find(search: string): void {
    this.#search = search;
    void this.#ask();
  }

  /** The same column again turns the order round. */
  sortBy(column: FileColumn): void {
    const descending = this.#sort.column === column && !this.#sort.descending;
    this.#sort = { column, descending };
    void this.#ask();
  }

  narrow(by: Partial<Omit<FilesTarget, 'kind'>>): void {
    this.#ports.app.router.go({ ...this.#target, ...by });
  }

  addFilter(filter: FileFilter): void {
    this.narrow(withFilter(this.#target, filter));
  }

  removeFilter(filter: FileFilter): void {
    this.narrow(withoutFilter(this.#target, filter));
  }

  /** Shows a question that was asked before, order and all. */
  show({ search, sort, ...filters }: FileQuery): void {
    this.#search = search;
    this.#sort = sort;
    this.#ports.app.router.go({ kind: 'files', file: this.selected, ...filters });
  }

  widen(): void {
    this.#search = '';
    this.#ports.app.router.go({ ...allFiles, file: this.selected });
  }

  again(): void {
    void this.#ask();
  }

  openingIs(openingPx: number): void {
    this.scroll.openingIs(openingPx);
    this.#fetch.need();
  }

  scrollTo(topPx: number): void {
    const { from, to } = this.scroll.inSight;
    this.scroll.to(topPx);
    this.#fetch.moved(Math.abs(this.scroll.inSight.from - from) >= to - from);
  }

  /** Chooses the row at a position, or the last one where that is beyond it, and brings it into sight. */
  async choose(position: number): Promise<void> {
    const view = this.#view;
    if (view === null || view.count === 0) return;
    if (position >= view.count && !view.isCounted) await view.counted();
    if (view !== this.#view) return;
    const wanted = Math.min(Math.max(0, position), view.count - 1);
    this.#position = wanted;
    this.#bringIntoSight(wanted);
    await view.need(wanted, wanted + 1);
    const row = view.rowAt(wanted);
    // Keys held down pass many rows that are not here yet; only the last one is chosen.
    if (row === null || this.#position !== wanted || this.#view !== view) return;
    this.#ports.app.router.note({ ...this.#target, file: { network: row.network, id: row.id } });
  }

  /** Follows the address: a link may narrow the list, or name a file to show. */
  #follow(arrived: boolean): void {
    const { target } = this.#ports.app.router;
    if (target.kind !== 'files') return;
    const isOther = arrived && target.file !== null && target.file.id !== this.selected?.id;
    this.#target = target;
    if (this.#answered !== JSON.stringify(this.query)) void this.#ask(isOther);
    else if (isOther) void this.#show(target.file);
  }

  /**
   * Opens a view; what is on screen stays until the answer is complete, and an outdated answer is dropped.
   *
   * @param isShowing brings the chosen file into sight
   */
  async #ask(isShowing = this.#view === null): Promise<void> {
    const { query, selected } = this;
    const isSame = this.#answered === JSON.stringify(query);
    if (!isSame) this.#begun?.close();
    const question = this.#question.ask(query);
    const reply = await question.view;
    if (reply === null) return;
    if (!reply.ok) {
      if (question.isLatest()) this.#failure = reply.failure;
      return;
    }
    const view = reply.value;
    if (!question.isLatest()) return view.close();
    this.#begun = view.isCounted ? null : view;
    // What is on screen is whole, and stays until this is.
    if (isSame) await view.counted();
    const isBegun = !view.isCounted;
    const [shiftPx, position] = await Promise.all([
      isSame ? this.#shiftPx(view) : null,
      selected === null || isBegun ? null : view.positionOf(selected),
    ]);
    const topPx = (): number => (shiftPx === null ? 0 : this.scroll.topPx + shiftPx);
    const sight = rowsInSight(topPx(), { ...this.scroll.geometry, rows: view.count });
    const failure = await view.need(sight.from, sight.to + 1);
    if (!question.isLatest()) return view.close();
    this.#view?.close();
    this.#view = view;
    this.#failure = failure;
    this.#answered = JSON.stringify(query);
    this.#position = position;
    this.scrollTo(topPx());
    if (isBegun) await view.counted();
    // The person may have gone on to another row while the answer was on its way.
    if (isBegun || this.selected !== selected) await this.#placeAgain(view);
    if (isShowing && view === this.#view && this.#position !== null) this.#bringIntoSight(this.#position);
  }

  async #placeAgain(view: FileList): Promise<void> {
    const { selected } = this;
    const position = selected === null ? null : await view.positionOf(selected);
    if (this.#view !== view) return;
    if (this.selected === selected) this.#position = position;
    this.#fetch.need();
  }

  /** Rows that came or went above must not move what is being read. At the very top, the top is what is being read. */
  async #shiftPx(next: FileList): Promise<number> {
    if (this.scroll.topPx === 0 || this.#view === null) return 0;
    const { from, to } = this.scroll.inSight;
    // The chosen file may be the one that was just renamed, and has gone elsewhere.
    return ROW_PX * (await this.#view.rowsMoved(next, from, to, this.selected?.id ?? null));
  }

  async #show(file: FileKey): Promise<void> {
    const view = this.#view;
    const position = (await view?.positionOf(file)) ?? null;
    if (position === null || view !== this.#view) return;
    this.#position = position;
    this.#bringIntoSight(position);
  }

  #bringIntoSight(position: number): void {
    this.scroll.show(position);
    this.#fetch.need();
  }

  #missed(view: FileList, failure: Failure): void {
    if (view !== this.#view) return;
    // The core keeps only the latest few views: an outlived one is opened again.
    if (failure.kind === 'notFound') this.#changed();
    else this.#failure = failure;
  }
}

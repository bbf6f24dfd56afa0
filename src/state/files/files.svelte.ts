import type { Failure } from '../../domain/core/failure.ts';
import { type FileKey, isSameFile } from '../../domain/core/ids.ts';
import { keysOf } from '../../domain/files/list-columns.ts';
import type { FileRow } from '../../domain/files/file.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { throttle } from '../app/query.svelte.ts';
import { NameLookup, TypeAhead } from '../lists/type-ahead.ts';
import { type AskedList, type FileList, LatestQuery } from './file-list.svelte.ts';
import { FileQueryState } from './file-query.svelte.ts';
import { Viewport } from './viewport.svelte.ts';

/** The list of files: the query, the list that answered last, and the place of the person in it. */
export class FilesState {
  readonly #ports: ScreenPorts;
  readonly #latest: LatestQuery;
  readonly query: FileQueryState;
  readonly viewport = new Viewport(
    () => this.#list,
    (list, failure) => this.#missed(list, failure),
  );
  #list = $state.raw<FileList | null>(null);
  #failure = $state.raw<Failure | null>(null);
  #position = $state<number | null>(null);
  /** The file with the focus, where keys have moved it away from the chosen one. */
  #away = $state.raw<FileKey | null>(null);
  readonly #focused = $derived.by(() => this.#away ?? this.query.chosen);
  /** Whether the focus is on another file than the chosen one. */
  readonly isAway = $derived(this.#away !== null);
  #moves = 0;
  readonly typeAhead = new TypeAhead();
  /** Chooses the next file with a name that begins as typed. The core knows all names, the page those in sight. */
  readonly names = new NameLookup({
    list: () => this.#list,
    position: () => this.#position,
    answered: () => this.#answering,
    choose: (position) => this.choose(position),
  });
  /** The query of the list on screen. */
  #answered = '';
  /** The query of the list on screen, or on its way. */
  #asked = '';
  /** Whether the first row is chosen once the answer is here, as nothing in it is. */
  #choosesFirst = false;
  /** Whether the chosen file comes into sight once the answer is here, whichever question that answers by then. */
  #showsChosen = true;
  /** A list whose files the core still looks for. */
  #begun: FileList | null = null;
  #answering: Promise<void> = Promise.resolve();
  readonly #changed = throttle(() => this.#ask());
  /** Called whenever another list has come on screen. */
  onlist = (): void => undefined;

  constructor(ports: ScreenPorts) {
    this.#ports = ports;
    this.#latest = new LatestQuery(ports);
    this.query = new FileQueryState(ports.app.router, ports.connectionId);
  }

  /** The last answer; null before the first. */
  get list(): FileList | null {
    return this.#list;
  }
  get failure(): Failure | null {
    return this.#failure;
  }
  /** The position of the file with the focus, from which the keys move; null when the list does not have it. */
  get position(): number | null {
    return this.#position;
  }

  rowAt(position: number): FileRow | null {
    return this.#list?.rowAt(position) ?? null;
  }

  /** @returns stops watching */
  watch(): () => void {
    const { bridge, app } = this.#ports;
    this.query.follow();
    this.viewport.rowHeightIs(app.preferences.rowHeight);
    void this.#ask();
    const stops = [
      app.router.follow((arrived) => this.#follow(arrived)),
      bridge.listen('files.changed', () => this.#changed()),
      app.preferences.follow(() => this.#followPreferences()),
    ];
    return () => stops.forEach((stop) => stop());
  }

  again(): Promise<void> {
    return this.#ask();
  }

  /** Waits until the core has found all files of a list. @returns whether it has; `failure` says why not */
  async counted(list = this.#list): Promise<boolean> {
    const failure = (await list?.counted()) ?? null;
    if (failure === null) return true;
    if (list !== this.#list) return this.counted();
    this.#missed(list, failure);
    return false;
  }

  /** Chooses the first row of the answer to the present query, unless the chosen file is in it. */
  async chooseFirst(): Promise<void> {
    this.#choosesFirst = !this.isAnswered;
    if (this.isAnswered && this.#position === null) await this.choose(0);
  }

  /**
   * Chooses the row at a position, or the last one where that is beyond it, and brings it into sight.
   *
   * @returns whether it is chosen; false where the list has no rows, or the keys or another query have gone on
   */
  async choose(position: number): Promise<boolean> {
    const row = await this.#reach(position);
    if (row === null) return false;
    this.#away = null;
    this.query.choose(row);
    return true;
  }

  /** Brings a row into sight and moves the focus to it, while another file stays the chosen one. */
  async focusAt(position: number): Promise<void> {
    const row = await this.#reach(position);
    if (row !== null) this.#away = this.query.isChosen(row) ? null : row;
  }

  /** @returns the row at a position, or the last; null when there is none, or the keys or another query have gone on */
  async #reach(position: number): Promise<FileRow | null> {
    const request = ++this.#moves;
    if (this.#list === null) await this.#answering;
    // The end is that of whatever list is there by then.
    const answered = position === Infinity ? null : this.#answered;
    for (let list = this.#list; list !== null && (answered ?? this.#answered) === this.#answered; list = this.#list) {
      const isWhole = position < list.count || list.isCounted || (await this.counted(list));
      if (list !== this.#list) continue;
      if (!isWhole || list.count === 0) return null;
      const wanted = Math.min(Math.max(0, position), list.count - 1);
      this.#choosesFirst = this.#showsChosen = false;
      this.#position = wanted;
      this.viewport.show(wanted);
      await list.need(wanted, wanted + 1);
      // Keys held down pass many rows that are not here yet; only the last one counts.
      if (request !== this.#moves) return null;
      if (list === this.#list) return list.rowAt(wanted);
    }
    return null;
  }

  /** Follows the address: a link may narrow the list, or name a file to show. */
  #follow(arrived: boolean): void {
    const before = this.query.chosen;
    if (!this.query.follow()) return;
    const { chosen } = this.query;
    const isElsewhere = chosen !== before && !isSameFile(chosen, before);
    if (isElsewhere) this.#away = null;
    const isOther = arrived && isElsewhere && chosen !== null;
    // A person may have gone back to the query of the list on screen while another is on its way.
    this.#showsChosen ||= isOther;
    if (this.#asked !== this.query.text || (isOther && !this.isAnswered)) void this.#ask();
    else if (isOther) void this.#show(chosen);
  }

  /** Asks for the rows anew when their columns show other metadata. */
  #followPreferences(): void {
    const { fileColumns, rowHeight } = this.#ports.app.preferences;
    this.viewport.rowHeightIs(rowHeight);
    if (this.#list !== null && keysOf(fileColumns).join('\0') !== this.#list.keys.join('\0')) void this.#ask();
  }

  /** Whether the list on screen answers the question that is asked now. */
  get isAnswered(): boolean {
    return this.#answered === this.query.text;
  }

  /** Asks for a list; that on screen stays until the answer is whole. */
  #ask(): Promise<void> {
    this.#answering = this.#answer();
    return this.#answering;
  }

  async #answer(): Promise<void> {
    const isSame = this.isAnswered;
    this.#asked = this.query.text;
    if (!isSame) {
      this.#begun?.close();
      this.#away = null;
    }
    const question = this.#latest.ask(this.query.current);
    const reply = await question.list;
    if (reply?.ok) await this.#take(reply.value, { ...question, isSame });
    // An answer that was overtaken ends with the later one.
    if (!question.isLatest()) return this.#answering;
    if (reply?.ok === false) this.#failure = reply.failure;
  }

  async #take(list: FileList, { query, isSame, isLatest }: AskedList): Promise<void> {
    if (!isLatest()) return list.close();
    this.#begun = list.isCounted ? null : list;
    // The list on screen is whole, and stays until this one is.
    const uncounted = isSame ? await list.counted() : null;
    if (uncounted !== null) {
      list.close();
      return isLatest() ? this.#missed(this.#list, uncounted) : undefined;
    }
    const isBegun = !list.isCounted;
    const [shiftPx, early] = await Promise.all([
      // The chosen file may be the one that was just renamed, and has gone elsewhere.
      isSame ? this.viewport.shiftPx(list, this.query.chosen) : null,
      isBegun ? null : list.placeOf(() => this.#focused),
    ]);
    const topPx = (): number => (shiftPx === null ? 0 : this.viewport.scroll.topPx + shiftPx);
    const sight = this.viewport.rowsOf(list, topPx());
    const failure = await list.need(sight.from, sight.to + 1);
    // The person may have gone on to another row while the answer was on its way.
    const position = isBegun
      ? list.positionAtHand(this.#focused)
      : (await list.placeOf(() => this.#focused, early)).position;
    if (!isLatest()) return list.close();
    this.#list?.close();
    this.#list = list;
    this.#failure = failure;
    this.#answered = JSON.stringify(query);
    this.#position = position;
    this.viewport.scrollTo(topPx());
    this.onlist();
    if (isBegun) await this.#placeAgain(list);
    if (list !== this.#list) return;
    if (this.#showsChosen && this.#position !== null) this.viewport.show(this.#position);
    this.#showsChosen = false;
    if (this.#choosesFirst) await this.chooseFirst();
  }

  /** Looks the focus up in a list that was begun, once it is whole; a row that keys reach meanwhile stays. */
  async #placeAgain(list: FileList): Promise<void> {
    const moves = this.#moves;
    if (!(await this.counted(list))) return;
    const { position } = await list.placeOf(() => this.#focused);
    if (this.#list !== list) return;
    if (moves === this.#moves) this.#position = position;
    this.viewport.load();
  }

  async #show(file: FileKey): Promise<void> {
    const list = this.#list;
    const position = (await list?.positionOf(file)) ?? null;
    // A list that has come meanwhile has shown it.
    if (list === this.#list) this.#showsChosen = false;
    if (position === null || list !== this.#list) return;
    this.#moves += 1;
    this.#position = position;
    this.viewport.show(position);
  }

  #missed(list: FileList | null, failure: Failure): void {
    if (list !== this.#list) return;
    // The core keeps only the latest few lists: it opens this one again.
    if (failure.kind === 'notFound') this.#changed();
    else this.#failure = failure;
  }
}

import type { FileRow } from '../../contract/files.ts';
import type { FileKey } from '../../domain/core/ids.ts';
import type { Selection } from '../../domain/files/selection.ts';
import type { FilesState } from './files.svelte.ts';
import {
  everything,
  includes,
  markedKeys,
  nothing,
  toggled,
  withStretch,
  type Mark,
  type Picks,
} from './picked-rows.ts';
import type { ScreenPorts } from '../app/ports.ts';

/** As many as the core takes by name; beyond that the whole view is chosen. */
export const MOST_PICKED = 20_000;
const WINDOW_ROWS = 200;

/** Where Shift extends from: what was picked before, and the two ends of the stretch. */
type Stretch = { readonly base: Picks; readonly from: number; readonly to: number };

/** Which files an action is about. It belongs to one question: another search or filter has a selection of its own. */
export class SelectionState {
  readonly #ports: ScreenPorts;
  readonly #files: FilesState;
  #picks = $state.raw(nothing(''));
  #isTooLong = $state(false);
  #stretch: Stretch | null = null;
  #latest = 0;

  readonly #current = $derived.by(() => this.#of(this.#picks));
  readonly count = $derived.by(() => {
    const { all, marks } = this.#current;
    return all ? Math.max(0, (this.#files.view?.count ?? 0) - marks.size) : marks.size;
  });
  readonly isEmpty = $derived(this.count === 0);
  /** Whether `count` is of all that is selected, and not of what is found so far. */
  readonly isCounted = $derived.by(() => !this.#current.all || this.#files.view?.isCounted !== false);
  /** Every file of the view, without exception. */
  readonly isWhole = $derived.by(() => this.#current.all && this.#current.marks.size === 0);

  constructor(ports: ScreenPorts, files: FilesState) {
    this.#ports = ports;
    this.#files = files;
  }

  /** The last stretch was longer than what can be picked file by file, and was not taken. */
  get isTooLong(): boolean {
    return this.#isTooLong;
  }

  /** Waits until `count` is of all. */
  async counted(): Promise<void> {
    await this.#files.view?.counted();
  }

  isPicked(row: FileKey): boolean {
    return includes(this.#current, row);
  }

  /** What an action takes with it; the whole view when nothing is selected. */
  get chosen(): Selection {
    const { all } = this.#current;
    const keys = markedKeys(this.#current);
    if (all || keys.length === 0) return { kind: 'view', query: this.#files.query, except: keys };
    return { kind: 'keys', keys };
  }

  /** Takes the row in, or out again. */
  async toggle(position: number): Promise<void> {
    const [mark] = (await this.#marksBetween(position, position)) ?? [];
    if (mark === undefined) return;
    this.#stretch = null;
    this.#take(toggled(this.#current, mark));
  }

  /** As `toggle`, where the chosen row counts as selected although nothing has been picked yet. */
  async toggleBeside(position: number): Promise<void> {
    const at = this.#files.position;
    if (this.isEmpty && at !== null && at !== position) await this.toggle(at);
    await this.toggle(position);
  }

  /** Everything from where the last stretch began, or from the chosen row, up to this one. */
  async extendTo(position: number): Promise<void> {
    const request = ++this.#latest;
    const { view, position: chosen } = this.#files;
    if (position >= (view?.count ?? 0)) await view?.counted();
    if (request !== this.#latest || view !== this.#files.view) return;
    const last = Math.max(0, (view?.count ?? 0) - 1);
    const to = Math.min(Math.max(0, position), last);
    const at = chosen ?? to;
    // A plain step in between begins another stretch.
    const goesOn = this.#stretch !== null && this.#stretch.to === at && this.#isCurrent(this.#stretch.base);
    const { base, from } = goesOn && this.#stretch !== null ? this.#stretch : { base: this.#current, from: at };
    this.#stretch = { base, from, to };
    const marks = await this.#marksBetween(Math.min(from, to), Math.max(from, to));
    if (request !== this.#latest || !this.#isCurrent(base)) return;
    this.#isTooLong = marks === null;
    if (marks !== null) this.#take(withStretch(base, marks));
  }

  all(): void {
    this.#stretch = null;
    this.#take(everything(this.#question()));
  }

  clear(): void {
    this.#stretch = null;
    this.#take(nothing(this.#question()));
  }

  #take(picks: Picks): void {
    this.#isTooLong = picks.marks.size > MOST_PICKED;
    if (!this.#isTooLong) this.#picks = picks;
  }

  #of(picks: Picks): Picks {
    return this.#isCurrent(picks) ? picks : nothing(this.#question());
  }

  #isCurrent = ({ question }: Picks): boolean => question === this.#question();

  /** The order of the list is no part of it: sorting selects nothing else. */
  #question(): string {
    const { sort: _, ...asked } = this.#files.query;
    return JSON.stringify(asked);
  }

  /** @returns null when there are too many; without rows that cannot be had */
  async #marksBetween(from: number, to: number): Promise<readonly Mark[] | null> {
    if (to - from >= MOST_PICKED) return null;
    const { view } = this.#files;
    const marks: Mark[] = [];
    for (let position = from; view !== null && position <= to;) {
      const row = view.rowAt(position);
      const rows = row === null ? await this.#rows(view.id, position, to + 1) : [row];
      if (rows.length === 0) break;
      marks.push(...rows.map(({ network, id }, place) => ({ key: { network, id }, position: position + place })));
      position += rows.length;
    }
    return marks;
  }

  async #rows(viewId: number, from: number, to: number): Promise<readonly FileRow[]> {
    const end = Math.min(to, from + WINDOW_ROWS);
    const reply = await this.#ports.bridge.ask('files.window', { viewId, from, to: end });
    return reply.ok ? reply.value.rows : [];
  }
}

import { type FileKey, isSameFile } from '../../domain/core/ids.ts';
import { MOST_SELECTED_FILES, type OpenSelection, type Selection } from '../../domain/files/queries.ts';
import type { FileList } from './file-list.svelte.ts';
import type { FilesState } from './files.svelte.ts';
import {
  allRows,
  includesRow,
  noRows,
  selectedKeys,
  toggled,
  withRange,
  type SelectedRow,
  type SelectedRows,
} from './selected-rows.ts';
import type { ScreenPorts } from '../app/ports.ts';
import type { FileRow } from '../../domain/files/file.ts';

const WINDOW_ROWS = 200;

/** The beginning of a range, and the rows selected before it. */
type RangeStart = { readonly before: SelectedRows; readonly from: Promise<number> };

/** The range that Shift extends, by the positions that its two ends have in a list. */
type Range = RangeStart & { readonly list: FileList | null; readonly to: number };

/** The selected files. A selection belongs to one question: another search or filter has a selection of its own. */
export class SelectionState {
  readonly #ports: ScreenPorts;
  readonly #files: FilesState;
  #rows = $state.raw(noRows(''));
  #isTooLong = $state(false);
  #range: Range | null = null;
  /** Counts the ranges: rows of an earlier one come too late. */
  #ranges = 0;
  /** Counts how often the whole selection was replaced: rows that were asked for before belong to none. */
  #resets = 0;
  /** Rows that were taken out of the whole list, and have left it since: its count is without them already. */
  #outside = $state(0);
  #extending: Promise<void> = Promise.resolve();

  readonly #current = $derived.by(() => this.#of(this.#rows));
  readonly count = $derived.by(() => {
    const { all, rows } = this.#current;
    return all ? Math.max(0, (this.#files.list?.count ?? 0) - (rows.size - this.#outside)) : rows.size;
  });
  readonly isEmpty = $derived(this.count === 0);
  /** Whether `count` counts all selected files, rather than those found so far. */
  readonly isCounted = $derived.by(() => !this.#current.all || this.#files.list?.isCounted !== false);
  /** Every file of the list is selected. */
  readonly isWhole = $derived.by(() => this.#current.all && this.#current.rows.size === this.#outside);

  constructor(ports: ScreenPorts, files: FilesState) {
    this.#ports = ports;
    this.#files = files;
    files.onlist = () => void this.#countOutside();
  }

  /** The last range was longer than a selection by name can be, and was not taken. */
  get isTooLong(): boolean {
    return this.#isTooLong;
  }

  /** Waits until `count` counts all. @returns whether it does */
  counted(): Promise<boolean> {
    return this.#files.counted();
  }

  isSelected(row: FileKey): boolean {
    return includesRow(this.#current, row);
  }

  /** The files that an action is about: those selected, or the whole list when none is. */
  get chosen(): Selection {
    const { all } = this.#current;
    const keys = selectedKeys(this.#current);
    if (all || keys.length === 0) return { kind: 'view', query: this.#files.query.current, except: keys };
    return { kind: 'keys', keys };
  }

  /** The selected files by the list on screen; null while another list is on its way. */
  get open(): OpenSelection | null {
    const { all } = this.#current;
    const keys = selectedKeys(this.#current);
    if (!all) return { kind: 'keys', keys };
    const { list, isAnswered } = this.#files;
    return list === null || !isAnswered ? null : { kind: 'list', viewId: list.id, except: keys };
  }

  /** Tells one selection from another; the same for a list that was opened anew, or in another order. */
  get identity(): string {
    const { question, all } = this.#current;
    return JSON.stringify([question, all, selectedKeys(this.#current)]);
  }

  /** The selected rows in their order; null where they are not all at hand. */
  get rowsAtHand(): readonly FileRow[] | null {
    const { all, rows } = this.#current;
    if (all) return null;
    const found = [...rows.values()]
      .toSorted((a, b) => a.position - b.position)
      .map(({ key, position }) => {
        const row = this.#files.rowAt(position);
        return isSameFile(row, key) ? row : null;
      });
    return found.every((row) => row !== null) ? found : null;
  }

  /** Selects a row, or takes it out of the selection. */
  async toggle(position: number): Promise<void> {
    const resets = this.#resets;
    const { list } = this.#files;
    const [rows] = await Promise.all([this.#rowsBetween(list, position, position), this.#extending]);
    const [row] = rows ?? [];
    if (row === undefined || resets !== this.#resets) return;
    this.#range = null;
    this.#take(toggled(this.#current, row));
  }

  /** As `toggle`, where the chosen row counts as selected although no row is selected yet. */
  async toggleBeside(position: number): Promise<void> {
    const at = this.#files.position;
    if (this.isEmpty && at !== null && at !== position) await this.toggle(at);
    await this.toggle(position);
  }

  /** Selects all rows from the beginning of the last range, or from the chosen row, up to this one. */
  extendTo(position: number): Promise<void> {
    this.#extending = this.#extend(position);
    return this.#extending;
  }

  async #extend(position: number): Promise<void> {
    const request = ++this.#ranges;
    const { list, position: chosen } = this.#files;
    if (position >= (list?.count ?? 0) && !(await this.#files.counted())) return;
    if (request !== this.#ranges || list !== this.#files.list) return;
    const last = Math.max(0, (list?.count ?? 0) - 1);
    const to = Math.min(Math.max(0, position), last);
    const at = chosen ?? to;
    const start = this.#startAgain(list, at) ?? { before: this.#current, from: Promise.resolve(at) };
    await this.#takeRange({ ...start, list, to });
  }

  /** @returns where the last range began; null where a plain step in between begins another */
  #startAgain(list: FileList | null, at: number): RangeStart | null {
    const range = this.#range;
    if (range === null || !this.#isCurrent(range.before)) return null;
    const { before, from, to, list: then } = range;
    if (then === list) return to === at ? { before, from } : null;
    // Files came or went above: the row where the range ended is still the chosen one.
    const end = then?.rowAt(to) ?? null;
    if (then === null || list === null || end === null || !isSameFile(end, this.#files.query.chosen)) return null;
    return { before, from: from.then((start) => positionIn(list, then, start)) };
  }

  async #takeRange(range: Range): Promise<void> {
    const request = this.#ranges;
    const { before, list, to } = range;
    this.#range = range;
    const from = await range.from;
    if (request !== this.#ranges) return;
    this.#isTooLong = Math.abs(to - from) >= MOST_SELECTED_FILES;
    if (this.#isTooLong) return;
    const rows = await this.#rowsBetween(list, Math.min(from, to), Math.max(from, to));
    const next = rows === null ? await this.#inNextList(range, from) : null;
    if (request !== this.#ranges || !this.#isCurrent(before)) return;
    if (rows !== null) this.#take(withRange(before, rows));
    else if (next !== null) await this.#takeRange(next);
  }

  /**
   * The same range in the list that took the place of one: the row where it began may have moved, and the keys go on from
   * the position where it ends.
   *
   * @returns null where no other list can be had
   */
  async #inNextList({ before, list, to }: Range, from: number): Promise<Range | null> {
    if (list === this.#files.list) await this.#files.again();
    const next = this.#files.list;
    if (next === null || next === list) return null;
    const moved = positionIn(next, list, from);
    await moved;
    return { before, list: next, from: moved, to: Math.min(to, Math.max(0, next.count - 1)) };
  }

  all(): void {
    this.#reset(allRows(this.#question()));
  }

  clear(): void {
    this.#reset(noRows(this.#question()));
  }

  #reset(selected: SelectedRows): void {
    this.#ranges += 1;
    this.#resets += 1;
    this.#extending = Promise.resolve();
    this.#range = null;
    this.#outside = 0;
    this.#take(selected);
  }

  /** Asks how many files are selected of the list that has come: the core alone knows which rows it lacks. */
  async #countOutside(): Promise<void> {
    const { list } = this.#files;
    const resets = this.#resets;
    const { all, rows } = this.#current;
    if (!all || rows.size === 0 || list === null || (await list.counted()) !== null) return;
    const { bridge, connectionId } = this.#ports;
    const files = { kind: 'list', viewId: list.id, except: [...rows.values()].map(({ key }) => key) } as const;
    const reply = await bridge.ask('selection.contents', { connectionId, files });
    if (!reply.ok || resets !== this.#resets || list !== this.#files.list) return;
    this.#outside = Math.max(0, rows.size - (list.count - reply.value.files));
  }

  #take(selected: SelectedRows): void {
    this.#isTooLong = selected.rows.size > MOST_SELECTED_FILES;
    if (!this.#isTooLong) this.#rows = selected;
  }

  #of(selected: SelectedRows): SelectedRows {
    return this.#isCurrent(selected) ? selected : noRows(this.#question());
  }

  #isCurrent = ({ question }: SelectedRows): boolean => question === this.#question();

  /** The question without its order: another order keeps the selection. */
  #question(): string {
    const { sort: _, nameFirst: __, ...asked } = this.#files.query.current;
    return JSON.stringify(asked);
  }

  /** @returns without the rows that have gone since; null when the core cannot give them */
  async #rowsBetween(list: FileList | null, from: number, to: number): Promise<readonly SelectedRow[] | null> {
    const selected: SelectedRow[] = [];
    for (let position = from; list !== null && position <= to;) {
      const row = list.rowAt(position);
      const end = row === null ? Math.min(to + 1, position + WINDOW_ROWS) : position + 1;
      const rows = row === null ? await this.#fetchRows(list.id, position, end) : [row];
      if (rows === null) return null;
      for (const [place, { network, id }] of rows.entries())
        selected.push({ key: { network, id }, position: position + place });
      position = end;
    }
    return selected;
  }

  async #fetchRows(viewId: number, from: number, to: number): Promise<readonly FileRow[] | null> {
    const reply = await this.#ports.bridge.ask('files.window', { viewId, from, to });
    return reply.ok ? reply.value.rows : null;
  }
}

/** The position that a row of an earlier list has in a later one; the same as there where it cannot be found. */
async function positionIn(list: FileList, then: FileList | null, position: number): Promise<number> {
  const row = then?.rowAt(position) ?? null;
  return (row === null ? null : await list.positionOf(row)) ?? position;
}

import { tick } from 'svelte';
import { destination } from '../../components/keyboard.ts';
import type { Screens } from '../../state/app-states.svelte.ts';
import type { FilesState } from '../../state/files/files.svelte.ts';

/** Moves the focus to an element found by role or id, as a screen reader finds it. */
const focus = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus();

export const focusGrid = (): void => focus('main [role=grid]');
export const focusInspector = (): void => focus('#inspector');
export const focusEditor = (): void => focus('#inspector form :is(input:not([name=key]), button)');

/** Selects the file name without its extension, which seldom changes. */
export function selectStem(input: HTMLInputElement): void {
  input.focus();
  const ending = input.value.lastIndexOf('.');
  input.setSelectionRange(0, ending > 0 ? ending : input.value.length);
}
export const focusOmnibox = (): void => focus('#omnibox');

function destinationOf(key: string, files: FilesState): number | null {
  const { openingPx, rowPx } = files.viewport.scroll.geometry;
  const page = Math.max(1, Math.floor(openingPx / rowPx) - 1);
  return destination(key, { at: files.position ?? -1, page, end: Infinity });
}

type Grid = Pick<Screens, 'bulk' | 'clipboard' | 'fileMenus' | 'files' | 'inspector' | 'rename' | 'selection'> & {
  /** Single letters are shortcuts. */
  readonly letters: boolean;
};

/** Handles the keys that select rows or act on the selection. @returns whether the event was such a key */
export function selects(event: KeyboardEvent, grid: Grid): boolean {
  const { selection } = grid;
  if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) return opensMenu(grid);
  if (event.ctrlKey || event.metaKey) return actsWithControl(event, grid);
  if (event.shiftKey) return extendsTo(event.key, grid);
  if (event.key === 'x' && grid.letters) return toggles(grid);
  return !selection.isEmpty && actsOnAll(event.key, grid);
}

function actsWithControl({ key, shiftKey }: KeyboardEvent, grid: Grid): boolean {
  const { clipboard, selection } = grid;
  const letter = key.toLowerCase();
  if (letter === 'a' && !shiftKey) selection.all();
  else if (letter === 'c' && shiftKey) openCopyMenu(grid);
  // Text that a person has marked on the page is what a copy means.
  else if (letter === 'c' && getSelection()?.isCollapsed !== false) void clipboard.copy('cid');
  else return false;
  return true;
}

/** The keys of a menu open it beside the chosen row: about the selection where that row is selected. */
function opensMenu(grid: Grid): boolean {
  const { fileMenus, files, selection } = grid;
  const row = files.position === null ? null : files.rowAt(files.position);
  if (row === null) return false;
  const about = selection.isSelected(row) ? 'selection' : 'row';
  void besideCurrentRow(grid).then((anchor) => anchor && fileMenus.show({ kind: 'row', about, anchor }));
  return true;
}

export function openCopyMenu(grid: Pick<Grid, 'fileMenus' | 'files'>): void {
  void besideCurrentRow(grid).then(
    (anchor) => anchor && grid.fileMenus.show({ kind: 'copy', about: 'selection', anchor }),
  );
}

/** The name of the chosen row, which is brought into sight; the grid where no row is chosen. */
async function besideCurrentRow({ files }: Pick<Grid, 'files'>): Promise<Element | null> {
  if (files.position !== null) await files.choose(files.position);
  await tick();
  const row = files.position === null ? null : document.getElementById(`row-${files.position}`);
  return row?.querySelector('.name') ?? document.querySelector('main [role=grid]');
}

function extendsTo(key: string, { files, selection }: Grid): boolean {
  const position = destinationOf(key, files);
  if (position === null) return false;
  void selection.extendTo(position);
  void files.choose(position);
  return true;
}

function toggles({ files, selection }: Grid): boolean {
  if (files.position === null) return false;
  void selection.toggle(files.position);
  return true;
}

function actsOnAll(key: string, { bulk, selection, letters }: Grid): boolean {
  if (key === 'Escape') selection.clear();
  else if (key === 'F2') bulk.open('names');
  else if (key === 'e' && letters) bulk.open('metadata');
  else return false;
  return true;
}

/** Handles the keys that move, or act on the chosen row. @returns whether the key was one of them */
export function acts(key: string, { files, inspector, rename, letters }: Grid): boolean {
  const position = destinationOf(key, files);
  if (position !== null) void files.choose(position);
  else if (key === ' ') inspector.show(!inspector.isOpen);
  else if (files.query.chosen === null) return false;
  else if (key === 'F2') void renameChosen({ files, rename });
  else if (key === 'Enter' || (key === 'e' && letters)) {
    inspector.show(true);
    void (key === 'e' ? inspector.edit().then(tick).then(focusEditor) : tick().then(focusInspector));
  } else return false;
  return true;
}

/** Choosing the row again scrolls it into sight: a person must see the name that changes. */
async function renameChosen({ files, rename }: Pick<Grid, 'files' | 'rename'>): Promise<void> {
  const { position } = files;
  if (position === null) return;
  await files.choose(position);
  const row = files.rowAt(position);
  if (row !== null) rename.start(row, 'row');
}

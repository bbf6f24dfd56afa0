import { tick } from 'svelte';
import { destination, isMenuKey } from '../../components/keyboard.ts';
import type { ShortcutId } from '../../domain/keyboard/shortcuts.ts';
import type { KeymapState } from '../../state/app/keymap.svelte.ts';
import type { Screens } from '../../state/app-states.svelte.ts';
import type { FilesState } from '../../state/files/files.svelte.ts';

/** Moves the focus to an element found by role or id, as a screen reader finds it. */
const focus = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus();

const GRID = 'main [role=grid]';
export const focusGrid = (): void => focus(GRID);
export const focusInspector = (): void => focus('#inspector');
export const gridElement = (): HTMLElement | null => document.querySelector<HTMLElement>(GRID);
export const inspectorElement = (): HTMLElement | null => document.getElementById('inspector');

/** Gives the focus back where an edit of the metadata began, unless the person has moved it out of the inspector. */
export function focusAfterEdit({ returnsToList }: Pick<Screens['inspector'], 'returnsToList'>): void {
  const at = document.activeElement;
  if (at !== document.body && at?.closest('#inspector') === null) return;
  if (returnsToList) focusGrid();
  else focusInspector();
}

/** Moves the focus to the first value, chosen whole as by Tab: what is typed takes its place. */
function focusEditor(): void {
  const stop = document.querySelector<HTMLElement>('#inspector form :is(input:not([name=key]), button)');
  stop?.focus();
  if (stop instanceof HTMLInputElement) stop.select();
}

/**
 * Begins to edit the metadata of the chosen file, and moves the focus there, unless the person has gone on to another file or
 * place meanwhile.
 */
export async function editMetadata(inspector: Screens['inspector'], isFromList = false): Promise<void> {
  const { activeElement: start } = document;
  const draft = await inspector.edit(isFromList);
  await tick();
  const { activeElement: now } = document;
  const isHere = now === start || now === document.body || now?.closest('#inspector') instanceof Element;
  if (draft !== null && isHere) focusEditor();
}

/** Awaits the line of a pair that was added just now, and moves the focus to its key. */
export async function focusAddedPair(): Promise<void> {
  await tick();
  [...document.querySelectorAll<HTMLElement>('#inspector form input[name=key]')].at(-1)?.focus();
}

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

type Grid = Pick<
  Screens,
  'bulk' | 'clipboard' | 'fileMenus' | 'files' | 'inspector' | 'rename' | 'selection' | 'stars'
>;

/** Handles a key of the list of files. @returns whether the press was one */
export function pressInGrid(event: KeyboardEvent, keymap: KeymapState, grid: Grid): boolean {
  if (isMenuKey(event)) return opensMenu(grid);
  const typed = keymap.hasLetters ? null : grid.files.typeAhead.type(event);
  if (typed !== null) return (void grid.files.names.goTo(typed), true);
  const id = keymap.shortcutOf(event, 'files');
  // A key that is held down does it once: most of them would take back what they did.
  if (id !== null) return event.repeat || acts(id, grid);
  const isWithControl = event.ctrlKey || event.metaKey;
  if (event.shiftKey) return !isWithControl && extendsTo(event.key, grid);
  return moves(event.key, grid, isWithControl);
}

/** What is selected comes first, then the chosen row. */
function acts(id: ShortcutId, grid: Grid): boolean {
  const { clipboard, files, selection } = grid;
  if (files.isAway && files.position !== null && selection.isEmpty && aboutChosen.includes(id)) {
    void files.choose(files.position).then(() => acts(id, grid));
    return id !== 'filterAlike';
  }
  if (id === 'toggleRow') return toggles(grid);
  if (id === 'selectAll') selection.all();
  else if (id === 'copyAs') openCopyMenu(grid);
  else if (id === 'star') void grid.stars.toggle();
  else if (id === 'copyCid') {
    // Text that a person has marked on the page is what a copy means.
    if (getSelection()?.isCollapsed === false) return false;
    void clipboard.copy('cid');
  } else return (!selection.isEmpty && actsOnSelection(id, grid)) || actOnRow(id, grid);
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

/** @param isFocusOnly another file stays the chosen one */
function moves(key: string, { files }: Grid, isFocusOnly: boolean): boolean {
  const position = destinationOf(key, files);
  if (position !== null) void (isFocusOnly ? files.focusAt(position) : files.choose(position));
  return position !== null;
}

/** The shortcuts that are about the chosen file, which the one with the focus becomes. */
const aboutChosen: readonly ShortcutId[] = ['inspect', 'rename', 'editMetadata', 'copyCid', 'filterAlike', 'star'];

function toggles({ files, selection }: Grid): boolean {
  if (files.position === null) return false;
  void selection.toggle(files.position);
  return true;
}

function actsOnSelection(id: ShortcutId, { bulk, selection }: Grid): boolean {
  if (id === 'clearSelection') selection.clear();
  else if (id === 'rename') bulk.open('names');
  else if (id === 'editMetadata') bulk.open('metadata');
  else return false;
  return true;
}

type Row = Pick<Grid, 'files' | 'inspector' | 'rename'>;

/** Does to the chosen row what a shortcut is for. @returns whether the shortcut is about a row */
export function actOnRow(id: ShortcutId, { files, inspector, rename }: Row): boolean {
  if (id === 'toggleInspector') {
    const { isAway, position } = files;
    if (isAway && position !== null) void files.choose(position);
    inspector.show(isAway || !inspector.isOpen);
  } else if (files.query.chosen === null) return false;
  else if (id === 'rename') void renameChosen({ files, rename });
  else if (id === 'inspect' || id === 'editMetadata') {
    inspector.show(true);
    void (id === 'editMetadata' ? editMetadata(inspector, true) : tick().then(focusInspector));
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

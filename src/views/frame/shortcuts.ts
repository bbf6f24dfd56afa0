import type { AppStates, Screens } from '../../state/app-states.svelte.ts';
import { allFiles, type RouteTarget } from '../../state/app/route.ts';
import { everySignature } from '../../state/signatures/signatures.svelte.ts';
import { isHeard, isInDialog, isList, isTyping } from '../../components/keyboard.ts';
import type { ShortcutId } from '../../domain/keyboard/shortcuts.ts';
import { focusOmnibox } from '../files/files-keyboard.ts';
import { focusScreenSearch } from '../lists/screen-search.ts';
import type { PaletteState } from '../../state/palette/palette.svelte.ts';
import { nextPane } from './panes.ts';

/** The screens that have keys of their own. */
export const destinations: readonly (readonly [ShortcutId, RouteTarget])[] = [
  ['goFiles', allFiles],
  ['goKeys', { kind: 'keys', id: null, condition: null }],
  ['goSignatures', { kind: 'signatures', ...everySignature }],
  ['goChanges', { kind: 'changes', id: null, tab: null }],
  ['goLibrary', { kind: 'library' }],
  ['goActivity', { kind: 'activity', id: null, origin: null, day: null }],
];

type Within = Pick<Screens, 'undo' | 'filterBuilder' | 'palette' | 'savedViews'> & { readonly showKeys: () => void };
type Acts = Readonly<Partial<Record<ShortcutId, (event: KeyboardEvent) => unknown>>>;

/** What else the keys do while a dialog is open would happen behind it, unseen. */
const inDialogs: readonly ShortcutId[] = [
  'palette',
  'paletteCommands',
  'search',
  'checkNow',
  'nextPane',
  'previousPane',
];

/** The shortcuts that work on every screen. @returns the handler of one key press, which is the last to hear it */
export function shortcuts(app: AppStates, within: Within): (event: KeyboardEvent) => void {
  const { keymap, router } = app;
  const acts = actsOf(app, within);
  const hear = (event: KeyboardEvent): void => {
    const chord = keymap.chordOf(event);
    if (event.defaultPrevented || chord === null || !isHeard(chord, event.target)) return;
    const id = keymap.shortcutOf(event, 'everywhere', ...(router.target.kind === 'files' ? (['files'] as const) : []));
    const act = id === null ? undefined : acts[id];
    if (id === null || act === undefined) return;
    if (isInDialog(event.target) && !inDialogs.includes(id)) return;
    // The browser undoes typing in a text field.
    if (isTyping(event.target) && (id === 'undo' || id === 'redo')) return;
    event.preventDefault();
    // A key that is held down opens no palette that it shuts again, and takes back one step.
    if (!event.repeat || id === 'nextPane' || id === 'previousPane') void act(event);
  };
  return (event) => {
    hear(event);
    keymap.lead(event, isList(event.target) && !isTyping(event.target));
  };
}

/**
 * Keeps the keys of an open palette whose code has yet to come: a letter would act on the list below.
 *
 * @param isShown whether the field of the palette hears the keys by itself
 * @returns the handler of one key press, which is the first to hear it
 */
export function typeAhead(palette: PaletteState, isShown: () => boolean): (event: KeyboardEvent) => void {
  return (event) => {
    if (!palette.isOpen || isShown()) return;
    const { key } = event;
    const { text } = palette;
    event.stopPropagation();
    // The window and the browser keep theirs: closing it, reading the page anew.
    if (event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (key === 'Escape') palette.close();
    else if (key === 'Backspace') void palette.type(text.slice(0, -1));
    else if ([...key].length === 1) void palette.type(text + key);
  };
}

function actsOf({ connections, router }: AppStates, within: Within): Acts {
  const { undo, filterBuilder, palette, savedViews, showKeys } = within;
  /** The palette itself closes on its own key; another dialog keeps it shut. */
  const openPalette = (event: KeyboardEvent, text = ''): void => {
    if (palette.isOpen) palette.close();
    else if (!isInDialog(event.target)) palette.open(text);
  };
  const ways = destinations.map(([id, target]) => [id, () => router.go(target)] as const);
  const views = Array.from(
    { length: 9 },
    (_, place) => [`view${place + 1}`, () => savedViews.showAt(place + 1)] as const,
  );
  return {
    ...Object.fromEntries([...ways, ...views]),
    palette: (event) => openPalette(event),
    paletteCommands: (event) => openPalette(event, '>'),
    search: () => focusScreenSearch() || focusOmnibox(),
    undo: () => undo.undo(),
    redo: () => undo.redo(),
    checkNow: () => connections.checkNow(),
    showKeys,
    nextPane: () => nextPane(1),
    previousPane: () => nextPane(-1),
    addFilter: () => filterBuilder.open(),
    filterAlike: () => filterBuilder.open('alike'),
  };
}

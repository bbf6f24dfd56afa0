import type { AppStates, Screens } from '../../state/app-states.svelte.ts';
import { allFiles, type RouteTarget } from '../../state/app/route.ts';
import { everySignature } from '../../state/signatures/signatures.svelte.ts';
import { prevented } from '../../components/keyboard.ts';
import { focusOmnibox } from '../files/files-keyboard.ts';

const LEADER_MS = 1_500;

/** The screens that G and one more letter open. */
export const destinations: Readonly<Record<string, RouteTarget>> = {
  f: allFiles,
  k: { kind: 'keys', id: null, condition: null },
  s: { kind: 'signatures', ...everySignature },
  c: { kind: 'changes', id: null, tab: null },
  l: { kind: 'library' },
  a: { kind: 'activity', id: null, origin: null, day: null },
};

type Within = Pick<Screens, 'undo' | 'filterBuilder' | 'palette' | 'savedViews'> & { readonly showKeys: () => void };

/** The shortcuts that work on every screen. @returns the handler of one key press */
export function shortcuts(app: AppStates, within: Within): (event: KeyboardEvent) => void {
  const { undo, filterBuilder, palette, savedViews, showKeys } = within;
  let leaderAtMs = Number.NEGATIVE_INFINITY;

  /** The browser undoes typing in a text field; an open dialog blocks undo. */
  const withLast = (event: KeyboardEvent): void => {
    if (isTyping(event.target) || isInDialog(event.target)) return;
    void (event.shiftKey ? undo.redo() : undo.undo());
    event.preventDefault();
  };
  /** The palette itself closes on its own key; another dialog keeps it shut. */
  const openPalette = (event: KeyboardEvent, text = ''): void => {
    if (palette.isOpen) palette.close();
    else if (!isInDialog(event.target)) palette.open(text);
  };
  const withControl = (event: KeyboardEvent): void => {
    if (event.key === 'k') openPalette(event);
    else if (event.key === 'f') focusOmnibox();
    else if (event.key === 'r') void app.connections.checkNow();
    else if (/^[1-9]$/.test(event.key) && !isInDialog(event.target)) savedViews.showAt(Number(event.key));
    else return;
    event.preventDefault();
  };
  const alone = (event: KeyboardEvent, isInGrid: boolean): void => {
    const isLed = event.timeStamp - leaderAtMs < LEADER_MS;
    leaderAtMs = event.key === 'g' && isInGrid ? event.timeStamp : Number.NEGATIVE_INFINITY;
    const target = isLed && isInGrid ? destinations[event.key] : undefined;
    if (target !== undefined) app.router.go(target);
    else if (isInGrid && app.router.target.kind === 'files' && event.key === 'f') void filterBuilder.open();
    else if (isInGrid && app.router.target.kind === 'files' && event.key === 'F') void filterBuilder.open('alike');
    else if (event.key === '/') focusOmnibox();
    else if (event.key === '?') showKeys();
    else return;
    event.preventDefault();
  };

  return (event) => {
    if (event.defaultPrevented || event.altKey) return;
    const isMod = event.ctrlKey || event.metaKey;
    if (isMod && event.key.toLowerCase() === 'z') withLast(event);
    else if (isMod && event.shiftKey && event.key.toLowerCase() === 'p')
      prevented(() => openPalette(event, '>'))(event);
    else if (isMod && !event.shiftKey) withControl(event);
    else if (event.key === 'F6') nextPane(event);
    else if (app.preferences.letterKeys && !isTyping(event.target)) alone(event, isGrid(event.target));
  };
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input:not([type=checkbox], [type=radio]), textarea, select') !== null;

const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role=dialog]') !== null;

/**
 * The body counts as the grid: it has the focus after a jump to another screen, and the second letter of a shortcut
 * must work there.
 */
const isGrid = (target: EventTarget | null): boolean =>
  target === document.body || (target instanceof Element && target.closest('[role=grid], [role=listbox]') !== null);

const stops = ':is(input, button, select, textarea):not(:disabled), a[href], [tabindex="0"]';

const firstStop = (pane: HTMLElement | undefined): HTMLElement | undefined =>
  [...(pane?.querySelectorAll<HTMLElement>(stops) ?? [])].find((stop) => stop.checkVisibility());

/**
 * Moves the focus to the next pane of the window; in a pane with a grid, to the grid instead of its first button. A pane
 * where nothing takes the focus takes it itself, so that F6 is trapped before none.
 */
function nextPane(event: KeyboardEvent): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter((pane) => pane.checkVisibility());
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const from = at < 0 && event.shiftKey ? 0 : at;
  const pane = panes[(from + (event.shiftKey ? -1 : 1) + panes.length) % panes.length];
  if (pane !== undefined) enterPane(pane);
  event.preventDefault();
}

function enterPane(pane: HTMLElement): void {
  for (const stop of [pane.querySelector<HTMLElement>('[role=grid]'), firstStop(pane)]) {
    stop?.focus();
    if (pane.contains(document.activeElement)) return;
  }
  pane.tabIndex = -1;
  pane.focus();
}

import { tick } from 'svelte';
import { tabbable } from 'tabbable';
import { type Chord, chordOf, isLetterChord, isTypedChord } from '../domain/keyboard/chord.ts';
import { shortcutOf } from '../domain/keyboard/shortcuts.ts';

const STOPS = ['[role=grid]', '[role=listbox]', 'a[href], button, input, select, textarea'];

/** Moves the focus to the list of the screen, or to the first stop of a screen without one. */
export function focusScreen(): void {
  const stops = STOPS.flatMap((selector) => [...document.querySelectorAll(`main :is(${selector})`)]);
  stops.some(takesFocus);
}

/**
 * Gives the focus back after something covered the screen.
 *
 * @param before the element that had the focus; the list of the screen takes its place where nothing had the focus, or
 *   where that element has gone or is inert
 */
export async function returnFocus(before: Element | null): Promise<void> {
  if (!takesFocus(before)) focusScreen();
  // The update that closes the dialog may unmount the screen, and the element with it.
  await keepFocus();
}

/** Awaits an action that removes its own button, then moves the focus to the list of the screen. */
export async function keepFocusAfter(action: Promise<unknown>): Promise<void> {
  await action;
  await keepFocus();
}

/**
 * Awaits an action and the update of the page, then moves the focus there, unless the person has moved it meanwhile.
 *
 * @param place given what the action ended with; null leaves the focus where it is
 */
export async function focusAfter<Outcome>(
  action: Promise<Outcome>,
  place: (outcome: Outcome) => Pick<HTMLElement, 'focus'> | null | undefined,
  options: FocusOptions = {},
): Promise<void> {
  const { activeElement: start } = document;
  const outcome = await action;
  await tick();
  const { activeElement: now } = document;
  if (now === start || now === document.body) place(outcome)?.focus(options);
}

/**
 * Awaits the update of the page, then gives the focus to the new screen if it went with the old one: to its list, or to
 * the screen itself, from which a list that arrives later takes it.
 */
export async function focusNewScreen(): Promise<void> {
  await tick();
  if (document.activeElement !== document.body) return;
  const screen = document.querySelector<HTMLElement>('main');
  (screen?.querySelector<HTMLElement>('[role=grid], [role=listbox]') ?? screen)?.focus({ preventScroll: true });
}

/** Gives a list that has just come the focus that nothing on the screen has. */
export function takeFreeFocus(list: HTMLElement | null): void {
  const screen = list?.closest('main') ?? null;
  const at = document.activeElement;
  if (screen !== null && (at === document.body || at === screen)) list?.focus({ preventScroll: true });
}

/** Awaits the update of the page, then moves the focus to the list of the screen if the update removed what had it. */
export async function keepFocus(): Promise<void> {
  await tick();
  if (document.activeElement === document.body) focusScreen();
}

/**
 * Awaits the update of the page, then gives the focus to the first button of a part if the update removed what had it; to
 * the list of the screen where the part has gone too.
 */
export async function keepFocusIn(part: () => Element | null | undefined): Promise<void> {
  await tick();
  if (document.activeElement === document.body && !takesFocus(part()?.querySelector('button') ?? null)) focusScreen();
}

/**
 * Awaits an action that adds to a list, and the update of the page. The first line that is new takes the focus of a button
 * that the update removed.
 */
export async function keepFocusInList(list: () => Element | null | undefined, action: () => unknown): Promise<void> {
  const before = list()?.childElementCount ?? 0;
  await action();
  await tick();
  if (document.activeElement !== document.body) return;
  list()?.children[before]?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
}

/**
 * Gives what has just opened the focus before the next key press. A dialog or menu of bits-ui moves it with the next
 * frame, which a busy machine paints late: keys pressed meanwhile would act on the list below.
 */
export function takeFocusAtOnce(opened: HTMLElement): void {
  void tick().then(() => {
    if (!opened.contains(document.activeElement)) (tabbable(opened)[0] ?? opened).focus({ preventScroll: true });
  });
}

/**
 * `focus()` does nothing on an element that is hidden, disabled, inert or removed (HTML standard), so the result
 * is checked.
 */
function takesFocus(element: Element | null): boolean {
  if (!(element instanceof HTMLElement) || element === document.body) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

type Around = {
  /** The current position; -1 without one. */
  readonly at: number;
  /** Rows that fit on a page. */
  readonly page: number;
  /** Where the key End leads. */
  readonly end: number;
};

/** @returns the position a key moves to, which may lie beyond either end; null for a key that does not move */
export function destination(key: string, { at, page, end }: Around): number | null {
  switch (key) {
    case 'ArrowDown':
      return at + 1;
    case 'ArrowUp':
      return at - 1;
    case 'PageDown':
      return at + page;
    case 'PageUp':
      return at - page;
    case 'Home':
      return 0;
    case 'End':
      return end;
    default:
      return null;
  }
}

/**
 * Keeps a key that belongs to a text under composition from all handlers: Enter takes what the input method offers, and Esc
 * puts it away (UI Events, `isComposing`). Call before anybody else hears the press.
 */
export function leaveToInputMethod(event: KeyboardEvent): void {
  if (event.isComposing) event.stopPropagation();
}

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input:not([type=checkbox], [type=radio]), textarea, select') !== null;

/** Whether a press belongs to a dialog: at a place within one, or anywhere while a modal one is open, which may lose the focus. */
export const isInDialog = (target: EventTarget | null): boolean =>
  (target instanceof Element && target.closest('[role=dialog]') !== null) ||
  document.querySelector('[role=dialog][aria-modal=true]') !== null;

/** The page, a screen and a title count as a list: they have the focus where nothing else could take it. */
export const isList = (target: EventTarget | null): boolean =>
  target === document.body ||
  (target instanceof Element &&
    (target.matches('main, :is(h1, h2, h3)[tabindex="-1"]') || target.closest('[role=grid], [role=listbox]') !== null));

/** Whether a chord is a key at the place that has the focus: what a person types is none, and letters are keys in lists alone. */
export function isHeard(chord: Chord, target: EventTarget | null): boolean {
  if (isTyping(target)) return !isTypedChord(chord);
  return !isLetterChord(chord) || !/[\p{L}\p{N}]$/u.test(chord) || isList(target);
}

/** Whether a press asks for the menu of a row. */
export const isMenuKey = (event: KeyboardEvent): boolean => shortcutOf('rowMenu').keys.includes(chordOf(event) ?? '');

/** What a menu opens beside that a person asked for with the pointer. */
export function pointOf({ clientX, clientY }: MouseEvent): { readonly getBoundingClientRect: () => DOMRect } {
  return { getBoundingClientRect: () => new DOMRect(clientX, clientY, 0, 0) };
}

/**
 * The second press of a double click falls on what the first one brought: the next line, or the way back. Who goes on
 * pressing means each of the further ones.
 */
export const unlessDouble =
  (act: () => unknown) =>
  ({ detail: presses }: MouseEvent): void => {
    if (presses !== 2) void act();
  };

/** @returns an event handler that runs an action instead of the browser's own */
export const prevented =
  (action: () => unknown) =>
  (event: Event): void => {
    event.preventDefault();
    void action();
  };

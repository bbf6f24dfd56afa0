import { returnFocus } from './keyboard.ts';

/**
 * Remembers what has the focus before something covers the screen, and gives it back. Call while the component is made: the
 * effect then runs before what covers the screen mounts and takes the focus.
 *
 * @param onclosed read at the end, and called once the focus is back
 * @returns a handler of bits-ui's `onCloseAutoFocus`
 */
export function focusReturner(isOpen: () => boolean, onclosed: () => (() => void) | undefined): (event: Event) => void {
  /** A value of its own, so that an opener's state which arrives anew in the meantime opens it no second time. */
  const isOpenNow = $derived(isOpen());
  let before: Element | null = null;
  $effect.pre(() => {
    if (isOpenNow) before = document.activeElement;
  });
  return (event) => {
    event.preventDefault();
    void returnFocus(before).then(onclosed());
  };
}

/**
 * Moves the focus when an update removes the element within a part that had it. A removed element passes its focus to the
 * body (HTML standard, "focus fixup").
 *
 * @param readCause reads the state whose updates may remove elements
 */
export function rescueFocus(
  part: () => HTMLElement | null | undefined,
  readCause: () => unknown,
  moveFocus: () => void,
): void {
  let hadFocus = false;
  $effect.pre(() => {
    readCause();
    hadFocus = part()?.contains(document.activeElement) === true;
  });
  $effect(() => {
    readCause();
    if (hadFocus && document.activeElement === document.body) moveFocus();
  });
}

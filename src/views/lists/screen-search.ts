/** The search of the screen tells assistive technology its keys, which other fields there have none of. */
const SCREEN_SEARCH = 'main [type=search][aria-keyshortcuts]';

/** Moves the focus to the search of the screen. @returns false where the screen has none in sight */
export function focusScreenSearch(): boolean {
  const field = document.querySelector<HTMLElement>(SCREEN_SEARCH);
  if (field === null || !field.checkVisibility()) return false;
  field.focus();
  return true;
}

/** Enter and Down leave the search for what it found; so does Esc, which empties the field first. */
export function leaveForList(event: KeyboardEvent & { readonly currentTarget: HTMLInputElement }): void {
  const isLeft = event.key === 'Escape' && event.currentTarget.value === '';
  if (!isLeft && event.key !== 'Enter' && event.key !== 'ArrowDown') return;
  const list = document.querySelector<HTMLElement>('main [role=grid]');
  if (list === null) return;
  event.preventDefault();
  list.focus();
}

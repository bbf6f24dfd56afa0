/** Moves the focus to an element found by role or id, as a screen reader finds it. */
const focus = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus();

export const focusGrid = (): void => focus('main [role=grid]');
export const focusInspector = (): void => focus('#inspector');
export const focusEditor = (): void => focus('#inspector form :is(input, button)');

/** Selects the file name without its extension, which seldom changes. */
export function selectStem(input: HTMLInputElement): void {
  input.focus();
  const ending = input.value.lastIndexOf('.');
  input.setSelectionRange(0, ending > 0 ? ending : input.value.length);
}
export const focusOmnibox = (): void => focus('#omnibox');

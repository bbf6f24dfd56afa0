/** Moves the focus between the parts of the screen: they are found by what they are, as a screen reader finds them. */
const focus = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus();

export const focusGrid = (): void => focus('main [role=grid]');
export const focusInspector = (): void => focus('#inspector');
export const focusEditor = (): void => focus('#inspector form :is(input, button)');

/** The name without its ending, which seldom changes. */
export function selectStem(input: HTMLInputElement): void {
  input.focus();
  const ending = input.value.lastIndexOf('.');
  input.setSelectionRange(0, ending > 0 ? ending : input.value.length);
}
export const focusOmnibox = (): void => focus('#omnibox');

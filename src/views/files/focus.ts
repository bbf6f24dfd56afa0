/** Moves the focus between the parts of the screen: they are found by what they are, as a screen reader finds them. */
const focus = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus();

export const focusGrid = (): void => focus('main [role=grid]');
export const focusInspector = (): void => focus('#inspector');
export const focusEditor = (): void => focus('#inspector form :is(input, button)');
export const focusOmnibox = (): void => focus('#omnibox');

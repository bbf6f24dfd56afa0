import { tick } from 'svelte';

export const focusTitle = (): void => document.getElementById('change-set-title')?.focus();

/** Waits for an action, and brings the focus to the title where the button or field that had it is gone by then. */
export async function keepingFocus(action: Promise<void>): Promise<void> {
  await action;
  await tick();
  if (document.activeElement === document.body) focusTitle();
}

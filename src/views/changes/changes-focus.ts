import { tick } from 'svelte';
import type { DryRunSubject, DryRunState } from '../../state/changes/dry-run.svelte.ts';

export const focusTitle = (): void => document.getElementById('change-set-title')?.focus();

/** Waits for an action, and brings the focus to the title where the button or field that had it is gone by then. */
export async function keepingFocus(action: Promise<void>): Promise<void> {
  await action;
  await tick();
  if (document.activeElement === document.body) focusTitle();
}

/** Where the focus was before the dry run took the pane. */
let before: Element | null = null;

/** Opens the dry run and goes there. */
export function openDryRun(dryRun: DryRunState, of: DryRunSubject): void {
  if (!dryRun.isOpen) before = document.activeElement;
  void dryRun.run(of);
  void tick().then(() => document.getElementById('dry-run-title')?.focus());
}

/** Puts the dry run away and goes back to where it was asked for. */
export async function leaveDryRun(dryRun: DryRunState): Promise<void> {
  dryRun.close();
  await tick();
  if (before instanceof HTMLElement && before.isConnected) before.focus();
  if (document.activeElement === document.body) focusList();
}

export const focusList = (): void =>
  document.querySelector<HTMLElement>('main :is([role=grid], [role=listbox])')?.focus();

/** Opens the story of the edit that has the focus, or else of the first one that is shown, and goes there. */
export function showStory(): void {
  const edit = document.activeElement?.closest('[data-edit]') ?? document.querySelector('[data-edit]');
  const story = edit?.querySelector<HTMLDetailsElement>('details');
  if (!story) return;
  story.open = true;
  story.querySelector('summary')?.focus();
}

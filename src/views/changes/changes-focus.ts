import { tick } from 'svelte';
import type { DryRunSubject, DryRunState } from '../../state/changes/dry-run.svelte.ts';

export const focusTitle = (): void => document.getElementById('change-set-title')?.focus();

/** Awaits an action. The focus moves to the title if the action removed the element that had it. */
export async function keepingFocus(action: Promise<void>): Promise<void> {
  await action;
  await tick();
  if (document.activeElement === document.body) focusTitle();
}

/** The element that had the focus before the dry run replaced the pane. */
let before: Element | null = null;

/** Opens the dry run and moves the focus to its title. */
export function openDryRun(dryRun: DryRunState, of: DryRunSubject): void {
  if (!dryRun.isOpen) before = document.activeElement;
  void dryRun.run(of);
  void tick().then(() => document.getElementById('dry-run-title')?.focus());
}

/** Closes the dry run and returns the focus to the element that opened it. */
export async function leaveDryRun(dryRun: DryRunState): Promise<void> {
  dryRun.close();
  await tick();
  if (before instanceof HTMLElement && before.isConnected) before.focus();
  if (document.activeElement === document.body) focusList();
}

const focusList = (): void => document.querySelector<HTMLElement>('main :is([role=grid], [role=listbox])')?.focus();

/** Opens the timeline of the edit with the focus, or of the first edit, and moves the focus to it. */
export function showTimeline(): void {
  const edit = document.activeElement?.closest('[data-edit]') ?? document.querySelector('[data-edit]');
  const timeline = edit?.querySelector<HTMLDetailsElement>('details');
  if (!timeline) return;
  timeline.open = true;
  timeline.querySelector('summary')?.focus();
}

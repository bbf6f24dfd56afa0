import { tick } from 'svelte';
import type { FileConflictState } from '../../state/changes/conflicts.svelte.ts';
import type { DryRunState, DryRunSubject } from '../../state/changes/dry-run.svelte.ts';

type Verbs = {
  readonly send: () => void;
  readonly dryRun: () => void;
  readonly leave: (() => void) | null;
  readonly explain: () => void;
};

/**
 * The shortcuts of the Changes screen: Mod+Enter sends, Mod+Shift+Enter makes a dry run, Mod+/ explains, Esc closes the
 * dry run.
 */
export function pressInChanges(event: KeyboardEvent, verbs: Verbs): void {
  if (event.defaultPrevented || event.altKey || event.isComposing) return;
  const withControl = event.ctrlKey || event.metaKey;
  const act = withControl ? withModifier(event, verbs) : event.key === 'Escape' ? verbs.leave : null;
  if (act === null) return;
  event.preventDefault();
  act();
}

function withModifier({ key, shiftKey }: KeyboardEvent, { send, dryRun, explain }: Verbs): (() => void) | null {
  if (key === '/') return explain;
  if (key !== 'Enter') return null;
  return shiftKey ? dryRun : send;
}

type Context = {
  readonly conflict: FileConflictState;
  readonly use: () => void;
  readonly keepServer: () => void;
  /** Single letters and digits are shortcuts. */
  readonly letters: boolean;
};

/**
 * J and K move between fields, 1 2 3 choose a value of the field with the focus, else of the first undecided one, S keeps
 * the server's and Enter uses the result, wherever the focus is in the pane. A text field passes Enter alone, and what
 * Enter presses itself passes none.
 */
export function pressInResolver(event: KeyboardEvent, { conflict, use, keepServer, letters }: Context): void {
  const { target, currentTarget } = event;
  if (!(target instanceof HTMLElement) || !(currentTarget instanceof HTMLElement) || hasModifier(event)) return;
  const writes = target instanceof HTMLInputElement && target.type === 'text';
  if (event.defaultPrevented) return;
  const rows = [...currentTarget.querySelectorAll<HTMLElement>('tr[data-field]')];
  const focused = rows.findIndex((row) => row.contains(target));
  if (writes && focused < 0) return;
  if (event.key === 'Enter') return target.closest('button, a, summary') === null ? did(event, use) : undefined;
  if (writes || !letters) return;
  if (event.key === 's') return did(event, keepServer);
  const here = focused < 0 ? firstUndecided(conflict) : focused;
  const field = conflict.conflicts[here]?.field;
  if (field === undefined) return;
  if (focused < 0 && (event.key === 'j' || event.key === 'k')) return did(event, () => enter(rows[here]));
  if (event.key === 'j') did(event, () => enter(rows[here + 1]));
  else if (event.key === 'k') did(event, () => enter(rows[here - 1]));
  else if (event.key === '1') did(event, () => conflict.choose(field, { kind: 'mine' }));
  else if (event.key === '2') did(event, () => conflict.choose(field, { kind: 'server' }));
  else if (event.key === '3') did(event, () => conflict.chooseByHand(field));
}

const firstUndecided = (conflict: FileConflictState): number =>
  Math.max(
    0,
    conflict.conflicts.findIndex(({ field }) => conflict.choiceOf(field) === null),
  );

const hasModifier = (event: KeyboardEvent): boolean =>
  event.ctrlKey || event.metaKey || event.altKey || event.isComposing;

function did(event: KeyboardEvent, act: () => void): void {
  event.preventDefault();
  act();
}

function enter(row: HTMLElement | undefined): void {
  const radios = row?.querySelectorAll<HTMLInputElement>('input[type=radio]') ?? [];
  ([...radios].find((radio) => radio.checked) ?? radios[0])?.focus();
}

/** Moves the focus into the open change set: to the first undecided field, else to its title. */
export function focusDecision(): void {
  const radios = document.querySelectorAll<HTMLInputElement>('main article tr[data-field] input[type=radio]');
  const undecided = [...radios].find(({ name }) => ![...radios].some((one) => one.name === name && one.checked));
  if (undecided === undefined) focusTitle();
  else undecided.focus();
}

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

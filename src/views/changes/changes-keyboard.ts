import { tick } from 'svelte';
import { focusAfter, isHeard, keepFocus } from '../../components/keyboard.ts';
import { isTypedChord } from '../../domain/keyboard/chord.ts';
import type { ShortcutId } from '../../domain/keyboard/shortcuts.ts';
import type { KeymapState } from '../../state/app/keymap.svelte.ts';
import type { ChangeSetState } from '../../state/changes/change-set.svelte.ts';
import type { FileConflictState } from '../../state/changes/conflicts.svelte.ts';
import type { DryRunState, DryRunSubject } from '../../state/changes/dry-run.svelte.ts';

type Verbs = {
  readonly send: () => void;
  readonly dryRun: () => void;
  readonly leave: (() => void) | null;
  readonly explain: () => void;
};

/** The shortcuts of the Changes screen, wherever the focus is. Esc closes the dry run, and leads from a change set to the list. */
export function pressInChanges(event: KeyboardEvent, keymap: KeymapState, verbs: Verbs): void {
  const chord = keymap.chordOf(event);
  if (event.defaultPrevented || chord === null || !isHeard(chord, event.target)) return;
  const act =
    verbOf(keymap.shortcutOf(event, 'changes', 'everywhere'), verbs) ?? (chord === 'Esc' ? verbs.leave : null);
  if (act !== null) did(event, act);
}

function verbOf(id: ShortcutId | null, { send, dryRun, explain }: Verbs): (() => void) | null {
  if (id === 'send') return send;
  if (id === 'dryRun') return dryRun;
  return id === 'explain' ? explain : null;
}

type Context = {
  readonly conflict: FileConflictState;
  readonly use: () => void;
  readonly keepServer: () => void;
  readonly keymap: KeymapState;
};

/**
 * The shortcuts of a conflict, wherever the focus is in its pane: they are about the field with the focus, else about the
 * first undecided one. A text field passes Enter and what it cannot take itself, and what Enter presses passes no Enter.
 */
export function pressInResolver(event: KeyboardEvent, context: Context): void {
  const { target, currentTarget } = event;
  if (!(target instanceof HTMLElement) || !(currentTarget instanceof HTMLElement) || event.defaultPrevented) return;
  const chord = context.keymap.chordOf(event);
  const id = context.keymap.shortcutOf(event, 'conflict');
  if (chord === null || id === null) return;
  const rows = [...currentTarget.querySelectorAll<HTMLElement>('tr[data-field]')];
  const focused = rows.findIndex((row) => row.contains(target));
  const writes = target instanceof HTMLInputElement && target.type === 'text';
  if (writes && (focused < 0 || (chord !== 'Enter' && isTypedChord(chord)))) return;
  if (chord === 'Enter' && target.closest('button, a, summary') !== null) return;
  // A key that is held down decides about the file in sight, and not about the next one that asks.
  if (event.repeat && (id === 'useResult' || id === 'keepServer')) return event.preventDefault();
  const act = actOf(id, context, { rows, focused });
  if (act !== null) did(event, act);
}

type Rows = { readonly rows: readonly HTMLElement[]; readonly focused: number };

function actOf(id: ShortcutId, { conflict, use, keepServer }: Context, { rows, focused }: Rows): (() => void) | null {
  if (id === 'useResult') return use;
  if (id === 'keepServer') return keepServer;
  const here = focused < 0 ? conflict.conflicts.findIndex((one) => one === conflict.next) : focused;
  const field = conflict.conflicts[here]?.field;
  if (field === undefined) return null;
  if (id === 'nextField') return () => enter(rows[focused < 0 ? here : here + 1]);
  if (id === 'previousField') return () => enter(rows[focused < 0 ? here : here - 1]);
  if (id === 'useMine') return () => conflict.choose(field, { kind: 'mine' });
  if (id === 'useServer') return () => conflict.choose(field, { kind: 'server' });
  return id === 'useOwnValue' ? () => conflict.chooseByHand(field) : null;
}

function did(event: KeyboardEvent, act: () => void): void {
  event.preventDefault();
  act();
}

function enter(row: HTMLElement | undefined): void {
  const radios = row?.querySelectorAll<HTMLInputElement>('input[type=radio]') ?? [];
  ([...radios].find((radio) => radio.checked) ?? radios[0])?.focus();
}

/**
 * Awaits the open change set, then moves the focus into it: to the first undecided field, else to its title. A focus that
 * the person moves meanwhile stays where it is.
 */
export const focusDecision = (opened: Pick<ChangeSetState, 'arrival'>): Promise<void> =>
  focusAfter(opened.arrival, () => firstUndecidedChoice() ?? title());

function firstUndecidedChoice(): HTMLElement | undefined {
  const radios = document.querySelectorAll<HTMLInputElement>('main article tr[data-field] input[type=radio]');
  return [...radios].find(({ name }) => ![...radios].some((one) => one.name === name && one.checked));
}

const title = (): HTMLElement | null => document.getElementById('change-set-title');
export const focusTitle = (): void => title()?.focus();

/**
 * Awaits an action. The focus moves to the title, or where a file explains its edits to the inspector, if the action
 * removed the element that had it.
 */
export async function keepingFocus(action: Promise<void>): Promise<void> {
  await action;
  await tick();
  if (document.activeElement === document.body) (title() ?? document.getElementById('inspector'))?.focus();
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
  await keepFocus();
}

/** Opens the timeline of the edit with the focus, or of the first edit, and moves the focus to it. */
export function showTimeline(): void {
  const edit = document.activeElement?.closest('[data-edit]') ?? document.querySelector('[data-edit]');
  const timeline = edit?.querySelector<HTMLDetailsElement>('details');
  if (!timeline) return;
  timeline.open = true;
  timeline.querySelector('summary')?.focus();
}

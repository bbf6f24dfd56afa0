import type { FileConflictState } from '../../../state/changes/conflicts.svelte.ts';

type Context = {
  readonly conflict: FileConflictState;
  readonly use: () => void;
  /** Single letters and digits are shortcuts. */
  readonly letters: boolean;
};

/** J and K move between fields, 1 2 3 choose a value, Enter uses the result. A text field passes Enter alone. */
export function pressInResolver(event: KeyboardEvent, { conflict, use, letters }: Context): void {
  const { target, currentTarget } = event;
  if (!(target instanceof HTMLElement) || !(currentTarget instanceof HTMLElement) || hasModifier(event)) return;
  const writes = target instanceof HTMLInputElement && target.type === 'text';
  if (event.key === 'Enter') return did(event, use);
  if (writes || !letters) return;
  const rows = [...currentTarget.querySelectorAll<HTMLElement>('tr[data-field]')];
  const here = rows.findIndex((row) => row.contains(target));
  const field = conflict.conflicts[here]?.field;
  if (field === undefined) return;
  if (event.key === 'j') did(event, () => enter(rows[here + 1]));
  else if (event.key === 'k') did(event, () => enter(rows[here - 1]));
  else if (event.key === '1') did(event, () => conflict.choose(field, { kind: 'mine' }));
  else if (event.key === '2') did(event, () => conflict.choose(field, { kind: 'server' }));
  else if (event.key === '3') did(event, () => conflict.chooseByHand(field));
}

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

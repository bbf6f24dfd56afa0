import type { LastStep } from '../../state/changes/undo.svelte.ts';
import { frameMessages } from './frame-messages.ts';

const messages = frameMessages.undo;

/** @returns the title of a change set in the past tense: "Rename a to b" becomes "Renamed a to b" */
export function inPastTense(title: string): string {
  const [verb = ''] = title.split(' ', 1);
  return `${messages.past[verb] ?? verb}${title.slice(verb.length)}`;
}

/** The sentence that a screen reader reads out after an undo or a redo. */
export function stepMessage({ kind, title }: LastStep): string {
  return kind === 'done' ? `${inPastTense(title)}.` : `${messages[kind]} ${title}.`;
}

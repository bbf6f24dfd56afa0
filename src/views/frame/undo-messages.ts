import type { LastStep } from '../../state/changes/undo.svelte.ts';
import { frameMessages } from './frame-messages.ts';

const messages = frameMessages.undo;

/** "Rename a to b" as what has happened: "Renamed a to b". */
export function inPastTense(title: string): string {
  const [verb = ''] = title.split(' ', 1);
  return `${messages.past[verb] ?? verb}${title.slice(verb.length)}`;
}

/** The step as it is read out. */
export function stepMessage({ kind, title }: LastStep): string {
  return kind === 'done' ? `${inPastTense(title)}.` : `${messages[kind]} ${title}.`;
}

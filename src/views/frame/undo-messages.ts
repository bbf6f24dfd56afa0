import type { LastStep } from '../../state/changes/undo.svelte.ts';
import { frameText } from './frame-messages.ts';

const words = frameText.undo;

/** "Rename a to b" as what has happened: "Renamed a to b". */
export function inThePast(title: string): string {
  const [verb = ''] = title.split(' ', 1);
  return `${words.past[verb] ?? verb}${title.slice(verb.length)}`;
}

/** The step as it is read out. */
export function stepWords({ kind, title }: LastStep): string {
  return kind === 'done' ? `${inThePast(title)}.` : `${words[kind]} ${title}.`;
}

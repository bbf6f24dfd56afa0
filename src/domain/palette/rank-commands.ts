import { folded } from '../core/text.ts';
import { hasWordFrom, wantedWords } from './title-words.ts';

/** The parts of the palette, in their order while nothing is typed. */
export const commandGroups = [
  'recent',
  'staged',
  'chosen',
  'list',
  'everywhere',
  'views',
  'places',
  'settings',
  'connections',
] as const;
export type CommandGroup = (typeof commandGroups)[number];

/** A command as the palette lists it. */
export type PaletteCommand = {
  /** Unique in the palette. */
  readonly id: string;
  readonly group: CommandGroup;
  readonly title: string;
  /** The shortcut, its keys separated by spaces; null for a command without one. */
  readonly keys: string | null;
  /** Further words by which the command is found. */
  readonly synonyms: string;
  /** Why the command cannot run now; null for one that can. */
  readonly whyNot: string | null;
};

/** Commands that can run now, by their group, and those that cannot. */
export type RankedCommands<Command extends PaletteCommand> = {
  readonly groups: readonly { readonly group: CommandGroup; readonly commands: readonly Command[] }[];
  readonly unavailable: readonly Command[];
};

/**
 * How well a command answers the typed words: 4 when its title begins with them, 3 when each begins a word of the title,
 * 2 when each stands in the title, 1 when each is in the title or begins a synonym; 0 when one is missing.
 */
export function scoreOf({ title, synonyms }: Pick<PaletteCommand, 'title' | 'synonyms'>, typed: string): number {
  const plain = folded(title);
  const wanted = wantedWords(typed);
  if (plain.startsWith(wanted.join(' '))) return 4;
  if (wanted.every((word) => hasWordFrom(plain, word))) return 3;
  if (wanted.every((word) => plain.includes(word))) return 2;
  return wanted.every((word) => plain.includes(word) || hasWordFrom(folded(synonyms), word)) ? 1 : 0;
}

/** The commands that answer the typed words, the best first; equal ones, and equal groups, keep their order. */
export function rankCommands<Command extends PaletteCommand>(
  commands: readonly Command[],
  typed: string,
): RankedCommands<Command> {
  const scored = commands
    .map((command) => ({ command, score: scoreOf(command, typed) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  const possible = scored.filter(({ command }) => command.whyNot === null);
  const groups = commandGroups
    .map((group) => ({ group, members: possible.filter(({ command }) => command.group === group) }))
    .filter(({ members }) => members.length > 0)
    .toSorted((a, b) => (b.members[0]?.score ?? 0) - (a.members[0]?.score ?? 0))
    .map(({ group, members }) => ({ group, commands: members.map(({ command }) => command) }));
  const unavailable = scored.filter(({ command }) => command.whyNot !== null).map(({ command }) => command);
  return { groups, unavailable };
}

import type { CommandGroup } from '../../domain/palette/rank-commands.ts';
import type { PaletteAction } from '../../state/palette/palette.svelte.ts';
import { synonyms } from './palette-messages.ts';

type Given = {
  readonly keys?: string | null;
  /** The first reason that holds is shown. */
  readonly whyNot?: string | false | null;
  readonly run: () => unknown;
};

/** A command of the palette, with the synonyms of its id. */
export const makeAction = (
  group: CommandGroup,
  id: string,
  title: string,
  { keys = null, whyNot = null, run }: Given,
): PaletteAction => ({
  ...{ id, group, title, keys, run },
  synonyms: synonyms[id] ?? '',
  whyNot: whyNot === false ? null : whyNot,
});

/** The id of a command's row on the page. */
export const rowId = ({ id }: Pick<PaletteAction, 'id'>): string => `palette-${id}`;

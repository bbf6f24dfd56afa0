import type { FileRow } from '../../domain/files/file.ts';
import type { AppStates, Screens } from '../../state/app-states.svelte.ts';
import { allFiles } from '../../state/app/route.ts';
import type { PaletteAction } from '../../state/palette/palette.svelte.ts';
import { makeAction } from './make-action.ts';
import { paletteMessages } from './palette-messages.ts';

/** Leads to a file: in the list of all files, chosen, with the inspector open. */
export function foundFileAction(
  { network, id, name }: FileRow,
  { router }: AppStates,
  { inspector }: Screens,
): PaletteAction {
  return makeAction('list', `file-${network}-${id}`, name ?? paletteMessages.unnamed, {
    run: () => {
      router.go({ ...allFiles, file: { network, id } });
      inspector.show(true);
    },
  });
}

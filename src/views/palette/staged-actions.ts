import { labelText } from '../../domain/core/text.ts';
import type { StagedEdit } from '../../domain/palette/staged-edit.ts';
import type { AppStates, Screens } from '../../state/app-states.svelte.ts';
import type { PaletteAction } from '../../state/palette/palette.svelte.ts';
import { makeAction } from './make-action.ts';
import { paletteMessages, reasons } from './palette-messages.ts';

const messages = (): typeof paletteMessages.staged => paletteMessages.staged;

/** The edit that the typed words ask for; null without one. More files than are planned while typing get their preview first. */
export function stagedAction({ connections }: AppStates, screens: Screens): PaletteAction | null {
  const { bulk, palette, stagedEdit } = screens;
  const { edit, isPlannedHere } = stagedEdit;
  if (edit === null) return null;
  const { text } = palette;
  const run = async (): Promise<void> => {
    // What went wrong stands where the edit was typed.
    if (!(await stagedEdit.apply(edit))) palette.openAgain(text);
  };
  return makeAction('staged', 'staged-edit', stagedTitle(edit), {
    whyNot: connections.current?.connection.readOnly === true && reasons.readOnly,
    run: isPlannedHere ? run : () => bulk.openWith(edit),
  });
}

/** The files that have the pair already. */
export function whereAction({ files, stagedEdit }: Screens): PaletteAction | null {
  const { edit } = stagedEdit;
  if (edit?.kind !== 'setKey') return null;
  const { key, value } = edit;
  const title = messages().filter(labelText(key), labelText(value));
  const run = (): void => files.query.addFilter({ kind: 'metadata', condition: { op: 'is', key, value } });
  return makeAction('staged', 'where', title, { run });
}

/** What an edit does, in the person's language. */
export function stagedTitle(edit: StagedEdit): string {
  if (edit.kind === 'setKey') return messages().set(labelText(edit.key), labelText(edit.value));
  const numbered = (number: number): string => `${labelText(edit.stem)}${String(number).padStart(edit.digits, '0')}`;
  return messages().rename(numbered(edit.first), numbered(edit.first + 1));
}

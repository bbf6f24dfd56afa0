import type { FileRow } from '../../domain/files/file.ts';
import { hasCid } from '../../domain/signatures/cid.ts';
import type { AppStates, Screens } from '../../state/app-states.svelte.ts';
import { isAskable } from '../../state/files/filter-draft.ts';
import type { PaletteAction } from '../../state/palette/palette.svelte.ts';
import { chosenActions } from '../palette/file-actions.ts';
import { makeAction } from '../palette/make-action.ts';
import { menuMessages as messages } from './menu-messages.ts';

/** The parts of a menu, a line between each two. */
type MenuParts = readonly (readonly PaletteAction[])[];

/** What can be done with the chosen row alone, whatever is selected beside it. The palette has the same commands. */
export function rowActions(app: AppStates, screens: Screens, row: FileRow): MenuParts {
  const edits = chosenActions(app, screens, true);
  const edit = (id: string): readonly PaletteAction[] => edits.filter((action) => action.id === id);
  return [
    [...edit('inspect'), ...edit('rename'), ...edit('editMetadata'), ...edit('star')],
    [...edit('copyCid'), ...edit('openGateway')],
    [...groupAction(screens, row), ...edit('filterAlike'), lookUpAction(screens, row)],
    row.state === 'onServer' ? [] : [...edit('explain'), changeAction(app, row)],
    [historyAction(screens), signatureAction(screens, row)],
  ].filter((part) => part.length > 0);
}

/** What can be done with all that is selected. */
export function selectionActions(app: AppStates, screens: Screens): MenuParts {
  const { selection, signatureJobs, tableExport } = screens;
  const edits = chosenActions(app, screens, false);
  const edit = (id: string): readonly PaletteAction[] => edits.filter((action) => action.id === id);
  return [
    [...edit('editMetadata'), ...edit('rename'), ...edit('star')],
    [...edit('copyCid')],
    [
      makeAction('chosen', 'exportSelected', messages.export, { run: () => tableExport.open() }),
      makeAction('chosen', 'fetchSelected', messages.fetchSignatures, {
        run: () => signatureJobs.fetchFiles(selection.chosen, false),
      }),
    ],
    [...edit('clearSelection')],
  ];
}

function groupAction({ files, groupNames }: Screens, { groupId }: FileRow): readonly PaletteAction[] {
  if (groupId === null || files.query.target.group === groupId) return [];
  const filter = { kind: 'group', group: groupId } as const;
  const run = (): void => files.query.addFilter(filter);
  return isAskable(filter)
    ? [makeAction('chosen', 'filterGroup', messages.filterGroup(groupNames.shown(groupId)), { run })]
    : [];
}

const lookUpAction = ({ cidLookup }: Screens, { cid }: FileRow): PaletteAction =>
  makeAction('chosen', 'lookUpRow', messages.lookUpCid, {
    whyNot: !hasCid(cid) && messages.noCid,
    run: () => cidLookup.open(cid),
  });

/** What needs a decision is listed elsewhere than what waits. */
const changeAction = ({ router }: AppStates, { state }: FileRow): PaletteAction =>
  makeAction('chosen', 'itsChange', messages.itsChange, {
    run: () =>
      router.go({
        ...{ kind: 'changes', id: null },
        tab: state === 'held' ? 'held' : state === 'waiting' ? 'waiting' : 'needsYou',
      }),
  });

const historyAction = ({ inspector }: Screens): PaletteAction =>
  makeAction('chosen', 'history', messages.history, {
    run: () => {
      inspector.openParts.add('history');
      inspector.show(true);
    },
  });

const signatureAction = ({ signatureJobs }: Screens, { network, id, cid }: FileRow): PaletteAction =>
  makeAction('chosen', 'fetchSignature', messages.fetchSignature, {
    whyNot: !hasCid(cid) && messages.noCid,
    run: () => signatureJobs.fetchFiles({ kind: 'keys', keys: [{ network, id }] }, false),
  });

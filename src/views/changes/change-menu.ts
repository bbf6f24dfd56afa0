import type { MenuAction } from '../../components/menu/menu-action.ts';
import type { EditDetail, ListedChangeSet, Target } from '../../contract/changes.ts';
import { type EditAction, actionsForEdit, actionsForSet, tickOf } from '../../state/changes/change-set-status.ts';
import type { AppStates, Screens } from '../../state/app-states.svelte.ts';
import { allFiles } from '../../state/app/route.ts';
import { focusDecision, keepingFocus, openDryRun } from './changes-keyboard.ts';
import { changesMessages } from './changes-messages.ts';
import { dryRunMessages } from './dry-run/dry-run-messages.ts';

type Parts = readonly (readonly MenuAction[])[];

/** What can be done with a change set: the same as by the buttons of its pane. */
export function setMenu({ keymap }: AppStates, { changes }: Screens, set: ListedChangeSet): Parts {
  const isWhole = tickOf(set) === 'all';
  // The tick of the row does the same, and its key.
  const ticks: EditAction = isWhole ? 'hold' : 'release';
  const title = set.conflicted > 0 ? changesMessages.decide : changesMessages.details;
  const open = { id: 'open', title, keys: 'Enter', whyNot: null, run: () => focusDecision(changes.opened) };
  const dryRun = {
    ...{ id: 'dryRun', title: dryRunMessages.go, keys: null, whyNot: null },
    run: () => openDryRun(changes.dryRun, set),
  };
  return [
    [open],
    actionsForSet(set).map((action) => {
      const item = actionItem(changes, action, { changeSetId: set.id });
      const tick = { keys: keymap.shown('tickSet'), run: () => changes.include(set, !isWhole) };
      return action === ticks ? { ...item, ...tick } : item;
    }),
    set.queued > 0 ? [dryRun] : [],
  ];
}

/** What can be done with the edit of one file. */
export function editMenu({ router }: AppStates, { changes }: Screens, detail: EditDetail): Parts {
  const { id, network, fileId } = detail.edit;
  const file = { ...allFiles, file: { network, id: fileId } };
  return [
    actionsForEdit(detail).map((action) => actionItem(changes, action, { editId: id })),
    [{ id: 'file', title: dryRunMessages.showFile, keys: null, whyNot: null, run: () => router.go(file) }],
  ];
}

const actionItem = ({ opened }: Screens['changes'], action: EditAction, target: Target): MenuAction => ({
  ...{ id: action, title: changesMessages.actions[action], keys: null, whyNot: null },
  run: () => keepingFocus(opened.act(action, target)),
});

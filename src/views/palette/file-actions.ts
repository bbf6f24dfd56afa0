import type { ShortcutId } from '../../domain/keyboard/shortcuts.ts';
import type { AppStates, Screens } from '../../state/app-states.svelte.ts';
import type { PaletteAction } from '../../state/palette/palette.svelte.ts';
import { actOnRow, focusGrid, focusOmnibox, openCopyMenu } from '../files/files-keyboard.ts';
import { makeAction } from './make-action.ts';
import { commandTitles as titles, reasons } from './palette-messages.ts';

/** What can be done with the chosen file, or with the selected files, and with the list of files. */
export const fileActions = (app: AppStates, screens: Screens): readonly PaletteAction[] => [
  ...chosenActions(app, screens),
  ...listActions(app, screens),
  ...viewActions(app, screens),
];

const elsewhere = ({ router }: AppStates): string | null =>
  router.target.kind === 'files' ? null : reasons.onlyInFiles;

/** @param isOne whether the chosen row alone is meant, rather than what is selected */
export function chosenActions(
  app: AppStates,
  screens: Screens,
  isOne = screens.selection.isEmpty,
): readonly PaletteAction[] {
  const { bulk, clipboard, explanation, files, filterBuilder, inspector, selection } = screens;
  const noFile = elsewhere(app) ?? (files.position === null ? reasons.noFile : null);
  const noSubject = isOne ? noFile : elsewhere(app);
  const { keymap } = app;
  const act = (id: ShortcutId) => (): unknown => actOnRow(id, screens);
  const explain = (): void => {
    inspector.show(true);
    explanation.isOpen = true;
  };
  return [
    makeAction('chosen', 'rename', titles.rename, {
      ...{ keys: keymap.shown('rename'), whyNot: noSubject, run: isOne ? act('rename') : () => bulk.open('names') },
    }),
    makeAction('chosen', 'editMetadata', titles.editMetadata, {
      ...{ keys: keymap.shown('editMetadata'), whyNot: noSubject },
      ...{ run: isOne ? act('editMetadata') : () => bulk.open('metadata') },
    }),
    starAction(app, screens, isOne, noSubject),
    makeAction('chosen', 'copyCid', titles.copyCid(isOne ? 1 : selection.count), {
      keys: keymap.shown('copyCid'),
      whyNot: noSubject,
      run: () => clipboard.copy('cid', isOne ? clipboard.chosen : clipboard.subject),
    }),
    makeAction('chosen', 'copyAs', titles.copyAs, {
      ...{ keys: keymap.shown('copyAs'), whyNot: noSubject, run: () => openCopyMenu(screens) },
    }),
    ...openAction(screens, noFile),
    makeAction('chosen', 'inspect', titles.inspect, {
      ...{ keys: keymap.shown('inspect'), whyNot: noFile, run: act('inspect') },
    }),
    makeAction('chosen', 'explain', titles.explain, { keys: keymap.shown('explain'), whyNot: noFile, run: explain }),
    makeAction('chosen', 'filterAlike', titles.filterAlike, {
      ...{ keys: keymap.shown('filterAlike'), whyNot: noFile, run: () => filterBuilder.open('alike') },
    }),
    makeAction('chosen', 'clearSelection', titles.clearSelection, {
      ...{ keys: keymap.shown('clearSelection'), run: () => (selection.clear(), focusGrid()) },
      whyNot: elsewhere(app) ?? (selection.isEmpty && reasons.nothingSelected),
    }),
  ];
}

function starAction(
  { keymap }: AppStates,
  { files, stars }: Screens,
  isOne: boolean,
  whyNot: string | null,
): PaletteAction {
  const row = isOne && files.position !== null ? files.rowAt(files.position) : null;
  return makeAction('chosen', 'star', titles.star(row?.isStarred === true), {
    ...{ keys: keymap.shown('star'), whyNot, run: () => stars.toggle(isOne ? 'row' : 'selection') },
  });
}

/** Without a gateway there is nothing to open a file through. The inspector says what a private file's CID would tell. */
function openAction({ files, gateway }: Screens, noFile: string | null): readonly PaletteAction[] {
  // The inspector shows the file of before until the chosen one is here.
  const file = files.position === null ? null : files.rowAt(files.position);
  if (gateway.gateway === null) return [];
  const isPrivate = file?.network === 'private' && reasons.privateFile;
  const whyNot =
    noFile ?? (file === null ? reasons.noFile : isPrivate || (gateway.urlOf(file.cid) === null && reasons.noCid));
  return [
    makeAction('chosen', 'openGateway', titles.openGateway, {
      ...{ whyNot, run: () => file !== null && gateway.open(file) },
    }),
  ];
}

function listActions(app: AppStates, screens: Screens): readonly PaletteAction[] {
  const { files, filterBuilder, inspector, selection, signatureJobs, tableExport, tableImport } = screens;
  const here = elsewhere(app);
  const noRows = here ?? (selection.isEmpty && !files.list?.count && reasons.emptyList);
  return [
    makeAction('list', 'search', titles.search, { keys: app.keymap.shown('search'), run: focusOmnibox }),
    makeAction('list', 'addFilter', titles.addFilter, {
      ...{ keys: app.keymap.shown('addFilter'), whyNot: here, run: () => filterBuilder.open() },
    }),
    makeAction('list', 'widen', titles.widen, {
      whyNot: here ?? (!files.query.isNarrowed && reasons.nothingNarrows),
      run: () => files.query.widen(),
    }),
    makeAction('list', 'selectAll', titles.selectAll, {
      ...{
        keys: app.keymap.shown('selectAll'),
        whyNot: here ?? (!files.list?.count && reasons.emptyList),
        run: () => selection.all(),
      },
    }),
    makeAction('list', 'inspector', titles.inspector(inspector.isOpen), {
      ...{ keys: app.keymap.shown('toggleInspector'), whyNot: here, run: () => inspector.show(!inspector.isOpen) },
    }),
    makeAction('list', 'export', titles.export, { whyNot: noRows, run: () => tableExport.open() }),
    makeAction('list', 'importTable', titles.importTable, { run: () => tableImport.open() }),
    makeAction('list', 'fetchSignatures', titles.fetchSignatures, {
      ...{ whyNot: noRows, run: () => signatureJobs.fetchFiles(selection.chosen, selection.isEmpty) },
    }),
  ];
}

/** The first nine views have a shortcut, by position. */
const viewShortcuts = ['view1', 'view2', 'view3', 'view4', 'view5', 'view6', 'view7', 'view8', 'view9'] as const;

function viewActions({ keymap, router }: AppStates, { files, savedViews }: Screens): readonly PaletteAction[] {
  const { kind } = router.target;
  const notAList = kind !== 'files' && kind !== 'keys' && reasons.onlyInLists;
  return [
    makeAction('list', 'saveView', titles.saveView, {
      whyNot: notAList || (kind === 'files' && !files.query.isNarrowed && reasons.nothingNarrows),
      run: () => (savedViews.open = 'naming'),
    }),
    makeAction('list', 'manageViews', titles.manageViews, { whyNot: notAList, run: () => (savedViews.open = 'list') }),
    ...savedViews.views.map((view, place) => {
      const shortcut = viewShortcuts[place];
      const keys = shortcut === undefined ? null : keymap.shown(shortcut);
      return makeAction('views', `view-${view.id}`, view.name, { keys, run: () => savedViews.show(view) });
    }),
  ];
}

import type { AppStates, Screens } from '../../state/app-states.svelte.ts';
import { allFiles, settingsSections } from '../../state/app/route.ts';
import { sendObstacle } from '../../state/changes/send-obstacle.ts';
import type { PaletteAction } from '../../state/palette/palette.svelte.ts';
import { openDryRun } from '../changes/changes-keyboard.ts';
import { titleMessages } from '../messages/title-messages.ts';
import { settingsMessages } from '../settings/settings-messages.ts';
import { makeAction } from './make-action.ts';
import { commandTitles as titles, reasons } from './palette-messages.ts';

/** What can be done on every screen. */
export const appActions = (app: AppStates, screens: Screens): readonly PaletteAction[] => [
  ...changeActions(app, screens),
  ...signatureActions(screens),
  ...looks(app),
  ...practiceActions(app, screens),
  ...settingsActions(app),
  ...connectionActions(app),
];

function changeActions({ connections, keymap, router }: AppStates, screens: Screens): readonly PaletteAction[] {
  const { changes, undo } = screens;
  const { connection, status } = connections.current ?? {};
  const obstacle = connections.current === null ? null : sendObstacle(connections.current);
  const isPaused = connection?.paused === true;
  const nothingWaits = status?.counts.waiting === 0 && reasons.nothingWaits;
  // The keys of Changes work nowhere else.
  const isHere = router.target.kind === 'changes';
  const inChanges = (id: 'send' | 'dryRun'): string | null => (isHere ? keymap.shown(id) : null);
  const dryRun = (): void => {
    if (!isHere) router.go({ kind: 'changes', id: null, tab: null });
    openDryRun(changes.dryRun, null);
  };
  return [
    makeAction('everywhere', 'undo', titles.undo(insideOrNull(undo.undoable)), {
      keys: keymap.shown('undo'),
      whyNot: undo.undoable === null && reasons.nothingToUndo,
      run: () => undo.undo(),
    }),
    makeAction('everywhere', 'redo', titles.redo(insideOrNull(undo.redoable)), {
      keys: keymap.shown('redo'),
      whyNot: undo.redoable === null && reasons.nothingToRedo,
      run: () => undo.redo(),
    }),
    makeAction('everywhere', 'checkNow', titles.checkNow, {
      ...{ keys: keymap.shown('checkNow'), whyNot: isPaused && reasons.paused, run: () => connections.checkNow() },
    }),
    makeAction('everywhere', 'send', titles.send, {
      keys: inChanges('send'),
      whyNot: obstacle !== null && reasons[obstacle],
      run: () => connections.checkNow(),
    }),
    makeAction('everywhere', 'dryRun', titles.dryRun, {
      ...{ keys: inChanges('dryRun'), whyNot: nothingWaits, run: dryRun },
    }),
    ...(connection === undefined
      ? []
      : [
          makeAction('everywhere', 'pause', titles.pause(isPaused), {
            run: () => connections.pause(!isPaused),
          }),
        ]),
  ];
}

const signatureActions = ({ cidLookup, keyAlerts, signatureJobs }: Screens): readonly PaletteAction[] => [
  makeAction('everywhere', 'lookUpCid', titles.lookUpCid, { run: () => cidLookup.open() }),
  makeAction('everywhere', 'checkSignatures', titles.checkSignatures, { run: () => signatureJobs.checkAll() }),
  makeAction('everywhere', 'keyAlerts', titles.keyAlerts, { run: () => (keyAlerts.isOpen = true) }),
];

function looks({ preferences }: AppStates): readonly PaletteAction[] {
  const { letterKeys, rowHeight, theme } = preferences;
  const themes = ['light', 'dark', 'system'] as const;
  const heights = ['dense', 'usual', 'roomy'] as const;
  return [
    ...themes.map((one) =>
      makeAction('everywhere', `theme-${one}`, titles.themes[one], {
        ...{ whyNot: one === theme && reasons.isSo, run: () => preferences.choose({ theme: one }) },
      }),
    ),
    ...heights.map((one) =>
      makeAction('everywhere', `rows-${one}`, titles.rowHeights[one], {
        ...{ whyNot: one === rowHeight && reasons.isSo, run: () => preferences.choose({ rowHeight: one }) },
      }),
    ),
    makeAction('everywhere', 'letterKeys', titles.letterKeys(letterKeys), {
      run: () => preferences.choose({ letterKeys: !letterKeys }),
    }),
  ];
}

function practiceActions({ connections }: AppStates, { practice }: Screens): readonly PaletteAction[] {
  if (connections.current?.connection.kind !== 'practice' || practice.now === null) return [];
  const { networkOn } = practice.now;
  const run = (): Promise<void> => practice.set({ networkOn: !networkOn });
  return [makeAction('everywhere', 'practiceNetwork', titles.practiceNetwork(networkOn), { run })];
}

const settingsActions = ({ router }: AppStates): readonly PaletteAction[] =>
  settingsSections.map((section) =>
    makeAction('settings', `settings-${section}`, titles.settings(settingsMessages.sections[section]), {
      run: () => router.go({ kind: 'settings', section }),
    }),
  );

/** Other connections, and where to read how things are done. */
const connectionActions = ({ connections, router }: AppStates): readonly PaletteAction[] => [
  ...connections.all.map(({ connection }) =>
    makeAction('connections', `connection-${connection.id}`, titles.toConnection(connection.name), {
      whyNot: connection.id === connections.current?.connection.id && reasons.hereNow,
      run: () => router.go(allFiles, connection.id),
    }),
  ),
  makeAction('everywhere', 'guide', titles.guide, { run: () => router.go({ kind: 'guide', page: null }) }),
  makeAction('connections', 'addConnection', titles.addConnection, { run: () => router.go({ kind: 'connect' }) }),
];

const insideOrNull = (title: string | null): string | null => (title === null ? null : titleMessages.inside(title));

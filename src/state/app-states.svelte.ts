import { createContext } from 'svelte';
import type { Bridge } from '../contract/index.ts';
import { ActivityState } from './activity/activity.svelte.ts';
import { ClockState, pageClock } from './app/clock.svelte.ts';
import { ConnectionsState } from './app/connections.svelte.ts';
import { FirstRunState } from './app/first-run.svelte.ts';
import { KeymapState } from './app/keymap.svelte.ts';
import type { ScreenPorts, SharedStates } from './app/ports.ts';
import { PreferencesState } from './app/preferences.svelte.ts';
import { type AddressBar, RouterState } from './app/router.svelte.ts';
import { UpdatesState } from './app/updates.svelte.ts';
import { BulkState } from './bulk/bulk.svelte.ts';
import { TableExportState } from './bulk/table-export.svelte.ts';
import { TableImportState } from './bulk/table-import.svelte.ts';
import { ChangesState } from './changes/changes.svelte.ts';
import { ReplayState } from './changes/replay.svelte.ts';
import { UndoState } from './changes/undo.svelte.ts';
import { ClipboardState } from './clipboard/clipboard.svelte.ts';
import { LibraryExportState } from './exports/library-export.svelte.ts';
import { CountsState } from './files/counts.svelte.ts';
import { DraftsState } from './files/drafts.svelte.ts';
import { CloseNamesState } from './lists/close-names.svelte.ts';
import { DuplicatesState } from './files/duplicates.svelte.ts';
import { FileMenusState } from './files/menus.svelte.ts';
import { FilesState } from './files/files.svelte.ts';
import { FilterBuilderState } from './files/filter-builder.svelte.ts';
import { ExplanationState, HistoryState } from './files/history.svelte.ts';
import { ImportState } from './files/import.svelte.ts';
import { InspectorState } from './files/inspector.svelte.ts';
import { RenameState } from './files/rename.svelte.ts';
import { SelectionSummaryState } from './files/selection-summary.svelte.ts';
import { SelectionState } from './files/selection.svelte.ts';
import { OpenChangesState } from './files/open-changes.svelte.ts';
import { GatewaySettingState } from './gateways/gateway-setting.svelte.ts';
import { GatewayState } from './gateways/gateway.svelte.ts';
import { KeyAlertsState } from './keys/key-alerts.svelte.ts';
import { KeyAuditState } from './keys/key-audit.svelte.ts';
import { KeysState } from './keys/keys.svelte.ts';
import { TokenKeyState } from './keys/token-key.svelte.ts';
import { LibraryState } from './library/library.svelte.ts';
import { FileNoteState } from './local-words/file-note.svelte.ts';
import { GroupNamesState } from './local-words/group-names.svelte.ts';
import { LocalWordCountsState } from './local-words/local-word-counts.svelte.ts';
import { StarsState } from './local-words/stars.svelte.ts';
import { PaletteState } from './palette/palette.svelte.ts';
import { StagedEditState } from './palette/staged-edit.svelte.ts';
import { RecoveryState } from './recovery/recovery.svelte.ts';
import { SavedViewsState } from './saved-views/saved-views.svelte.ts';
import { GuidedPracticeState } from './settings/guided-practice.svelte.ts';
import { PracticeState } from './settings/practice.svelte.ts';
import { SettingsState } from './settings/settings.svelte.ts';
import { SignatureJobsState } from './signatures/signature-jobs.svelte.ts';
import { CidLookupState, SignatureState } from './signatures/signature.svelte.ts';
import { SignaturesState } from './signatures/signatures.svelte.ts';
import { SignersState } from './signatures/signers.svelte.ts';

export type AppPorts = {
  readonly bridge: Bridge;
  readonly addressBar: AddressBar;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Loads the page again; a page without it stays as it is. */
  readonly reload?: () => void;
};

/** All states of the page, made once. */
export type AppStates = SharedStates & {
  readonly exports: LibraryExportState;
  readonly recovery: RecoveryState;
  /** The screens of a connection; made at the first call, the same ones at every later call. */
  readonly screensOf: (connectionId: string) => Screens;
};

export function makeStates({ bridge, addressBar, now, reload = () => undefined }: AppPorts): AppStates {
  const router = new RouterState(addressBar);
  const preferences = new PreferencesState(bridge);
  const app = {
    router,
    clock: new ClockState(now),
    preferences,
    keymap: new KeymapState(preferences),
    connections: new ConnectionsState(bridge, router),
    firstRun: new FirstRunState(bridge),
    updates: new UpdatesState(bridge),
    exports: new LibraryExportState(bridge),
    recovery: new RecoveryState(bridge, reload),
  };
  // Bookkeeping: no view reads it.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  const made = new Map<string, Screens>();
  const screensOf = (connectionId: string): Screens => {
    const screens = made.get(connectionId) ?? detachedEffects(() => makeScreens({ bridge, connectionId, app }));
    made.set(connectionId, screens);
    return screens;
  };
  return { ...app, screensOf };
}

/**
 * Makes states that outlive the view that asks for them first. A derived value that is made within an effect of a view
 * stands still once that view is gone; in a root of its own it belongs to no view (Svelte, `$effect.root`).
 */
function detachedEffects<Made>(make: () => Made): Made {
  const made: Made[] = [];
  $effect.root(() => void made.push(make()));
  const [one] = made;
  if (one === undefined) throw new Error('An effect root runs at once');
  return one;
}

/** The screens of one connection. The screens outlive a visit to another connection, so a return finds everything in place. */
export function makeScreens(ports: ScreenPorts) {
  const files = new FilesState(ports);
  const keys = new KeysState(ports);
  const selection = new SelectionState(ports, files);
  const drafts = new DraftsState(ports);
  return {
    ...makeOverviews(ports),
    files,
    openChanges: new OpenChangesState(ports),
    filterBuilder: new FilterBuilderState(ports, files),
    savedViews: new SavedViewsState(ports, { files, keys }),
    selection,
    selectionSummary: new SelectionSummaryState(ports, selection),
    ...makeLocalWords(ports, { files, selection }),
    fileMenus: new FileMenusState(),
    clipboard: new ClipboardState(ports, { files, selection }),
    bulk: new BulkState(ports, selection),
    tableExport: new TableExportState(ports, { selection, files }),
    tableImport: new TableImportState(ports),
    undo: new UndoState(ports),
    drafts,
    inspector: new InspectorState(ports, drafts),
    ...{ gateway: new GatewayState(ports), gatewaySetting: new GatewaySettingState(ports) },
    explanation: new ExplanationState(ports),
    history: new HistoryState(ports),
    rename: new RenameState(ports, drafts),
    signature: new SignatureState(ports),
    signatures: new SignaturesState(ports),
    signatureJobs: new SignatureJobsState(ports),
    signers: new SignersState(ports),
    cidLookup: new CidLookupState(ports),
    ...{ closeNames: new CloseNamesState(ports, pageClock.uuid), duplicates: new DuplicatesState(ports) },
    importing: new ImportState(ports),
    palette: new PaletteState(ports),
    stagedEdit: new StagedEditState(ports, { files, selection }),
    practice: new PracticeState(ports),
    guidedPractice: new GuidedPracticeState(ports),
    keys,
    keyAlerts: new KeyAlertsState(ports),
    keyAudit: new KeyAuditState(ports),
    tokenKey: new TokenKeyState(ports),
    changes: new ChangesState(ports),
    settings: new SettingsState(ports),
  };
}
const makeLocalWords = (ports: ScreenPorts, lists: { files: FilesState; selection: SelectionState }) => ({
  groupNames: new GroupNamesState(ports),
  localWordCounts: new LocalWordCountsState(ports),
  stars: new StarsState(ports, lists),
  fileNote: new FileNoteState(ports),
});
const makeOverviews = (ports: ScreenPorts) => ({
  counts: new CountsState(ports),
  library: new LibraryState(ports),
  activity: new ActivityState(ports),
  replay: new ReplayState(ports),
});
export type Screens = Readonly<ReturnType<typeof makeScreens>>;

/** The states of the whole app: address, clock, preferences, connections. */
export const [getApp, setApp] = createContext<AppStates>();

/** The screens of the connection on display. */
export const [getScreens, setScreens] = createContext<Screens>();

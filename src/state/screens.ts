import { BulkState } from './bulk.svelte.ts';
import { ChangesState } from './changes.svelte.ts';
import { CountsState } from './counts.svelte.ts';
import { KeyAlertsState } from './key-alerts.svelte.ts';
import { KeyAuditState } from './key-audit.svelte.ts';
import { OwnKeyState } from './own-key.svelte.ts';
import { KeysState } from './keys.svelte.ts';
import { FilterBuilderState } from './filter-builder.svelte.ts';
import { SavedViewsState } from './saved-views.svelte.ts';
import { FilesState } from './files.svelte.ts';
import { ExplanationState } from './explanation.svelte.ts';
import { HistoryState } from './history.svelte.ts';
import { ImportState } from './import.svelte.ts';
import { InspectorState } from './inspector.svelte.ts';
import { PracticeState } from './practice.svelte.ts';
import { RenameState } from './rename.svelte.ts';
import { SelectionState } from './selection.svelte.ts';
import { CidLookupState } from './cid-lookup.svelte.ts';
import { SameContentState } from './same-content.svelte.ts';
import { SignatureState } from './signature.svelte.ts';
import { SignatureWorkState } from './signature-work.svelte.ts';
import { SignaturesState } from './signatures.svelte.ts';
import { SignersState } from './signers.svelte.ts';
import { TableExportState } from './table-export.svelte.ts';
import { TableImportState } from './table-import.svelte.ts';
import { UndoState } from './undo.svelte.ts';
import type { ScreenPorts } from './ports.ts';
import { SettingsState } from './settings.svelte.ts';

/** The screens of one connection. They outlive a visit to another one, so that coming back finds everything in place. */
export function makeScreens(ports: ScreenPorts) {
  const files = new FilesState(ports);
  const keys = new KeysState(ports);
  const selection = new SelectionState(ports, files);
  return {
    counts: new CountsState(ports),
    files,
    filterBuilder: new FilterBuilderState(ports, files),
    savedViews: new SavedViewsState(ports, { files, keys }),
    selection,
    bulk: new BulkState(ports, selection),
    tableExport: new TableExportState(ports, { selection, files }),
    tableImport: new TableImportState(ports),
    undo: new UndoState(ports),
    inspector: new InspectorState(ports),
    explanation: new ExplanationState(ports),
    history: new HistoryState(ports),
    rename: new RenameState(ports),
    signature: new SignatureState(ports),
    signatures: new SignaturesState(ports),
    signatureWork: new SignatureWorkState(ports),
    signers: new SignersState(ports),
    cidLookup: new CidLookupState(ports),
    sameContent: new SameContentState(ports),
    importing: new ImportState(ports),
    practice: new PracticeState(ports),
    keys,
    keyAlerts: new KeyAlertsState(ports),
    keyAudit: new KeyAuditState(ports),
    ownKey: new OwnKeyState(ports),
    changes: new ChangesState(ports),
    settings: new SettingsState(ports),
  };
}
export type Screens = Readonly<ReturnType<typeof makeScreens>>;

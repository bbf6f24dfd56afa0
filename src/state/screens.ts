import { BulkState } from './bulk/bulk.svelte.ts';
import { ChangesState } from './changes/changes.svelte.ts';
import { CountsState } from './files/counts.svelte.ts';
import { KeyAlertsState } from './keys/key-alerts.svelte.ts';
import { KeyAuditState } from './keys/key-audit.svelte.ts';
import { TokenKeyState } from './keys/token-key.svelte.ts';
import { KeysState } from './keys/keys.svelte.ts';
import { FilterBuilderState } from './files/filter-builder.svelte.ts';
import { SavedViewsState } from './saved-views/saved-views.svelte.ts';
import { FilesState } from './files/files.svelte.ts';
import { ExplanationState } from './files/explanation.svelte.ts';
import { HistoryState } from './files/history.svelte.ts';
import { ImportState } from './files/import.svelte.ts';
import { InspectorState } from './files/inspector.svelte.ts';
import { PracticeState } from './settings/practice.svelte.ts';
import { RenameState } from './files/rename.svelte.ts';
import { SelectionState } from './files/selection.svelte.ts';
import { CidLookupState } from './signatures/cid-lookup.svelte.ts';
import { DuplicatesState } from './files/duplicates.svelte.ts';
import { SignatureState } from './signatures/signature.svelte.ts';
import { SignatureJobsState } from './signatures/signature-jobs.svelte.ts';
import { SignaturesState } from './signatures/signatures.svelte.ts';
import { SignersState } from './signatures/signers.svelte.ts';
import { TableExportState } from './bulk/table-export.svelte.ts';
import { TableImportState } from './bulk/table-import.svelte.ts';
import { UndoState } from './changes/undo.svelte.ts';
import type { ScreenPorts } from './app/ports.ts';
import { SettingsState } from './settings/settings.svelte.ts';

/** The screens of one connection. The screens outlive a visit to another connection, so a return finds everything in place. */
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
    signatureJobs: new SignatureJobsState(ports),
    signers: new SignersState(ports),
    cidLookup: new CidLookupState(ports),
    duplicates: new DuplicatesState(ports),
    importing: new ImportState(ports),
    practice: new PracticeState(ports),
    keys,
    keyAlerts: new KeyAlertsState(ports),
    keyAudit: new KeyAuditState(ports),
    tokenKey: new TokenKeyState(ports),
    changes: new ChangesState(ports),
    settings: new SettingsState(ports),
  };
}
export type Screens = Readonly<ReturnType<typeof makeScreens>>;

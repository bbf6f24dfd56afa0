import type { Database } from 'better-sqlite3';
import { preferences as preferencesShape, type Preferences, usualAppearance } from '../../src/contract/app.ts';
import { usualColumns } from '../../src/domain/files/list-columns.ts';
import { noUpdates } from '../../src/domain/updates/update-state.ts';
import { preferencesTable } from '../database/profile/profile-tables.ts';

/** The preferences of a person who has chosen none. */
export const defaultPreferences: Preferences = {
  theme: 'system',
  letterKeys: true,
  keyChoices: {},
  keyAlertDays: 7,
  keyNotices: true,
  replayNotices: true,
  tray: false,
  guidedPractice: null,
  logLevel: 'errors',
  fileColumns: usualColumns,
  rowHeight: 'usual',
  appearance: usualAppearance,
  inspectorPx: null,
  language: 'system',
  updates: noUpdates,
};

/** The preferences as an outbox keeps them. */
export function storedPreferences(outbox: Database): {
  readonly read: () => Preferences;
  readonly write: (chosen: Preferences) => void;
} {
  const table = preferencesTable(outbox);
  return {
    // A preference that an earlier release lacked has its default.
    read: () => preferencesShape.catch(defaultPreferences).parse(Object.assign({}, defaultPreferences, table.get())),
    write: (chosen) => table.set(chosen),
  };
}

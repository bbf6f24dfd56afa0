import type { Database } from 'better-sqlite3';
import { textOf } from '../sqlite/column-parsers.ts';

/** The person's preferences, as JSON whose shape only the caller knows. */
export function preferencesTable(db: Database) {
  const select = db.prepare<[], unknown>('SELECT preferences_json FROM preferences').pluck();
  const upsert = db.prepare<[string]>(/* sql */ `
    INSERT INTO preferences (only_row, preferences_json) VALUES (1, ?)
    ON CONFLICT (only_row) DO UPDATE SET preferences_json = excluded.preferences_json
  `);
  return {
    /** @returns null when the person has chosen none yet */
    get: (): unknown => {
      const row = select.get();
      return row === undefined ? null : JSON.parse(textOf(row));
    },
    set: (preferences: unknown): void => void upsert.run(JSON.stringify(preferences)),
  };
}

import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { ConnectionId, FileKey } from '../../../src/domain/core/ids.ts';

/** @returns names as they are shown, in the order of the keys; null for files not in the copy or without a name */
export function shownNames(
  db: Database,
): (connectionId: ConnectionId, keys: readonly FileKey[]) => readonly (string | null)[] {
  const name = z.string().nullish();
  const select = db
    .prepare<[string, string, string], unknown>(
      /* sql */ `
      SELECT file.shown_name FROM copies AS copy JOIN files AS file ON file.copy = copy.number
      WHERE copy.connection_id = ? AND file.network = ? AND file.id = ?
    `,
    )
    .pluck();
  return (connectionId, keys) =>
    keys.map(({ network, id }) => name.parse(select.get(connectionId, network, id)) ?? null);
}

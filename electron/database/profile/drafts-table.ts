import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { type ConnectionId, fileId, type FileRef, network } from '../../../src/domain/core/ids.ts';
import { draft, type Draft, type DraftPart, type KeptDraft, MOST_DRAFTS } from '../../../src/domain/edits/draft.ts';
import { jsonColumn, numberOf } from '../sqlite/column-parsers.ts';

const draftRow = z
  .object({ network, file_id: fileId, draft_json: jsonColumn(draft), typed_at_ms: z.number() })
  .transform((row): KeptDraft => ({
    key: { network: row.network, id: row.file_id },
    typedAtMs: row.typed_at_ms,
    draft: row.draft_json,
  }));

/** The drafts of each connection: typing that nobody has saved. As durable as an edit once it is kept. */
export function draftsTable(db: Database) {
  const upsert = db.prepare<[string, string, string, string, string, number]>(/* sql */ `
    INSERT INTO drafts (connection_id, network, file_id, part, draft_json, typed_at_ms) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (connection_id, network, file_id, part)
    DO UPDATE SET draft_json = excluded.draft_json, typed_at_ms = excluded.typed_at_ms
  `);
  const countOthers = db
    .prepare<[string, string, string, string], unknown>(
      /* sql */ `
      SELECT count(*) FROM drafts WHERE connection_id = ? AND (network, file_id, part) <> (?, ?, ?)
    `,
    )
    .pluck();
  const select = db.prepare<[string], unknown>(/* sql */ `
    SELECT network, file_id, draft_json, typed_at_ms FROM drafts WHERE connection_id = ? ORDER BY typed_at_ms DESC
  `);
  const remove = db.prepare<[string, string, string, string]>(
    'DELETE FROM drafts WHERE connection_id = ? AND network = ? AND file_id = ? AND part = ?',
  );
  const removeAll = db.prepare<[string]>('DELETE FROM drafts WHERE connection_id = ?');

  return {
    /** The latest typing first. A row that cannot be read is left out, so that the others stay in reach. */
    list: (id: ConnectionId): readonly KeptDraft[] =>
      select.all(id).flatMap((row) => draftRow.safeParse(row).data ?? []),
    /** @returns false when the connection has as many drafts as are kept; nothing is written then */
    keep: ({ connectionId, network, id }: FileRef, typed: Draft, typedAtMs: number): boolean => {
      const others = numberOf(countOthers.get(connectionId, network, id, typed.part));
      if (others >= MOST_DRAFTS) return false;
      upsert.run(connectionId, network, id, typed.part, JSON.stringify(typed), typedAtMs);
      return true;
    },
    /** @returns whether there was one */
    discard: ({ connectionId, network, id }: FileRef, part: DraftPart): boolean =>
      remove.run(connectionId, network, id, part).changes > 0,
    discardAll: (id: ConnectionId): void => void removeAll.run(id),
  };
}
export type DraftsTable = ReturnType<typeof draftsTable>;

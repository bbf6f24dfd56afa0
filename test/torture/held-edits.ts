import type { Database } from 'better-sqlite3';
import { z } from 'zod';

/** One field of one edit as it was called saved; `set` is null when that was said before it had one. */
export const saved = z.object({ set: z.string().nullable(), file: z.string(), value: z.string() });
export type Saved = Readonly<z.infer<typeof saved>>;

/** The same as it lies in the queue. */
export const held = saved.extend({ set: z.string(), seq: z.number(), status: z.string() });
export type Held = Readonly<z.infer<typeof held>>;

const rows = z.array(held);

/** Everything in the queue, in its order. Asked in SQL of its own, so that no reader of the app stands in between. */
export function heldIn(db: Database): readonly Held[] {
  const select = db.prepare(/* sql */ `
    SELECT edit.seq AS seq, change_set.id AS "set", file.network || '/' || file.file_id AS file, change.status AS status,
      coalesce(json_extract(change.mine_json, '$'), '') AS value
    FROM edits AS edit
    JOIN change_sets AS change_set ON change_set.number = edit.change_set
    JOIN edited_files AS file ON file.number = edit.edited_file
    JOIN edit_changes AS change ON change.edit_seq = edit.seq
    ORDER BY edit.seq, change.position
  `);
  return rows.parse(select.all());
}

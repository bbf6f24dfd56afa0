import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { PENDING_CID } from '../../src/domain/signatures/cid.ts';
import type { ConnectionId } from '../../src/domain/core/ids.ts';
import { copies } from './mirror/mirror-ids.ts';

/** So many files are looked at before others have their turn: a few milliseconds. */
const SLICE_ROWS = 5_000;

const sliceRow = z.object({ last: z.number().nullable(), missing: z.number() });

/** Counts the files whose signature was never fetched: all of them are looked at, in slices. */
export function unfetchedSignatures(db: Database, breathe: () => Promise<void>) {
  const copy = copies(db);
  const slice = db.prepare<[object], unknown>(/* sql */ `
    SELECT max(row_id) AS last, coalesce(sum(
      copy = @copy AND cid <> '' AND cid <> '${PENDING_CID}' AND NOT EXISTS (
        SELECT 1 FROM signatures AS held
        WHERE held.copy = @copy AND held.network = file.network AND held.cid = file.cid)
    ), 0) AS missing
    FROM (SELECT row_id, copy, network, cid FROM files WHERE row_id > @after ORDER BY row_id LIMIT @limit) AS file
  `);
  return async (id: ConnectionId): Promise<number> => {
    const of = copy.find(id);
    let missing = 0;
    for (let after: number | null = of === null ? null : 0; after !== null && db.open;) {
      const read = sliceRow.parse(slice.get({ copy: of, after, limit: SLICE_ROWS }));
      missing += read.missing;
      after = read.last;
      await breathe();
    }
    return missing;
  };
}

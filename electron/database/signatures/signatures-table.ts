import type { Database } from 'better-sqlite3';
import { uncheckedStatus } from '../../../src/domain/signatures/signature-record.ts';
import { mirrorIds } from '../mirror/mirror-ids.ts';
import type { SignaturesTable } from '../mirror/mirror.ts';
import { heldSignature, HELD_COLUMNS } from './signature-rows.ts';
import { transactions } from '../sqlite/transactions.ts';

/** What the service said about who signed a CID, and what checking that came to. */
export function signaturesTable(db: Database): SignaturesTable {
  const { atomically } = transactions(db);
  const ids = mirrorIds(db);
  const select = db.prepare<[string, string, string], unknown>(/* sql */ `
    SELECT ${HELD_COLUMNS}
    FROM signatures AS held JOIN copies AS copy ON copy.number = held.copy
    WHERE copy.connection_id = ? AND held.network = ? AND held.cid = ?
  `);
  // The same answer again is only younger: what checking came to stays.
  const upsert = db.prepare(/* sql */ `
    INSERT INTO signatures (copy, network, cid, signature, fetched_at_ms, standing)
    VALUES (@mirrorId, @network, @cid, @signature, @fetchedAtMs, @standing)
    ON CONFLICT (copy, network, cid) DO UPDATE SET
      fetched_at_ms = excluded.fetched_at_ms,
      standing = iif(signature IS excluded.signature, standing, excluded.standing),
      inputs = iif(signature IS excluded.signature, inputs, NULL),
      checked_at_ms = iif(signature IS excluded.signature, checked_at_ms, NULL),
      address = iif(signature IS excluded.signature, address, NULL),
      date_json = iif(signature IS excluded.signature, date_json, NULL),
      signature = excluded.signature
  `);
  return {
    get: (connectionId, network, cid) => {
      const row = select.get(connectionId, network, cid);
      return row === undefined ? null : heldSignature.parse(row);
    },
    put: (connectionId, network, cid, { signature, fetchedAtMs }) =>
      atomically(() => {
        const standing = uncheckedStatus(signature);
        upsert.run({ mirrorId: ids.findOrMake(connectionId), network, cid, signature, fetchedAtMs, standing });
      }),
  };
}

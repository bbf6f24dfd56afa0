import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { copies } from './copies.ts';
import type { CachedSignature, SignaturesTable } from './mirror-types.ts';
import { unitOfWork } from './unit-of-work.ts';

const signatureRow = z
  .object({ signature: z.string().nullable(), fetched_at_ms: z.number() })
  .transform((row): CachedSignature => ({ signature: row.signature, fetchedAtMs: row.fetched_at_ms }));

/** What the service said about who signed a CID. */
export function signaturesTable(db: Database): SignaturesTable {
  const { atomically } = unitOfWork(db);
  const copy = copies(db);
  const select = db.prepare<[string, string, string], unknown>(/* sql */ `
    SELECT held.signature, held.fetched_at_ms
    FROM signatures AS held JOIN copies AS copy ON copy.number = held.copy
    WHERE copy.connection_id = ? AND held.network = ? AND held.cid = ?
  `);
  const upsert = db.prepare(/* sql */ `
    INSERT INTO signatures (copy, network, cid, signature, fetched_at_ms)
    VALUES (@copy, @network, @cid, @signature, @fetchedAtMs)
    ON CONFLICT (copy, network, cid) DO UPDATE SET
      signature = excluded.signature, fetched_at_ms = excluded.fetched_at_ms
  `);
  return {
    get: (connectionId, network, cid) => {
      const row = select.get(connectionId, network, cid);
      return row === undefined ? null : signatureRow.parse(row);
    },
    put: (connectionId, network, cid, { signature, fetchedAtMs }) =>
      atomically(() => void upsert.run({ copy: copy.findOrMake(connectionId), network, cid, signature, fetchedAtMs })),
  };
}

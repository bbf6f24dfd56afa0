import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import {
  type KnownSigner,
  signerAddress,
  type SignerAddress,
  signerLabel,
} from '../../../src/domain/signatures/known-signer.ts';
import {
  dateSpellings,
  type StoredSignature,
  signatureStatuses,
  uncheckedStatus,
} from '../../../src/domain/signatures/signature-record.ts';
import { mirrorIds } from '../mirror/mirror-ids.ts';
import type { SignaturesTable } from '../mirror/mirror.ts';
import { jsonColumn } from '../sqlite/column-parsers.ts';
import { transactions } from '../sqlite/transactions.ts';

/** What the service said about who signed a CID, and what checking that came to. */
export function signaturesTable(db: Database): SignaturesTable {
  const { atomically } = transactions(db);
  const ids = mirrorIds(db);
  const select = db.prepare<[string, string, string], unknown>(/* sql */ `
    SELECT ${STORED_COLUMNS}
    FROM signatures AS stored JOIN copies AS copy ON copy.number = stored.copy
    WHERE copy.connection_id = ? AND stored.network = ? AND stored.cid = ?
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
      return row === undefined ? null : storedSignature.parse(row);
    },
    put: (connectionId, network, cid, { signature, fetchedAtMs }) =>
      atomically(() => {
        const standing = uncheckedStatus(signature);
        upsert.run({ mirrorId: ids.findOrMake(connectionId), network, cid, signature, fetchedAtMs, standing });
      }),
  };
}

export const STORED_COLUMNS =
  'stored.signature, stored.fetched_at_ms, stored.standing, stored.checked_at_ms, stored.address, stored.date_json';

const signedDate = z.object({ text: z.string(), spelling: z.enum(dateSpellings) });

export const storedSignature = z
  .object({
    signature: z.string().nullable(),
    fetched_at_ms: z.number(),
    standing: z.enum(signatureStatuses),
    checked_at_ms: z.number().nullable(),
    address: signerAddress.nullable(),
    date_json: jsonColumn(signedDate).nullable(),
  })
  .transform((row): StoredSignature => ({
    signature: row.signature,
    fetchedAtMs: row.fetched_at_ms,
    status: row.standing,
    checkedAtMs: row.checked_at_ms,
    address: row.address,
    date: row.date_json,
  }));

const signerRow = z
  .object({ address: signerAddress, label: signerLabel, added_at_ms: z.number() })
  .transform((row): KnownSigner => ({ address: row.address, label: row.label, addedAtMs: row.added_at_ms }));

/** Whose wallets are whose, as the person of this profile says. */
export function knownSignersTable(db: Database) {
  const select = db.prepare<[], unknown>(
    'SELECT address, label, added_at_ms FROM known_signers ORDER BY label, address',
  );
  const upsert = db.prepare(/* sql */ `
    INSERT INTO known_signers (address, label, added_at_ms) VALUES (@address, @label, @addedAtMs)
    ON CONFLICT (address) DO UPDATE SET label = excluded.label
  `);
  const remove = db.prepare<[string]>('DELETE FROM known_signers WHERE address = ?');
  const putAll = db.transaction((signers: readonly KnownSigner[]) => {
    for (const signer of signers) upsert.run(signer);
  });
  return {
    /** By label. */
    list: (): readonly KnownSigner[] => select.all().map((row) => signerRow.parse(row)),
    /** All or none; one that is known already gets the new label. */
    put: (signers: readonly KnownSigner[]): void => putAll.immediate(signers),
    /** @returns whether it was known */
    remove: (address: SignerAddress): boolean => remove.run(address).changes > 0,
  };
}
export type KnownSignersTable = ReturnType<typeof knownSignersTable>;

import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import {
  signerAddress,
  signerLabel,
  type KnownSigner,
  type SignerAddress,
} from '../../../src/domain/signatures/known-signer.ts';

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

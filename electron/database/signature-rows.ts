import { z } from 'zod';
import {
  dateSpellings,
  signatureStandings,
  type SignatureStanding,
  type SignedDate,
} from '../../src/domain/content-signature.ts';
import { signerAddress, type SignerAddress } from '../../src/domain/known-signer.ts';
import { jsonColumn } from './rows.ts';

/** What the copy holds of one signature. */
export type HeldSignature = {
  /** null when the service says the CID is not signed */
  readonly signature: string | null;
  readonly fetchedAtMs: number;
  readonly standing: SignatureStanding;
  /** null while nobody has looked */
  readonly checkedAtMs: number | null;
  /** Whose it is; null unless it is valid. */
  readonly address: SignerAddress | null;
  readonly date: SignedDate | null;
};

export const HELD_COLUMNS =
  'held.signature, held.fetched_at_ms, held.standing, held.checked_at_ms, held.address, held.date_json';

const signedDate = z.object({ text: z.string(), spelling: z.enum(dateSpellings) });

export const heldSignature = z
  .object({
    signature: z.string().nullable(),
    fetched_at_ms: z.number(),
    standing: z.enum(signatureStandings),
    checked_at_ms: z.number().nullable(),
    address: signerAddress.nullable(),
    date_json: jsonColumn(signedDate).nullable(),
  })
  .transform((row): HeldSignature => ({
    signature: row.signature,
    fetchedAtMs: row.fetched_at_ms,
    standing: row.standing,
    checkedAtMs: row.checked_at_ms,
    address: row.address,
    date: row.date_json,
  }));

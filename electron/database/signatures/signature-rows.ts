import { z } from 'zod';
import { signerAddress } from '../../../src/domain/signatures/known-signer.ts';
import {
  dateSpellings,
  type HeldSignature,
  signatureStatuses,
} from '../../../src/domain/signatures/signature-record.ts';
import { jsonColumn } from '../sqlite/column-parsers.ts';

export const HELD_COLUMNS =
  'held.signature, held.fetched_at_ms, held.standing, held.checked_at_ms, held.address, held.date_json';

const signedDate = z.object({ text: z.string(), spelling: z.enum(dateSpellings) });

export const heldSignature = z
  .object({
    signature: z.string().nullable(),
    fetched_at_ms: z.number(),
    standing: z.enum(signatureStatuses),
    checked_at_ms: z.number().nullable(),
    address: signerAddress.nullable(),
    date_json: jsonColumn(signedDate).nullable(),
  })
  .transform((row): HeldSignature => ({
    signature: row.signature,
    fetchedAtMs: row.fetched_at_ms,
    status: row.standing,
    checkedAtMs: row.checked_at_ms,
    address: row.address,
    date: row.date_json,
  }));

import { z } from 'zod';
import { dateSpellings, signatureStandings } from '../signature-standing.ts';
import { fileKey, network } from '../core/ids.ts';
import { signerAddress } from './known-signer.ts';

const signedDate = z.object({ text: z.string(), spelling: z.enum(dateSpellings) });

/** A fetched answer about one CID, with its age and what checking it came to. */
export const heldSignature = z.object({
  /** null when the service says the CID is not signed */
  signature: z.string().nullable(),
  fetchedAtMs: z.number(),
  standing: z.enum(signatureStandings),
  /** When it was last checked against known signers; null while nobody has looked. */
  checkedAtMs: z.number().nullable(),
  /** Whose it is and over which date; null unless it is valid. */
  address: signerAddress.nullable(),
  date: signedDate.nullable(),
});
export type HeldSignature = Readonly<z.infer<typeof heldSignature>>;

/** One line of the list of signatures, with a file that has the CID. */
export const signatureRow = heldSignature.extend({
  network,
  cid: z.string(),
  /** The first of them in the copy; null when there is none, or it is not known yet. */
  file: z.object({ key: fileKey, name: z.string().nullable() }).nullable(),
  /** How many files of this connection have the CID in this spelling. */
  files: z.number(),
});
export type SignatureRow = Readonly<z.infer<typeof signatureRow>>;

/** Which signatures: of one standing, or those that are valid for one address; null for all. */
export const signatureFilter = z.object({
  standing: z.enum(signatureStandings).nullable(),
  signer: signerAddress.nullable(),
});
export type SignatureFilter = Readonly<z.infer<typeof signatureFilter>>;

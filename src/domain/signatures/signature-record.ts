import { z } from 'zod';
import { fileKey, network } from '../core/ids.ts';
import { concernsEverything, failureClassOf, type RemoteFailure } from '../service/remote-failure.ts';
import { signerAddress } from './known-signer.ts';

/** The status of a CID's signature; `unchecked` is signed and not verified yet. */
export const signatureStatuses = ['notSigned', 'unchecked', 'valid', 'noMatch', 'malformed'] as const;
export type SignatureStatus = (typeof signatureStatuses)[number];

/** The spelling of the signed date: as the service stores it, or cut to milliseconds. */
export const dateSpellings = ['asStored', 'milliseconds'] as const;
export type DateSpelling = (typeof dateSpellings)[number];
/** The date over which a wallet signed, in the text that the signature covers. */
export type SignedDate = { readonly text: string; readonly spelling: DateSpelling };

/** A signature as wallets give it: its two numbers, then its recovery bit, as it is or 27 more (Ethereum Yellow Paper, appendix F). */
export const SIGNATURE = /^0x([0-9a-f]{64})([0-9a-f]{64})(00|01|1b|1c)$/i;
/** The order of secp256k1 (SEC 2, 2.4.1): both numbers of a signature lie between 0 and this. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** Whether a text can be a signature: 65 bytes in hexadecimal, in range. Needs no curve, which only the verifier thread loads. */
export function isSignature(text: string): boolean {
  const [, r, s] = SIGNATURE.exec(text) ?? [];
  const isWithin = (digits: string): boolean => BigInt(`0x${digits}`) > 0n && BigInt(`0x${digits}`) < ORDER;
  return r !== undefined && s !== undefined && isWithin(r) && isWithin(s);
}

/** The status before a verification. @param signature null when the service has none */
export function uncheckedStatus(signature: string | null): SignatureStatus {
  if (signature === null) return 'notSigned';
  return isSignature(signature) ? 'unchecked' : 'malformed';
}

const signedDate = z.object({ text: z.string(), spelling: z.enum(dateSpellings) });

/** The stored answer about one CID, with its age and verification. */
export const storedSignature = z.object({
  /** Null when the service says that the CID is not signed. */
  signature: z.string().nullable(),
  fetchedAtMs: z.number(),
  status: z.enum(signatureStatuses),
  /** When it was last verified against the known signers; null when never. */
  checkedAtMs: z.number().nullable(),
  /** Its signer and signed date; null unless it is valid. */
  address: signerAddress.nullable(),
  date: signedDate.nullable(),
});
export type StoredSignature = Readonly<z.infer<typeof storedSignature>>;

/** One row of the signature list, with a file that has the CID. */
export const signatureRow = storedSignature.extend({
  network,
  cid: z.string(),
  /** The first such file of the mirror; null when there is none, or it is not known yet. */
  file: z.object({ key: fileKey, name: z.string().nullable() }).nullable(),
  /** Files of this connection with the CID in this spelling. */
  files: z.number(),
});
export type SignatureRow = Readonly<z.infer<typeof signatureRow>>;

/** Numbers of fetched signatures, by status and by signer. */
export const signatureCounts = z.object({
  all: z.number(),
  statuses: z.object(
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- fromEntries forgets the names
    Object.fromEntries(signatureStatuses.map((one) => [one, z.number()])) as Record<
      (typeof signatureStatuses)[number],
      z.ZodNumber
    >,
  ),
  /** Valid signatures by signer. */
  signers: z.array(z.object({ address: signerAddress, count: z.number() })).readonly(),
});
export type SignatureCounts = Readonly<z.infer<typeof signatureCounts>>;

/** A filter of signatures: by status, or valid ones of one signer; null for all. */
export const signatureFilter = z.object({
  status: z.enum(signatureStatuses).nullable(),
  signer: signerAddress.nullable(),
});
export type SignatureFilter = Readonly<z.infer<typeof signatureFilter>>;

/** Tries for one CID before its fetch fails. */
export const MOST_TRIES = 3;

/** What follows when a signature could not be fetched. */
export type FetchStep =
  /** The token lacks the permission: no signature is fetched until it has; files and keys go on. */
  | { readonly kind: 'notAllowed' }
  /** All fetches wait. @property delayMs null when the service named no time */
  | { readonly kind: 'wait'; readonly delayMs: number | null }
  /** This CID is tried again after the others. */
  | { readonly kind: 'later' }
  /** Another try would fail in the same way. */
  | { readonly kind: 'giveUp' };

/** The step after a failed fetch. @param tries earlier fetches of this CID that failed by themselves */
export function stepAfterFailure(failure: RemoteFailure, tries: number): FetchStep {
  const failureClass = failureClassOf(failure);
  if (failureClass.kind === 'token' || failureClass.kind === 'notAllowed') return { kind: 'notAllowed' };
  if (failureClass.kind === 'later') return { kind: 'wait', delayMs: failureClass.delayMs };
  if (concernsEverything(failureClass)) return { kind: 'wait', delayMs: null };
  const isFinal = failureClass.kind === 'refused' || failureClass.kind === 'gone' || failureClass.kind === 'conflict';
  return isFinal || tries + 1 >= MOST_TRIES ? { kind: 'giveUp' } : { kind: 'later' };
}

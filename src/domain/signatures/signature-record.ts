import { z } from 'zod';
import { fileKey, network } from '../core/ids.ts';
import { concernsEverything, failureClassOf } from '../service/failure-class.ts';
import type { RemoteFailure } from '../service/remote-failure.ts';
import { signerAddress } from './known-signer.ts';

/** Where a CID stands; `unchecked` is signed by somebody, and nobody has looked who. */
export const signatureStatuses = ['notSigned', 'unchecked', 'valid', 'noMatch', 'malformed'] as const;
export type SignatureStatus = (typeof signatureStatuses)[number];

/** How the date was spelled that was signed: as the service keeps it, or cut to milliseconds. */
export const dateSpellings = ['asStored', 'milliseconds'] as const;
export type DateSpelling = (typeof dateSpellings)[number];
export type SignedDate = { readonly text: string; readonly spelling: DateSpelling };

const SHAPE = /^0x([0-9a-f]{64})([0-9a-f]{64})(?:00|01|1b|1c)$/i;
/** Of the curve secp256k1: both numbers of a signature lie between nothing and this. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/**
 * 65 bytes as hexadecimal digits that can be a signature at all; told without the curve, which only the thread that
 * checks signatures has to load.
 */
export function isSignature(text: string): boolean {
  const [, ...numbers] = SHAPE.exec(text) ?? [];
  const isWithin = (digits: string): boolean => BigInt(`0x${digits}`) > 0n && BigInt(`0x${digits}`) < ORDER;
  return numbers.length === 2 && numbers.every(isWithin);
}

/** Where it stands before it was checked. */
export function uncheckedStatus(signature: string | null): SignatureStatus {
  if (signature === null) return 'notSigned';
  return isSignature(signature) ? 'unchecked' : 'malformed';
}

const signedDate = z.object({ text: z.string(), spelling: z.enum(dateSpellings) });

/** A fetched answer about one CID, with its age and what checking it came to. */
export const heldSignature = z.object({
  /** null when the service says the CID is not signed */
  signature: z.string().nullable(),
  fetchedAtMs: z.number(),
  status: z.enum(signatureStatuses),
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
  status: z.enum(signatureStatuses).nullable(),
  signer: signerAddress.nullable(),
});
export type SignatureFilter = Readonly<z.infer<typeof signatureFilter>>;

/** So often one CID is asked for before it is given up. */
export const MOST_TRIES = 3;

/** What to do about a signature that could not be fetched. */
export type FetchStep =
  /** Nothing more is asked until the token may: files and keys are not affected. */
  | { readonly kind: 'notAllowed' }
  /** All of them wait. @property delayMs null when the service named no time */
  | { readonly kind: 'wait'; readonly delayMs: number | null }
  /** This one again, after the others. */
  | { readonly kind: 'later' }
  /** Asking for this one again would bring the same. */
  | { readonly kind: 'giveUp' };

/** @param tries how often this CID was asked for before and failed by itself */
export function stepAfterFailure(failure: RemoteFailure, tries: number): FetchStep {
  const outcome = failureClassOf(failure);
  if (outcome.kind === 'token' || outcome.kind === 'notAllowed') return { kind: 'notAllowed' };
  if (outcome.kind === 'later') return { kind: 'wait', delayMs: outcome.delayMs };
  if (concernsEverything(outcome)) return { kind: 'wait', delayMs: null };
  const isFinal = outcome.kind === 'refused' || outcome.kind === 'gone' || outcome.kind === 'conflict';
  return isFinal || tries + 1 >= MOST_TRIES ? { kind: 'giveUp' } : { kind: 'later' };
}

/** Where a CID stands; `unchecked` is signed by somebody, and nobody has looked who. */
export const signatureStandings = ['notSigned', 'unchecked', 'valid', 'noMatch', 'malformed'] as const;
export type SignatureStanding = (typeof signatureStandings)[number];

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
export function uncheckedStanding(signature: string | null): SignatureStanding {
  if (signature === null) return 'notSigned';
  return isSignature(signature) ? 'unchecked' : 'malformed';
}

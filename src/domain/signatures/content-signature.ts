import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { checksummed, type SignerAddress } from './known-signer.ts';
import type { SignedDate } from './signature-record.ts';

/** A signature over content, and everything it is checked against. */
export type SignedContent = {
  readonly cid: string;
  readonly signature: string;
  /** The text of each `created_at` known of the CID, byte for byte. */
  readonly createdAt: readonly string[];
};

/** What checking came to. That nobody known matches proves nothing: the scheme was another one once. */
export type SignatureVerdict =
  | { readonly kind: 'valid'; readonly address: SignerAddress; readonly date: SignedDate }
  | { readonly kind: 'noMatch' }
  | { readonly kind: 'malformed' };

const ascii = (text: string): Uint8Array => keccak_256(utf8ToBytes(text));
const padded = (address: string): Uint8Array => concatBytes(new Uint8Array(12), hexToBytes(address.slice(2)));

/** EIP-712: `{name: "Sign Content", version: "1.0.0", chainId: 1}`. */
const DOMAIN = keccak_256(
  concatBytes(
    ascii('EIP712Domain(string name,string version,uint256 chainId)'),
    ascii('Sign Content'),
    ascii('1.0.0'),
    new Uint8Array(32).fill(1, 31),
  ),
);
const SIGN = ascii('Sign(address address,string cid,string date)');
const LEAD = new Uint8Array([0x19, 0x01]);

/** What the owner of an address signs to sign content (EIP-712). @returns 32 bytes */
export function contentDigest(address: string, cid: string, date: string): Uint8Array {
  const statement = keccak_256(concatBytes(SIGN, padded(address), ascii(cid), ascii(date)));
  return keccak_256(concatBytes(LEAD, DOMAIN, statement));
}

/** The texts that may have been signed as the date, without repetition, those as stored first. */
export function signedDates(createdAt: readonly string[]): readonly SignedDate[] {
  const stored = createdAt.map((text): SignedDate => ({ text, spelling: 'asStored' }));
  const cut = createdAt.flatMap((text): readonly SignedDate[] => {
    const atMs = Date.parse(text);
    return Number.isNaN(atMs) ? [] : [{ text: new Date(atMs).toISOString(), spelling: 'milliseconds' }];
  });
  const all = [...stored, ...cut];
  return all.filter(({ text }, at) => all.findIndex((one) => one.text === text) === at);
}

const SHAPE = /^0x([0-9a-f]{128})(00|01|1b|1c)$/i;

/** The curve's point of a signature, ready to name who made it. @returns null when it is not one */
function readSignature(text: string) {
  const [, rs, v = ''] = SHAPE.exec(text) ?? [];
  if (rs === undefined) return null;
  try {
    return secp256k1.Signature.fromHex(rs, 'compact').addRecoveryBit(/^(00|1b)$/i.test(v) ? 0 : 1);
  } catch (error) {
    // Numbers beyond the order of the curve; the library has no other way to say so.
    if (error instanceof Error) return null;
    throw error;
  }
}

/** @returns null when no key can have made this signature over that digest */
function recovered(signature: NonNullable<ReturnType<typeof readSignature>>, digest: Uint8Array): string | null {
  try {
    const publicKey = signature.recoverPublicKey(digest).toBytes(false);
    return checksummed(bytesToHex(keccak_256(publicKey.subarray(1)).subarray(-20)));
  } catch (error) {
    // About one in 2^128 of all signatures, and any made up by hand.
    if (error instanceof Error) return null;
    throw error;
  }
}

/** Whether one of the signers made the signature, over one of the dates. The address is part of what is signed, so each is tried. */
export function checkSignature(
  { cid, signature, createdAt }: SignedContent,
  signers: readonly SignerAddress[],
): SignatureVerdict {
  const read = readSignature(signature);
  if (read === null) return { kind: 'malformed' };
  for (const date of signedDates(createdAt)) {
    for (const address of signers) {
      if (recovered(read, contentDigest(address, cid, date.text)) === address) return { kind: 'valid', address, date };
    }
  }
  return { kind: 'noMatch' };
}

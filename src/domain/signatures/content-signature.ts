import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { checksummed, type SignerAddress } from './known-signer.ts';
import { SIGNATURE, type SignedDate } from './signature-record.ts';

/** A signature over content, with everything that its verification needs besides the signers. */
export type SignedContent = {
  readonly cid: string;
  readonly signature: string;
  /** Every known `created_at` of files with the CID, byte for byte. */
  readonly createdAt: readonly string[];
};

/** The result of a verification. `noMatch` proves nothing: older signatures use another scheme. */
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

/** The EIP-712 digest that the owner of an address signs to sign content. @returns 32 bytes */
export function contentDigest(address: string, cid: string, date: string): Uint8Array {
  const statement = keccak_256(concatBytes(SIGN, padded(address), ascii(cid), ascii(date)));
  return keccak_256(concatBytes(LEAD, DOMAIN, statement));
}

/** The texts that may have been signed as the date, without duplicates, stored spellings first. */
export function signedDates(createdAt: readonly string[]): readonly SignedDate[] {
  const stored = createdAt.map((text): SignedDate => ({ text, spelling: 'asStored' }));
  const cut = createdAt.flatMap((text): readonly SignedDate[] => {
    const atMs = Date.parse(text);
    return Number.isNaN(atMs) ? [] : [{ text: new Date(atMs).toISOString(), spelling: 'milliseconds' }];
  });
  const all = [...stored, ...cut];
  return all.filter(({ text }, at) => all.findIndex((one) => one.text === text) === at);
}

/** A signature with its recovery bit. @returns null for text that is no signature */
function readSignature(text: string) {
  const [, r = '', s = '', v = ''] = SIGNATURE.exec(text) ?? [];
  if (r === '') return null;
  try {
    return secp256k1.Signature.fromHex(r + s, 'compact').addRecoveryBit(/^(00|1b)$/i.test(v) ? 0 : 1);
  } catch (error) {
    // `fromHex` throws plain Errors for numbers beyond the order of the curve (@noble/curves, abstract/weierstrass).
    if (error instanceof Error) return null;
    throw error;
  }
}

/** The address whose key made the signature. @returns null when no key can have made it over this digest */
function recovered(signature: NonNullable<ReturnType<typeof readSignature>>, digest: Uint8Array): string | null {
  try {
    const publicKey = signature.recoverPublicKey(digest).toBytes(false);
    return checksummed(bytesToHex(keccak_256(publicKey.subarray(1)).subarray(-20)));
  } catch (error) {
    // `recoverPublicKey` throws for about one signature in 2^128, and for forged ones.
    if (error instanceof Error) return null;
    throw error;
  }
}

/** Verifies a signature against every signer and date: the digest contains the address, so each needs a try. */
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

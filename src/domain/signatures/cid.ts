import { base16, base16upper } from 'multiformats/bases/base16';
import { base32, base32pad, base32upper } from 'multiformats/bases/base32';
import { base36, base36upper } from 'multiformats/bases/base36';
import { base58btc } from 'multiformats/bases/base58';
import { base64, base64url } from 'multiformats/bases/base64';
import { CID } from 'multiformats/cid';

/** The text a service gives instead of a CID while it computes one. */
export const PENDING_CID = 'pending';

/** Whether a file has a CID: a service may leave it empty, or call it pending. */
export const hasCid = (cid: string): boolean => cid !== '' && cid !== PENDING_CID;

/** A code of the multicodec table (multiformats/multicodec), with its name where it is a common one. */
export type Multicodec = { readonly code: number; readonly name: string | null };

/** The parts of a CID (multiformats/cid). */
export type CidParts = {
  readonly version: 0 | 1;
  /** The base of the text, by its name in the multibase table (multiformats/multibase). */
  readonly base: string;
  readonly codec: Multicodec;
  readonly hash: Multicodec;
  readonly digestBytes: number;
  /** The digest as hexadecimal digits. */
  readonly digest: string;
  /** The same CID in version 1 and base32, as most gateways spell it. */
  readonly asVersion1: string;
  /** The same CID in version 0, which exists for dag-pb with SHA-256 only; else null. */
  readonly asVersion0: string | null;
};

/** Codes that the app has a meaning for (multiformats/multicodec, table.csv). */
export const RAW = 0x55;
export const DAG_PB = 0x70;
export const SHA2_256 = 0x12;

const CODECS: Readonly<Record<number, string>> = {
  0x51: 'cbor',
  [RAW]: 'raw',
  [DAG_PB]: 'dag-pb',
  0x71: 'dag-cbor',
  0x72: 'libp2p-key',
  0x78: 'git-raw',
  0x0129: 'dag-json',
  0x0200: 'json',
  0x0202: 'car',
};

const HASHES: Readonly<Record<number, string>> = {
  0x00: 'identity',
  0x11: 'sha1',
  [SHA2_256]: 'sha2-256',
  0x13: 'sha2-512',
  0x14: 'sha3-512',
  0x16: 'sha3-256',
  0x1b: 'keccak-256',
  0x1e: 'blake3',
  0xb220: 'blake2b-256',
  0xb240: 'blake2b-512',
};

const BASES = [
  base16,
  base16upper,
  base32,
  base32pad,
  base32upper,
  base36,
  base36upper,
  base58btc,
  base64,
  base64url,
] as const;

/** Longer text is no CID: decoding a large paste would take seconds. */
const LONGEST_CID = 500;

type Decoded = { readonly cid: CID; readonly base: string };

function decoded(text: string): Decoded | null {
  if (text.length > LONGEST_CID) return null;
  const isVersion0 = text.length === 46 && text.startsWith('Qm');
  const base = isVersion0 ? base58btc : BASES.find(({ prefix }) => prefix === text[0]);
  if (base === undefined) return null;
  try {
    return { cid: CID.parse(text, base), base: base.name };
  } catch (error) {
    // `CID.parse` throws plain Errors for text that is no CID (multiformats, src/cid.ts).
    if (error instanceof Error) return null;
    throw error;
  }
}

/** The parts of a CID in version 0 or 1 and any of the usual bases. @returns null for text that is no CID */
export function readCid(text: string): CidParts | null {
  const read = decoded(text);
  if (read === null) return null;
  const { cid, base } = read;
  const { code, digest } = cid.multihash;
  return {
    version: cid.version,
    base,
    codec: { code: cid.code, name: CODECS[cid.code] ?? null },
    hash: { code, name: HASHES[code] ?? null },
    digestBytes: digest.length,
    digest: base16.baseEncode(digest),
    asVersion1: cid.toV1().toString(base32),
    asVersion0: version0(cid),
  };
}

const version0 = (cid: CID): string | null =>
  cid.code === DAG_PB && cid.multihash.code === SHA2_256 && cid.multihash.digest.length === 32
    ? cid.toV0().toString()
    : null;

/** Every spelling in which a service may store the same CID, the given one first; only that one for text that is no CID. */
export function spellingsOf(text: string): readonly string[] {
  const read = decoded(text);
  if (read === null) return [text];
  const version1 = read.cid.toV1();
  const others = [base32, base58btc, base36, base16, base64url].map((base) => version1.toString(base));
  return [...new Set([text, ...others, version0(read.cid) ?? text])];
}

/**
 * The CID in pasted text: alone, after `ipfs://`, or in a gateway's address. Metadata of tokens may say `ipfs://ipfs/` too. Other
 * text is returned trimmed.
 */
export function pastedCid(text: string): string {
  const bare = text.trim();
  const [, host] = /^https?:\/\/([a-z0-9]+)\.ipfs\./i.exec(bare) ?? [];
  const [, path] = /(?:^ipfs:\/\/(?:ipfs\/)?|\/ipfs\/)([a-z0-9_-]+)/i.exec(bare) ?? [];
  // The host of a path gateway may begin like that of a subdomain gateway, whose contents may have a folder `ipfs`.
  const isOfHost = host !== undefined && (path === undefined || readCid(host) !== null);
  return isOfHost ? host : (path ?? bare);
}

/** The first characters of most CIDs: version 1, raw, dag-pb or dag-cbor, SHA-256, in base32. */
const USUAL = ['bafkrei', 'bafybei', 'bafyrei'];
const USUAL_LENGTH = 59;

/**
 * A text that is equal for CIDs with the same digest, whatever their version, codec or base. In the usual spelling it is
 * the end of the text: version, codec and hash fill 32 bits, the digest begins in the same letter as their last two bits,
 * and those are zero.
 *
 * @returns null for text that is no CID
 */
export function digestKeyOf(text: string): string | null {
  if (text.length === USUAL_LENGTH && USUAL.includes(text.slice(0, 7))) return text.slice(7);
  const read = decoded(text);
  if (read === null) return null;
  const { multihash } = read.cid;
  const isUsual = multihash.code === SHA2_256 && multihash.digest.length === 32;
  return isUsual ? CID.createV1(RAW, multihash).toString(base32).slice(7) : base32.encode(multihash.bytes);
}

import { CID } from 'multiformats/cid';
import * as digest from 'multiformats/hashes/digest';

const SHA2_256 = 0x12;
const CODEC = { raw: 0x55, dagPb: 0x70 } as const;

export type ContentKind = 'raw' | 'dagPb' | 'dagPbVersion0';

/**
 * A well-formed CID for content that does not exist.
 *
 * @param bytes 32 bytes that stand in for the SHA-256 of the content
 * @returns base32 (`bafk…`, `bafy…`), or base58 for version 0 (`Qm…`)
 */
export function contentId(kind: ContentKind, bytes: Uint8Array): string {
  const multihash = digest.create(SHA2_256, bytes);
  if (kind === 'dagPbVersion0') return CID.createV0(multihash).toString();
  return CID.createV1(CODEC[kind], multihash).toString();
}

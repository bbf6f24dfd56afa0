import { count } from '../../../components/format.ts';
import type { CidParts, Multicodec } from '../../../domain/signatures/cid.ts';

const named = ({ code, name }: Multicodec): string => name ?? `0x${code.toString(16)}`;

/** The words about the parts of a CID. */
export const cidMessages = {
  cid: 'CID',
  pending: 'Pending: the service is still computing it.',
  missing: 'The service gave none.',
  unreadable: 'This is not spelled as a CID.',
  parts: 'Parts',
  version: ({ version, base }: CidParts) => `version ${version}, ${base}`,
  codec: ({ codec }: CidParts) => `codec ${named(codec)}`,
  hash: ({ hash, digestBytes }: CidParts) => `hash ${named(hash)}, ${count(digestBytes)} bytes`,
  digest: 'Digest',
  alsoVersion0: 'As version 0',
  alsoVersion1: 'As version 1',
  copy: (what: string) => `Copy ${what}`,
  copied: 'Copied',
} as const;

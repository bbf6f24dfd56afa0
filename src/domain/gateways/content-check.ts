import { DAG_PB, RAW, readCid, SHA2_256 } from '../signatures/cid.ts';

/**
 * What a CID allows to check. `bytes`: it is the hash of the content. `block`: it is the hash of a block that may hold the
 * whole content, or only lead to further blocks. `nothing`: another codec or hash.
 */
export type Checkable = 'bytes' | 'block' | 'nothing';

export function checkableOf(cid: string): Checkable {
  const parts = readCid(cid);
  if (parts === null || parts.hash.code !== SHA2_256 || parts.digestBytes !== SHA2_256_BYTES) return 'nothing';
  return parts.codec.code === RAW ? 'bytes' : parts.codec.code === DAG_PB ? 'block' : 'nothing';
}

/** A multihash may hold the beginning of a digest alone (multiformats/multihash), which no whole one equals. */
const SHA2_256_BYTES = 32;

/** @param sha256 as hexadecimal digits */
export const isDigestOf = (cid: string, sha256: string): boolean => readCid(cid)?.digest === sha256;

/**
 * The content of a dag-pb block that holds all of a file (IPLD, "DAG-PB"; IPFS, "UnixFS").
 *
 * @returns null for a block with links, for a folder, and for bytes that are no such block
 */
export function contentOfBlock(block: Uint8Array): Uint8Array | null {
  const node = fieldsOf(block);
  if (node === null || node.some(({ number }) => number === NODE_LINKS)) return null;
  const data = node.find(({ number }) => number === NODE_DATA)?.bytes;
  const file = data === undefined ? null : fieldsOf(data);
  if (file === null || !FILE_TYPES.has(file.find(({ number }) => number === FILE_TYPE)?.value ?? -1)) return null;
  return file.find(({ number }) => number === FILE_DATA)?.bytes ?? null;
}

const NODE_DATA = 1;
const NODE_LINKS = 2;
const FILE_TYPE = 1;
const FILE_DATA = 2;
/** Raw and File of UnixFS. */
const FILE_TYPES: ReadonlySet<number> = new Set([0, 2]);

/** A field of a Protocol Buffers message: a number, or bytes. */
type Field = { readonly number: number; readonly value?: number; readonly bytes?: Uint8Array };

const VARINT = 0;
const LENGTH_DELIMITED = 2;
/** A file's first block has a few hundred fields at most; more is an attack on memory. */
const MOST_FIELDS = 10_000;

/** The fields of a message (Protocol Buffers, "Encoding"). @returns null for bytes that are none, or of other wire types */
function fieldsOf(message: Uint8Array): readonly Field[] | null {
  const fields: Field[] = [];
  let at = 0;
  while (at < message.length) {
    const tag = varintAt(message, at);
    const value = tag === null ? null : varintAt(message, tag.end);
    if (tag === null || value === null || fields.length === MOST_FIELDS) return null;
    const number = Math.floor(tag.value / 8);
    const wireType = tag.value % 8;
    if (wireType === VARINT) fields.push({ number, value: value.value });
    else if (wireType !== LENGTH_DELIMITED || value.end + value.value > message.length) return null;
    else fields.push({ number, bytes: message.subarray(value.end, value.end + value.value) });
    at = wireType === VARINT ? value.end : value.end + value.value;
  }
  return fields;
}

/** Numbers of UnixFS that matter here fit into seven bytes, 49 bits. */
const LONGEST_VARINT = 7;

function varintAt(bytes: Uint8Array, from: number): { readonly value: number; readonly end: number } | null {
  let value = 0;
  for (let place = 0; place < LONGEST_VARINT; place++) {
    const byte = bytes[from + place];
    if (byte === undefined) return null;
    value += (byte % 128) * 128 ** place;
    if (byte < 128) return { value, end: from + place + 1 };
  }
  return null;
}

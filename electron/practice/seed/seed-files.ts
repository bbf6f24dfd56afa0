import { CID } from 'multiformats/cid';
import * as digest from 'multiformats/hashes/digest';
import type { StoredFile } from '../tables/records.ts';
import { type Random, seededBytes, seededRandom, uuidOf } from './random.ts';
import { FILE_KINDS, type FileKind, fileName, FOLDER_MIME_TYPE, madeUpKeyvalues } from './sample-data.ts';
import { WALLET_COUNT } from './wallets.ts';

const FIRST_UPLOAD_MS = Date.UTC(2022, 2, 1, 8);
const LAST_UPLOAD_MS = Date.UTC(2025, 9, 31, 17);
const GROUP_COUNT = 40;

export const PENDING_CID = 'pending';

/** The place of a sample file: the same seed and place give the same file. */
export type FilePlace = {
  readonly seed: number;
  /** 0 for the oldest. */
  readonly position: number;
  readonly createdAtMs: number;
};

/** The sample files of a seed, oldest first, spread evenly over three and a half years. */
export function* seededFiles(seed: number, from: number, to: number, total: number): Generator<StoredFile> {
  const stepMs = (LAST_UPLOAD_MS - FIRST_UPLOAD_MS) / Math.max(total, 1);
  for (let position = from; position < to; position++) {
    yield madeUpFile({ seed, position, createdAtMs: Math.floor(FIRST_UPLOAD_MS + position * stepMs) });
  }
}

/** One sample file. About one in a hundred lacks a field, as in old accounts. */
export function madeUpFile({ seed, position, createdAtMs }: FilePlace): StoredFile {
  const bytes = seededBytes('file', seed, position);
  const random = seededRandom(bytes.subarray(48));
  const kind = random.pickSkewed(FILE_KINDS);
  const isFolder = kind.mimeType === FOLDER_MIME_TYPE;
  return {
    id: uuidOf(bytes.subarray(32)),
    network: random.chance(0.7) ? 'public' : 'private',
    name: random.chance(0.01) ? null : fileName(random, kind.extension),
    cid: madeUpCid(random, isFolder, seed, position, bytes),
    sizeBytes: sizeBytes(random, kind),
    numberOfFiles: isFolder ? 2 + Math.floor(random.next() ** 4 * 5_000) : 1,
    mimeType: random.chance(0.01) ? null : kind.mimeType,
    groupId: groupId(random, seed),
    keyvalues: random.chance(0.01) ? null : madeUpKeyvalues(random),
    createdAt: microsecondText(createdAtMs, random.below(1_000)),
    signer: random.chance(0.6) ? random.below(WALLET_COUNT) : null,
    leavesOutNulls: random.chance(0.5),
  };
}

/** Some contents are uploaded twice, so a CID may belong to several files. */
function madeUpCid(random: Random, isFolder: boolean, seed: number, position: number, bytes: Buffer): string {
  if (random.chance(0.002)) return PENDING_CID;
  const isRepeat = position > 100 && random.chance(0.02);
  const content = isRepeat ? seededBytes('repeated', seed, random.below(50)) : bytes;
  return contentId(contentKind(random, isFolder), content.subarray(0, 32));
}

/** The usual share of each kind of CID. */
export function contentKind(random: Random, isFolder: boolean): ContentKind {
  if (random.chance(0.05)) return 'dagPbVersion0';
  return isFolder || random.chance(0.3) ? 'dagPb' : 'raw';
}

/** A size on a logarithmic scale; small sizes are by far the most frequent. */
export function sizeBytes(random: Random, kind: Pick<FileKind, 'smallestBytes' | 'largestBytes'>): number {
  const span = Math.log((kind.largestBytes + 1) / (kind.smallestBytes + 1));
  return Math.floor((kind.smallestBytes + 1) * Math.exp(random.next() ** 2 * span)) - 1;
}

const groupIds = new Map<number, readonly string[]>();

function groupId(random: Random, seed: number): string | null {
  if (random.chance(0.4)) return null;
  let groups = groupIds.get(seed);
  if (!groups) {
    groups = Array.from({ length: GROUP_COUNT }, (_, position) => uuidOf(seededBytes('group', seed, position)));
    groupIds.set(seed, groups);
  }
  return random.pickSkewed(groups);
}

/** ISO 8601 with microseconds, as the service writes the creation of files. */
export function microsecondText(ms: number, microseconds: number): string {
  return `${new Date(ms).toISOString().slice(0, -1)}${String(microseconds).padStart(3, '0')}Z`;
}

const SHA2_256 = 0x12;
const CODEC = { raw: 0x55, dagPb: 0x70 } as const;

export type ContentKind = 'raw' | 'dagPb' | 'dagPbVersion0';

/**
 * A valid CID (multiformats, CID specification) without content.
 *
 * @param bytes 32 bytes in place of the content's SHA-256
 * @returns base32 (`bafk…`, `bafy…`), or base58 for version 0 (`Qm…`)
 */
export function contentId(kind: ContentKind, bytes: Uint8Array): string {
  const multihash = digest.create(SHA2_256, bytes);
  if (kind === 'dagPbVersion0') return CID.createV0(multihash).toString();
  return CID.createV1(CODEC[kind], multihash).toString();
}

import type { Keyvalues, StoredFile } from '../../tables/records.ts';
import { type Random, seededBytes, seededRandom, uuidOf } from '../random.ts';
import {
  contentId,
  contentKind,
  type FilePlace,
  madeUpFile,
  microsecondText,
  PENDING_CID,
  sizeBytes,
} from '../seed-files.ts';
import { AWKWARD, FOLDER_MIME_TYPE } from '../sample-data.ts';
import { WALLET_COUNT } from '../wallets.ts';
import { type Collection, COLLECTIONS, type Part } from './collections.ts';
import { creationMs, type StudioPlan } from './studio-times.ts';

/** The files that are hard to show are the oldest ones. */
const ODD_SHARE = 0.05;
const ODD_GROUP = 'zz-odd-names';
const CYCLE = 100;

/** Among so many files is one with as many pairs as the service takes, so that an edit of many files meets the limit. */
const FULL_EVERY = 97;
const MOST_PAIRS = 10;
const MORE_KEYS = [
  'width',
  'height',
  'language',
  'reviewed',
  'source',
  'batch',
  'printer',
  'client',
  'place',
  'camera',
];

/** The files of a made-up studio, oldest first: a few with odd names, then six collections and the papers of a desk. */
export function* studioFiles(plan: StudioPlan, from: number, to: number): Generator<StoredFile> {
  const oddCount = Math.floor(plan.fileCount * ODD_SHARE);
  for (let position = from; position < to; position++) {
    const place = { seed: plan.seed, position, createdAtMs: creationMs(plan, position) };
    yield position < oddCount ? oddFile(place) : studioFile(place, position - oddCount);
  }
}

/** A file that another client adds after the seed. */
export function addedStudioFile(place: FilePlace): StoredFile {
  return studioFile(place, place.position % 100_000);
}

/** A sample file of any script and shape, named so that it comes after the collections in the order of names. */
function oddFile(place: FilePlace): StoredFile {
  const file = madeUpFile(place);
  const name = AWKWARD[place.position] ?? file.name;
  // ASCII and Latin letters come first in that order, in any spelling: `sortKey` of the app folds by NFKD.
  const isEarly = /^[\0-\u024f]/.test(name?.normalize('NFKD') ?? '');
  return { ...file, name: isEarly ? `zz ${name}` : name, groupId: ODD_GROUP };
}

function studioFile({ seed, position, createdAtMs }: FilePlace, count: number): StoredFile {
  const bytes = seededBytes('studio file', seed, position);
  const random = seededRandom(bytes.subarray(48));
  const { collection, number } = slotOf(count);
  const { groupId, parts, publicShare } = collection;
  const part = parts[number % parts.length];
  if (part === undefined) throw new RangeError('A collection has parts');
  const piece = 1 + Math.floor(number / parts.length);
  // A part such as a legend is sometimes the same for many pieces: one content under several names.
  const isRepeat = random.chance(0.02);
  const isFolder = part.kind.mimeType === FOLDER_MIME_TYPE;
  return {
    id: uuidOf(bytes.subarray(32)),
    network: random.chance(publicShare) ? 'public' : 'private',
    name: `${collection.stem(piece)}${part.ending}`,
    ...contentOf(part, isRepeat ? seededBytes('studio content', seed, part.ending, piece % 3) : bytes),
    numberOfFiles: isFolder ? 4 + random.below(60) : 1,
    mimeType: part.kind.mimeType,
    groupId,
    keyvalues: keyvaluesOf(collection, piece, random),
    createdAt: microsecondText(createdAtMs, random.below(1_000)),
    signer: random.chance(0.6) ? random.below(WALLET_COUNT) : null,
    leavesOutNulls: random.chance(0.5),
  };
}

function contentOf({ kind }: Part, bytes: Buffer): Pick<StoredFile, 'cid' | 'sizeBytes'> {
  const random = seededRandom(bytes.subarray(44));
  const isFolder = kind.mimeType === FOLDER_MIME_TYPE;
  const isPending = random.chance(0.001);
  const cid = contentId(contentKind(random, isFolder), bytes.subarray(0, 32));
  return { cid: isPending ? PENDING_CID : cid, sizeBytes: sizeBytes(random, kind) };
}

function keyvaluesOf({ pairs }: Collection, piece: number, random: Random): Keyvalues {
  const made = new Map<string, string>();
  for (const { key, share, value } of pairs) if (random.chance(share)) made.set(key, value(random, piece));
  if (random.below(FULL_EVERY) > 0) return made;
  for (const key of MORE_KEYS) if (made.size < MOST_PAIRS) made.set(key, String(1 + random.below(12)));
  return made;
}

type Slot = {
  readonly collection: Collection;
  /** The place of the slot among those of its collection in one cycle. */
  readonly ordinal: number;
};

/** One cycle of a hundred files: every collection by its share, well mixed. */
const SLOTS: readonly Slot[] = COLLECTIONS.flatMap((collection) =>
  Array.from({ length: collection.share }, (_, ordinal) => ({
    collection,
    ordinal,
    // Evenly spread over the cycle.
    at: (ordinal + 0.5) / collection.share,
  })),
).sort((a, b) => a.at - b.at);

/** The collection of the n-th studio file, and its number in the collection, from 0. No number comes twice. */
function slotOf(count: number): { readonly collection: Collection; readonly number: number } {
  const slot = SLOTS[count % CYCLE];
  if (slot === undefined) throw new RangeError(`The shares of the collections do not add up to ${CYCLE}`);
  const { collection, ordinal } = slot;
  return { collection, number: Math.floor(count / CYCLE) * collection.share + ordinal };
}

import { z } from 'zod';
import { fileId, fileKey, network } from '../core/ids.ts';

/** Metadata as pairs in the service's order: assigning to a plain object would lose a key `__proto__`. */
export const pairs = z.array(z.tuple([z.string(), z.string()])).readonly();
export type Pairs = z.infer<typeof pairs>;

/** A file as the service describes it; null where the service does not say. */
export const fileRecord = z
  .object({
    network,
    id: fileId,
    name: z.string().nullable(),
    /** The content identifier, or the word `pending` while the service is still computing it. */
    cid: z.string(),
    sizeBytes: z.number().nonnegative().nullable(),
    numberOfFiles: z.number().nonnegative().nullable(),
    mimeType: z.string().nullable(),
    groupId: z.string().nullable(),
    keyvalues: pairs,
    /** ISO 8601, byte for byte as received, because signatures are made over this text. */
    createdAt: z.string().nullable(),
  })
  .readonly();
export type FileRecord = z.infer<typeof fileRecord>;

/** The sizes of a record: its pairs, and the characters (code points) of its name, its longest key and longest value. */
export const recordSize = ({ name, keyvalues }: FileRecord) => ({
  pairs: keyvalues.length,
  name: [...(name ?? '')].length,
  key: keyvalues.reduce((most, [key]) => Math.max(most, [...key].length), 0),
  value: keyvalues.reduce((most, [, value]) => Math.max(most, [...value].length), 0),
});

/** A record together with the exact JSON text it came from. */
export type ObservedFile = { readonly record: FileRecord; readonly raw: string };

/** The states a file can show in lists, most urgent first. */
export const fileStates = ['needsYou', 'refused', 'gone', 'waiting', 'held', 'onServer'] as const;

export type FileState = (typeof fileStates)[number];

/** The mark of a file in every list. */
export const fileState = z.enum(fileStates);

/** One row of the grid: the projected file. */
export const fileRow = z.object({
  network,
  id: fileKey.shape.id,
  name: z.string().nullable(),
  /** The characters of the whole name, of which `name` is only the beginning; absent for a whole one. */
  nameLength: z.number().optional(),
  cid: z.string(),
  sizeBytes: z.number().nullable(),
  mimeType: z.string().nullable(),
  groupId: z.string().nullable(),
  createdAt: z.string().nullable(),
  state: fileState,
  /** The person has starred it here; absent without a star. */
  isStarred: z.literal(true).optional(),
  /** The person has written a note about it here; absent without one. */
  hasNote: z.literal(true).optional(),
  /** The first characters of the values of the metadata keys that the list shows, in their order; null for no such key. */
  values: z.array(z.string().nullable()).readonly(),
  /** The first pair that holds the list's search; absent without one, and where the name holds it. */
  foundPair: z.object({ key: z.string(), value: z.string() }).optional(),
});
export type FileRow = Readonly<z.infer<typeof fileRow>>;

/** A value of a facet with its number of files. */
export const counted = z.object({ value: z.string(), count: z.number() });
export type Counted = Readonly<z.infer<typeof counted>>;

/** Numbers of files, and of bytes. `groups` and `types`: largest first, at most 100 of each. */
export const fileCounts = z.object({
  all: z.number(),
  public: z.number(),
  private: z.number(),
  sizeBytes: z.number(),
  edited: z.number(),
  starred: z.number(),
  groups: z.array(counted),
  types: z.array(counted),
});
export type FileCounts = Readonly<z.infer<typeof fileCounts>>;

/** The facet values with their numbers of files: largest first, at most 100 of each facet. `keys` are metadata keys. */
export const facets = z.object({
  networks: z.array(counted),
  types: z.array(counted),
  families: z.array(counted),
  groups: z.array(counted),
  states: z.array(z.object({ value: fileState, count: z.number() })),
  keys: z.array(counted),
});
export type Facets = Readonly<z.infer<typeof facets>>;

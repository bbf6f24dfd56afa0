import { z } from 'zod';
import { connectionId } from '../domain/core/ids.ts';
import { fileRow } from '../domain/files/file.ts';
import { channel } from './channel.ts';

/** A row of the list: the head of a group of files with the same content, or one of its files. */
export const duplicatesRow = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('group'),
    /** The CID of the first remaining file; other files may have another form of it (version 0 or 1). */
    cid: z.string().nullable(),
    files: z.number(),
    /** Number of different names. */
    names: z.number(),
    networks: z.number(),
  }),
  z.object({ kind: z.literal('file'), file: fileRow }),
  /** A file that was deleted after the search. */
  z.object({ kind: z.literal('gone') }),
]);
export type DuplicatesRow = Readonly<z.infer<typeof duplicatesRow>>;

/** The totals of one search for duplicates. `sameContent.window` reads its rows by `findId`. */
export const duplicatesFound = z.object({
  findId: z.number().int().positive(),
  groups: z.number(),
  files: z.number(),
  atMs: z.number(),
});
export type DuplicatesFound = Readonly<z.infer<typeof duplicatesFound>>;

const position = z.number().int().nonnegative();

/** Channels of duplicates: files with the same content. */
export const duplicatesChannels = {
  /** Searches all files of a connection, in its own thread. The core keeps the latest few results, as several windows search. */
  'sameContent.find': channel(z.object({ connectionId }), duplicatesFound),
  /** Rows by position, at most 200. An older result is `notFound`. */
  'sameContent.window': channel(
    z.object({ findId: z.number().int().positive(), from: position, to: position }),
    z.object({ rows: z.array(duplicatesRow) }),
  ),
};

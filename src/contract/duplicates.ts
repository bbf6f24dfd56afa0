import { z } from 'zod';
import { connectionId } from '../domain/core/ids.ts';
import { channel } from './channel.ts';
import { fileRow } from './files.ts';

/** A line of the list: the head of a group of files with the same content, or one of its files. */
export const duplicatesRow = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('group'),
    /** Of its first file that is still there; the others may spell it otherwise. */
    cid: z.string().nullable(),
    files: z.number(),
    /** How many different ones they have among them. */
    names: z.number(),
    networks: z.number(),
  }),
  z.object({ kind: z.literal('file'), file: fileRow }),
  /** It was there when the files were looked through. */
  z.object({ kind: z.literal('gone') }),
]);
export type DuplicatesRow = Readonly<z.infer<typeof duplicatesRow>>;

export const duplicatesFound = z.object({
  findId: z.number().int().positive(),
  groups: z.number(),
  files: z.number(),
  atMs: z.number(),
});
export type DuplicatesFound = Readonly<z.infer<typeof duplicatesFound>>;

const position = z.number().int().nonnegative();

export const duplicatesChannels = {
  /** Looks through every file of a connection, in a thread of its own. Only the latest find is kept. */
  'sameContent.find': channel(z.object({ connectionId }), duplicatesFound),
  /** Lines by position, heads and files; at most 200. An outlived find is `notFound`. */
  'sameContent.window': channel(
    z.object({ findId: z.number().int().positive(), from: position, to: position }),
    z.object({ rows: z.array(duplicatesRow) }),
  ),
};

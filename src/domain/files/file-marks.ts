import { z } from 'zod';

/** Marks that a person sets on a file, on this computer alone. Stored in the mirror and in saved views. */
export const fileMark = z.enum(['star', 'note']);
export type FileMark = z.infer<typeof fileMark>;

/** Most stars of one connection: a star says "this one of many". */
export const MOST_STARS = 10_000;

/** What pressing the star of some files does, where so many of them have one: a mixed selection is starred as a whole. */
export const starsThem = (files: number, starred: number): boolean => starred < files;

/** The characters of a note that a person writes about a file for themselves. */
export const LONGEST_FILE_NOTE = 10_000;

/** Most notes of one connection. */
export const MOST_FILE_NOTES = 10_000;

/** A note as the value of a metadata key, which takes no line break. */
export const noteAsValue = (note: string): string => note.trim().replaceAll(/\s*[\t-\r]\s*/gu, ' ');

import { z } from 'zod';

/** Marks that a person sets on a file, on this computer alone. Stored in the mirror and in saved views. */
export const fileMark = z.enum(['star']);
export type FileMark = z.infer<typeof fileMark>;

/** Most stars of one connection: a star says "this one of many". */
export const MOST_STARS = 10_000;

/** What pressing the star of some files does, where so many of them have one: a mixed selection is starred as a whole. */
export const starsThem = (files: number, starred: number): boolean => starred < files;

import { z } from 'zod';
import { countedByDay, dayCount, lastDays } from './days.ts';

/** Files added to the service since a time, in so far as a count can be read at once. */
const newFiles = z.object({
  files: z.number(),
  /** Whether there are more than were counted. */
  isMore: z.boolean(),
  /** Null for more files than are added up at once. */
  sizeBytes: z.number().nullable(),
  /** The group with most of them; null without one. */
  group: z.object({ group: z.string(), files: z.number() }).nullable(),
});

/** What scans saw happen to a mirror. */
export const libraryNews = z.object({
  /** Null without a time to count from, and until the first copy has its index by date. */
  newFiles: newFiles.nullable(),
  /** Files that others changed; `alsoHere` of them wait here with an edit. Null without a time to count from. */
  elsewhere: z.object({ files: z.number(), alsoHere: z.number() }).nullable(),
  /** Changes of other people by day, oldest first. */
  elsewhereByDay: z.array(dayCount),
});
export type LibraryNews = Readonly<z.infer<typeof libraryNews>>;

/** Of a connection without a mirror. */
export const noNews = (nowMs: number): LibraryNews => ({
  newFiles: null,
  elsewhere: null,
  elsewhereByDay: countedByDay(lastDays(nowMs), []),
});

/** Edits of this computer that the service took; one is one update of one file. */
export const arrivedEdits = z.object({
  /** Null without a time to count from. */
  arrived: z.number().nullable(),
  /** Oldest first. */
  byDay: z.array(dayCount),
});
export type ArrivedEdits = Readonly<z.infer<typeof arrivedEdits>>;

import { z } from 'zod';
import { counted, type Counted, fileState } from './file.ts';

/** Most metadata keys of a summary, values of one key, and files whose CIDs come with it. */
export const MOST_SUMMARY_KEYS = 12;
export const MOST_SUMMARY_VALUES = 4;
export const MOST_SUMMARY_CIDS = 24;

/** One metadata key in a selection: its most frequent values, then the files with another value, then those without the key. */
export const keyShare = z.object({
  key: z.string(),
  values: z.array(counted),
  others: z.number(),
  missing: z.number(),
});
export type KeyShare = Readonly<z.infer<typeof keyShare>>;

/** What selected files have in common. All lists have the most frequent first. */
export const selectionContents = z.object({
  files: z.number(),
  /** CIDs of the first files. */
  cids: z.array(z.string()),
  types: z.array(counted),
  states: z.array(z.object({ value: fileState, count: z.number() })),
  keys: z.array(keyShare),
  /** Metadata keys that are not among `keys`; null where nobody counted them. */
  otherKeys: z.number().nullable(),
});
export type SelectionContents = Readonly<z.infer<typeof selectionContents>>;

/** What a selection holds, without the files that stand for it. */
export type CountedContents = Pick<SelectionContents, 'types' | 'states' | 'keys' | 'otherKeys'>;

/** Sizes and dates of selected files, which take a look at each of them. Null where no file has a size, or a date. */
export const selectionSizes = z.object({
  files: z.number(),
  sizeBytes: z.number(),
  unknownSizes: z.number(),
  leastBytes: z.number().nullable(),
  mostBytes: z.number().nullable(),
  /** A size that at least half of the files do not reach. */
  halfUnderBytes: z.number().nullable(),
  firstAddedAt: z.string().nullable(),
  lastAddedAt: z.string().nullable(),
  /** Files with at least as many metadata pairs as asked about. */
  full: z.number(),
});
export type SelectionSizes = Readonly<z.infer<typeof selectionSizes>>;

/** @returns the share of one key, from its most frequent values */
export function shareOf(key: string, values: readonly Counted[], having: number, files: number): KeyShare {
  const shown = values
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, MOST_SUMMARY_VALUES);
  const told = shown.reduce((sum, { count }) => sum + count, 0);
  return { key, values: shown, others: Math.max(0, having - told), missing: Math.max(0, files - having) };
}

import { z } from 'zod';

/** A number of files, and the bytes of those of known size. */
export const amount = z.object({ files: z.number(), sizeBytes: z.number() });
export type Amount = Readonly<z.infer<typeof amount>>;

export const noFiles: Amount = { files: 0, sizeBytes: 0 };

export const sumOf = (amounts: readonly Amount[]): Amount =>
  amounts.reduce(
    (sum, { files, sizeBytes }) => ({ files: sum.files + files, sizeBytes: sum.sizeBytes + sizeBytes }),
    noFiles,
  );

/** What is left of an amount; never below nothing, because the parts may be of a later moment than the whole. */
export const without = (whole: Amount, part: Amount): Amount => ({
  files: Math.max(0, whole.files - part.files),
  sizeBytes: Math.max(0, whole.sizeBytes - part.sizeBytes),
});

/** A calendar month, "2026-01". */
export const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);

const typeAmount = amount.extend({
  /** A media type, or a family of them as "image/*". */
  type: z.string(),
});
const monthAmount = amount.extend({ month });
export type MonthAmount = Readonly<z.infer<typeof monthAmount>>;
const groupAmount = amount.extend({
  group: z.string(),
  /** Share from 0 to 1 of the listed metadata keys that the group's files have; null without keys. */
  filled: z.number().nullable(),
});
const keyCoverage = z.object({ key: z.string(), files: z.number() });

/** What a mirror holds, largest first unless said otherwise. At most 100 values of each kind; `others` sums up the rest. */
export const libraryContents = z.object({
  all: amount,
  /** Files whose size the service does not say. */
  unknownSizes: z.number(),
  types: z.object({ rows: z.array(typeAmount), others: amount, none: amount }),
  /** Consecutive months of this computer's calendar from the first to the last with files, oldest first; `others`: dates that are none, or still to come. */
  months: z.object({ rows: z.array(monthAmount), earlier: amount, others: amount, none: amount }),
  groups: z.object({ rows: z.array(groupAmount), others: amount, otherGroups: z.number(), none: amount }),
  /** Metadata keys, on most files first. */
  keys: z.object({ rows: z.array(keyCoverage), otherKeys: z.number() }),
});
export type LibraryContents = Readonly<z.infer<typeof libraryContents>>;

export const emptyLibrary: LibraryContents = {
  all: noFiles,
  unknownSizes: 0,
  types: { rows: [], others: noFiles, none: noFiles },
  months: { rows: [], earlier: noFiles, others: noFiles, none: noFiles },
  groups: { rows: [], others: noFiles, otherGroups: 0, none: noFiles },
  keys: { rows: [], otherKeys: 0 },
};

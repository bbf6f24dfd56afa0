import { z } from 'zod';

/**
 * How a service reads the `name` filter of its list of keys. `wholeName`: an ILIKE pattern over the whole name, as its interface
 * says; `insideName`: such a pattern, found anywhere in a name; `insideLiterally`: plain text anywhere in a name;
 * `exactName`: plain text that is the name. The first one that no answer refuted counts.
 */
export const nameSearch = z.enum(['wholeName', 'insideName', 'insideLiterally', 'exactName']);
export type NameSearch = z.infer<typeof nameSearch>;

/** The answer to a typed name that decided: a name in it that nobody asked for, or one that it left out. */
export const nameSearchEvidence = z.object({
  kind: z.enum(['unasked', 'leftOut']),
  typed: z.string(),
  name: z.string(),
});
export type NameSearchEvidence = Readonly<z.infer<typeof nameSearchEvidence>>;

/** What answers have shown of the `name` filter. */
export const nameSearchTrait = z.object({
  /** Readings that an answer contradicts. */
  refuted: z.array(nameSearch).readonly(),
  /** Null while nothing speaks against the interface. */
  decidedBy: nameSearchEvidence.nullable().default(null),
  /** The same as a sentence, where an earlier build wrote it; null for every other one. */
  evidence: z.string().nullable(),
});
export type NameSearchTrait = Readonly<z.infer<typeof nameSearchTrait>>;

/** The trait before any answer: the reading that the interface describes. */
export const noNameSearch: NameSearchTrait = { refuted: [], decidedBy: null, evidence: null };

/** The first reading that no answer refuted. */
export const nameSearchOf = ({ refuted }: Pick<NameSearchTrait, 'refuted'>): NameSearch =>
  nameSearch.options.find((one) => !refuted.includes(one)) ?? 'wholeName';

import { z } from 'zod';

/**
 * How a service reads the `name` filter of its list of keys. `wholeName`: an ILIKE pattern over the whole name, as its interface
 * says; `insideName`: such a pattern, found anywhere in a name; `insideLiterally`: plain text anywhere in a name;
 * `exactName`: plain text that is the name. The first one that no answer refuted counts.
 */
export const nameSearch = z.enum(['wholeName', 'insideName', 'insideLiterally', 'exactName']);
export type NameSearch = z.infer<typeof nameSearch>;

/** What answers have shown of the `name` filter. */
export const nameSearchTrait = z.object({
  /** Readings that an answer contradicts. */
  refuted: z.array(nameSearch).readonly(),
  /** The answer that decided, as a message; null while nothing speaks against the interface. */
  evidence: z.string().nullable(),
});
export type NameSearchTrait = Readonly<z.infer<typeof nameSearchTrait>>;

/** The trait before any answer: the reading that the interface describes. */
export const noNameSearch: NameSearchTrait = { refuted: [], evidence: null };

/** The first reading that no answer refuted. */
export const nameSearchOf = ({ refuted }: Pick<NameSearchTrait, 'refuted'>): NameSearch =>
  nameSearch.options.find((one) => !refuted.includes(one)) ?? 'wholeName';

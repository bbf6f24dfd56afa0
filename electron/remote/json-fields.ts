import { z } from 'zod';

/** A member a service may leave out or send as null; half surrogate pairs become U+FFFD, as a database would make them. */
export const textOrNull = z
  .string()
  .nullish()
  .transform((text) => text?.toWellFormed() ?? null);

/** Text that only describes: of another type, it is as if the service had not said. */
export const descriptionOrNull = textOrNull.catch(null);

/** A number, or digits in quotes; anything else is as if the service had not said. */
export const amountOrNull = z
  .unknown()
  .optional()
  .transform((value): number | null => {
    const digits = JSON.isRawJSON(value) ? value.rawJSON : value;
    if (typeof digits !== 'number' && (typeof digits !== 'string' || !/^-?\d+(?:\.\d+)?$/.test(digits))) return null;
    const amount = Number(digits);
    return Number.isFinite(amount) ? amount : null;
  });

export const sizeOrNull = amountOrNull.transform((amount) => (amount !== null && amount >= 0 ? amount : null));

/** The members of a JSON object in their order. zod's own objects and records would lose one called `__proto__`. */
export const fieldsOrEmpty = z
  .unknown()
  .optional()
  .transform((value, { addIssue }): ReadonlyMap<string, unknown> => {
    if (value === null || value === undefined) return new Map();
    // Some languages write an empty map as an empty list.
    if (Array.isArray(value) && value.length === 0) return new Map();
    if (typeof value === 'object' && !Array.isArray(value) && !JSON.isRawJSON(value))
      return new Map(Object.entries(value));
    addIssue('not an object');
    return new Map();
  });

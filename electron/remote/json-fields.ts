import { z } from 'zod';

/** Text; an absent or null field is null. Half surrogate pairs become U+FFFD, as SQLite would store them in UTF-8. */
export const textOrNull = z
  .string()
  .nullish()
  .transform((text) => text?.toWellFormed() ?? null);

/** Text that only describes a record. A value of another type counts as absent. */
export const descriptionOrNull = textOrNull.catch(null);

/** A number, also as digits in quotes. Any other value counts as absent. */
export const amountOrNull = z
  .unknown()
  .optional()
  .transform((value): number | null => {
    const digits = JSON.isRawJSON(value) ? value.rawJSON : value;
    if (typeof digits !== 'number' && (typeof digits !== 'string' || !/^-?\d+(?:\.\d+)?$/.test(digits))) return null;
    const amount = Number(digits);
    return Number.isFinite(amount) ? amount : null;
  });

/** A number of bytes or files. A negative number counts as absent. */
export const sizeOrNull = amountOrNull.transform((amount) => (amount !== null && amount >= 0 ? amount : null));

/** The fields of a JSON object in order. A Map keeps the field `__proto__`, which zod's objects and records drop. */
export const fieldsOrEmpty = z
  .unknown()
  .optional()
  .transform((value, { addIssue }): ReadonlyMap<string, unknown> => {
    if (value === null || value === undefined) return new Map();
    // PHP's `json_encode` writes an empty array as `[]`, whatever the array stands for.
    if (Array.isArray(value) && value.length === 0) return new Map();
    if (typeof value === 'object' && !Array.isArray(value) && !JSON.isRawJSON(value))
      return new Map(Object.entries(value));
    addIssue('not an object');
    return new Map();
  });

import { folded } from './text.ts';

/** Text as the text index holds it: folded, and without NUL, where the index stops reading. */
export const searchable = (text: string): string => folded(text).replaceAll('\0', ' ');

/** Characters that decide about the order; the rest of a longer name does not. */
const LONGEST_KEY = 200;

/**
 * The sort key of a name, compared by code unit: case and diacritics folded, numbers by their value, so that "img 9" comes
 * before "img 10". A run of digits is led by its length.
 */
export const sortKey = (name: string): string =>
  folded(name)
    .slice(0, LONGEST_KEY)
    .replace(/\d+/g, (digits) => {
      const number = digits.replace(/^0+(?=\d)/, '');
      return '9'.repeat(Math.floor(number.length / 9)) + String(number.length % 9) + number;
    });

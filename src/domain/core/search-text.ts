import { folded } from './text.ts';

/** The text index stops reading at a NUL. */
export const searchable = (text: string): string => folded(text).replaceAll('\0', ' ');

const LONGEST_KEY = 200;

/**
 * Orders names as people do: case and diacritics folded, and numbers by their value, so that "img 9" comes before
 * "img 10". Each run of digits is led by its length.
 */
export const sortKey = (name: string): string =>
  folded(name)
    .slice(0, LONGEST_KEY)
    .replace(/\d+/g, (digits) => {
      const number = digits.replace(/^0+(?=\d)/, '');
      return '9'.repeat(Math.floor(number.length / 9)) + String(number.length % 9) + number;
    });

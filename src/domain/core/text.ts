import { z } from 'zod';
import { isUnseen, mayHaveInvisible } from './invisible-characters.ts';
import type { Language } from './language.ts';

/** Why a text cannot be a name, a key or a value. */
export const textProblems = ['empty', 'loneSurrogate', 'controlCharacter', 'tooLong'] as const;
export type TextProblem = (typeof textProblems)[number];

/** Longest text in UTF-16 code units, our own limit where a service states none: a longer name is a paste accident. */
export const LONGEST_TEXT = 10_000;

// C0 and C1 controls are invisible and change what a person sees.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** The problem of a name or key; null when there is none. */
export function textProblem(text: string): TextProblem | null {
  if (text === '') return 'empty';
  // UTF-8 replaces a lone surrogate by U+FFFD (WHATWG Encoding), so the stored edit would differ from the typed one.
  if (!text.isWellFormed()) return 'loneSurrogate';
  if (CONTROL.test(text)) return 'controlCharacter';
  return text.length > LONGEST_TEXT ? 'tooLong' : null;
}

/** The problem of a metadata value, which may be empty; null when there is none. */
export function valueProblem(text: string): TextProblem | null {
  return text === '' ? null : textProblem(text);
}

/** Whether two texts are equal after NFC (UAX #15) and trimming, both of which services are known to do. */
export const sameAfterNormalising = (a: string, b: string): boolean =>
  a.normalize('NFC').trim() === b.normalize('NFC').trim();

/** Text without case, width and diacritics (NFKD, UAX #15), so that "resume" finds "Résumé", and a final sigma any sigma. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase()
    .replace(/[ςłøđħıßæœ]/gu, (letter) => UNDECOMPOSED[letter] ?? letter);

/** Letters without a decomposition in Unicode, and how people without that key type them. */
const UNDECOMPOSED: Readonly<Record<string, string>> = {
  ς: 'σ',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
};

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

/** What programs write before a text to say that it is UTF-8; Excel reads a table as UTF-8 only after it. */
export const BYTE_ORDER_MARK = '\uFEFF';

export const withoutByteOrderMark = (text: string): string =>
  text.startsWith(BYTE_ORDER_MARK) ? text.slice(BYTE_ORDER_MARK.length) : text;

/** Characters of a text that a screen shows: a page with a text of a megabyte would stand still. In UTF-16 code units. */
export const LONGEST_SHOWN = 10_000;

/** A text as far as a screen shows it. No character is cut in half. */
export function cutText(text: string, longest = LONGEST_SHOWN): string {
  if (text.length <= longest) return text;
  const isHalf = /[\ud800-\udbff]/.test(text.charAt(longest - 1));
  return text.slice(0, isHalf ? longest - 1 : longest);
}

/**
 * Foreign text within a sentence or a label of the app, which has no badges: with the names of its invisible characters, and
 * with an ellipsis where it is cut.
 */
export const labelText = (text: string): string =>
  visibleText(text.length <= LONGEST_LABEL ? text : `${cutText(text, LONGEST_LABEL)}…`);
const LONGEST_LABEL = 200;

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Whether a text has writing from right to left. */
export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/** A part of a text: shown as it is, or the name of an invisible character. */
export type TextPart = { readonly kind: 'text' | 'invisible'; readonly text: string };

/**
 * Splits foreign text into parts to show as they are and invisible characters to show as a badge ("U+202E").
 *
 * @param before what stands before the text, where it is a part of a longer one
 */
export function visibleParts(text: string, before = ''): readonly TextPart[] {
  if (!mayHaveInvisible(text)) return text === '' ? [] : [{ kind: 'text', text }];
  const parts: TextPart[] = [];
  const characters = [...text];
  let plain = '';
  for (const [at, character] of characters.entries()) {
    if (!isUnseen(character, characters[at - 1] ?? [...before].at(-1) ?? '', characters[at + 1] ?? '')) {
      plain += character;
      continue;
    }
    if (plain !== '') parts.push({ kind: 'text', text: plain });
    plain = '';
    parts.push({ kind: 'invisible', text: codePointName(character) });
  }
  if (plain !== '') parts.push({ kind: 'text', text: plain });
  return parts;
}

/** A text as one string, with the names of its invisible characters in their places. */
export const visibleText = (text: string): string =>
  visibleParts(text)
    .map(({ text: part }) => part)
    .join('');

const codePointName = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/**
 * The beginning of a day on this computer's calendar, in milliseconds since 1970.
 *
 * @param day "2026-01-31"
 * @param laterDays added to the day
 */
export function dayBeginsMs(day: string, laterDays = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  // The constructor takes a year below 100 for one of the 20th century (ECMA-262, MakeFullYear).
  return new Date(2000, 0).setFullYear(year, month - 1, date + laterDays);
}

const POWER: Readonly<Record<string, number>> = { '': 0, b: 0, k: 1, m: 2, g: 3, t: 4, p: 5 };

/**
 * Reads a size as people write it: "500 kB", "1.5 GB", "2MiB", "1,024", "1 024" or "1,5".
 *
 * @param language tells "1.500" apart, which is one and a half in English and a thousand and a half in German
 * @returns bytes; null for what is no size
 */
export function sizeOf(text: string, language: Language): number | null {
  const [, digits = '', prefix = '', binary] = /^([\d.,’'\s]*\d)\s*([bkmgtp]?)(i?)b?$/i.exec(text.trim()) ?? [];
  if (digits === '') return null;
  const number = numberIn(digits, DECIMAL_SIGN[language]);
  if (number === null) return null;
  const sizeBytes = Math.round(number * (binary ? 1_024 : 1_000) ** (POWER[prefix.toLowerCase()] ?? 0));
  return Number.isSafeInteger(sizeBytes) ? sizeBytes : null;
}

const DECIMAL_SIGN: Readonly<Record<Language, string>> = { en: '.', de: ',' };

/**
 * Of two signs the last one is the decimal sign. One alone is, unless it stands several times, or parts three digits from those
 * before and the language parts thousands by it.
 */
function numberIn(digits: string, decimalSign: string): number | null {
  const dense = digits.replaceAll(/[\s’']/g, '');
  const signs = dense.match(/[.,]/g) ?? [];
  const last = signs.at(-1);
  const isThousands = last !== decimalSign && /^[1-9]\d{0,2}[.,]\d{3}$/.test(dense);
  const isOnce = signs.filter((sign) => sign === last).length === 1;
  const decimal = isOnce && !isThousands ? last : undefined;
  const number = Number([...dense].map((one) => (one === decimal ? '.' : /\d/.test(one) ? one : '')).join(''));
  return Number.isNaN(number) || (decimal === undefined && new Set(signs).size > 1) ? null : number;
}

/** A day of the calendar, "2026-01-31". */
export const day = z.iso.date();

/** Days on this computer's calendar, both ends included; null is an open end. An unknown date is outside. */
export const dayRange = z
  .object({ from: day.nullable(), to: day.nullable() })
  .refine(({ from, to }) => from !== null || to !== null, 'A range needs an end')
  .refine(({ from, to }) => from === null || to === null || from <= to, 'A range goes forwards');
export type DayRange = Readonly<z.infer<typeof dayRange>>;

/** An instant as tables write it (ISO 8601, UTC, milliseconds); null stays. */
export const isoTime = (atMs: number | null): string | null => (atMs === null ? null : new Date(atMs).toISOString());

/** The bytes of a text in UTF-8 (RFC 3629, section 3). */
export function utf8Bytes(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    // The two halves of a pair take two bytes each.
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3;
  }
  return bytes;
}

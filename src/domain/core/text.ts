import { z } from 'zod';

/** What makes a text unfit for a name, a key or a value; `null` when it is fit. */
export type TextProblem = 'empty' | 'loneSurrogate' | 'controlCharacter' | 'tooLong';

/** A ceiling of our own where a service states none: longer text is a paste accident, not a name. */
export const LONGEST_TEXT = 10_000;

// C0 and C1 controls change what a person sees without being seen; no service needs them in a name.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

export function textProblem(text: string): TextProblem | null {
  if (text === '') return 'empty';
  // SQLite and URLs would silently store U+FFFD instead, and the edit would no longer be what was typed.
  if (!text.isWellFormed()) return 'loneSurrogate';
  if (CONTROL.test(text)) return 'controlCharacter';
  return text.length > LONGEST_TEXT ? 'tooLong' : null;
}

/** A metadata value may be empty; everything else about it is as for names. */
export function valueProblem(text: string): TextProblem | null {
  return text === '' ? null : textProblem(text);
}

/** Equal but for Unicode normalisation and outer blanks, which services are known to change. */
export const sameAfterNormalising = (a: string, b: string): boolean =>
  a.normalize('NFC').trim() === b.normalize('NFC').trim();

/** Folds case, width and diacritics, so that "resume" finds "Résumé", and a final sigma any sigma. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase()
    .replace(/[ςłøđħıßæœ]/gu, (letter) => UNDECOMPOSED[letter] ?? letter);

/** Letters that Unicode does not take apart into a base and a mark, as people without that key type them. */
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

export type TextPart = { readonly kind: 'text' | 'invisible'; readonly text: string };

// Controls, line separators, bidi overrides and isolates, zero-width characters, tags, and halves of surrogate pairs.
const INVISIBLE =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff\u{e0000}-\u{e007f}]/u;

/** Splits text from outside into what can be shown as it is, and characters that need a visible badge ("U+202E"). */
export function visibleParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let plain = '';
  for (const character of text) {
    // Joiners hold emoji and Indic scripts together; shown as badges they would tear them apart.
    const joins = character === '\u200d' || character === '\u200c';
    if (joins || !INVISIBLE.test(character)) {
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

const codePointName = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/**
 * When a day of this computer's calendar begins, in milliseconds since 1970.
 *
 * @param day "2026-01-31"
 * @param laterDays counted from it
 */
export function dayBeginsMs(day: string, laterDays = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + laterDays).getTime();
}

const POWER: Readonly<Record<string, number>> = { '': 0, b: 0, k: 1, m: 2, g: 3, t: 4, p: 5 };

/**
 * Reads a size as people write it: "500 kB", "1.5 GB", "2MiB", "1,024" or "1 024".
 *
 * @returns bytes; null for what is no size
 */
export function sizeOf(text: string): number | null {
  const [, digits = '', prefix = '', binary] = /^([\d,\s]*\.?\d+)\s*([bkmgtp]?)(i?)b?$/i.exec(text.trim()) ?? [];
  if (digits === '') return null;
  const number = Number(digits.replaceAll(/[,\s]/g, ''));
  const sizeBytes = Math.round(number * (binary ? 1_024 : 1_000) ** (POWER[prefix.toLowerCase()] ?? 0));
  return Number.isSafeInteger(sizeBytes) ? sizeBytes : null;
}

/** A day of the calendar, "2026-01-31". */
export const day = z.iso.date();

/** Days on this computer's calendar, both included; a missing end is open. Files of unknown date are outside. */
export const dayRange = z
  .object({ from: day.nullable(), to: day.nullable() })
  .refine(({ from, to }) => from !== null || to !== null, 'A range needs an end')
  .refine(({ from, to }) => from === null || to === null || from <= to, 'A range goes forwards');

export type DayRange = Readonly<z.infer<typeof dayRange>>;

import { z } from 'zod';

/** The languages the app speaks. */
export const language = z.enum(['en', 'de']);
export type Language = z.infer<typeof language>;

/** The language a person chose, or the one of their system. */
export const languageChoice = z.enum(['system', ...language.options]);
export type LanguageChoice = z.infer<typeof languageChoice>;

/** A language with the locale of its dates and numbers. */
export type SpokenLanguage = { readonly language: Language; readonly locale: string };

/** Written where the system prefers no region of the language. */
const usualLocales: Record<Language, string> = { en: 'en-GB', de: 'de-DE' };

/**
 * The tag of a locale (BCP 47); null for a name that is none.
 *
 * @param name as a system gives it. Chromium says `en-US@posix` where the system has no language (`LANG=C`), and no date can
 *   be written in that.
 */
function localeOf(name: string): string | null {
  try {
    return Intl.getCanonicalLocales(name.replace(/[.@].*$/s, '').replaceAll('_', '-'))[0] ?? null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const languageOf = (locale: string): Language | null =>
  language.safeParse(locale.split('-')[0]?.toLowerCase()).data ?? null;

/**
 * @param preferred names of the system's locales, the favourite one first
 * @returns the chosen language, else the first preferred one that the app speaks, else English; in the person's own
 *   region of it, so that an Austrian reads Austrian dates
 */
export function spokenLanguage(choice: LanguageChoice, preferred: readonly string[]): SpokenLanguage {
  const locales = preferred.map(localeOf).filter((one) => one !== null);
  const wanted = choice === 'system' ? (locales.map(languageOf).find((one) => one !== null) ?? 'en') : choice;
  const locale = locales.find((one) => languageOf(one) === wanted && one.includes('-'));
  return { language: wanted, locale: locale ?? usualLocales[wanted] };
}

/** Writes numbers as a language does, where no page has chosen a locale: "12,400", "12.400". */
export function countIn(language: Language): (number: number) => string {
  const format = new Intl.NumberFormat(language);
  return (number) => format.format(number);
}

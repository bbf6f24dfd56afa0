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

const languageOf = (locale: string): Language | null =>
  language.safeParse(locale.split('-')[0]?.toLowerCase()).data ?? null;

/**
 * @param preferred locales of the system, the favourite one first
 * @returns the chosen language, else the first preferred one that the app speaks, else English; in the person's own
 *   region of it, so that an Austrian reads Austrian dates
 */
export function spokenLanguage(choice: LanguageChoice, preferred: readonly string[]): SpokenLanguage {
  const wanted = choice === 'system' ? (preferred.map(languageOf).find((one) => one !== null) ?? 'en') : choice;
  const locale = preferred.find((one) => languageOf(one) === wanted && one.includes('-'));
  return { language: wanted, locale: locale ?? usualLocales[wanted] };
}

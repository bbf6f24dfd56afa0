import { formatIn } from '../components/format.ts';
import { nameKeysIn } from '../components/key-names.ts';
import type { SpokenLanguage } from '../domain/core/language.ts';

/**
 * Takes a language for the rest of the page's life. Nothing may be shown before: words that stand on the screen stay as
 * they are, which is why another choice loads the window again.
 */
export async function speak({ language, locale }: SpokenLanguage): Promise<void> {
  document.documentElement.lang = language;
  formatIn(locale);
  nameKeysIn(language, { isApple: /^(Mac|iP)/.test(navigator.platform) });
  if (language === 'de') (await import('./german.ts')).speakGerman();
}

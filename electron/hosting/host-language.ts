import { z } from 'zod';
import { type Language, languageChoice, spokenLanguage } from '../../src/domain/core/language.ts';
import type { Core } from '../host.ts';

const reply = z.object({
  value: z.object({
    language: languageChoice,
    replayNotices: z.boolean().default(true),
    tray: z.boolean().default(false),
  }),
});

/**
 * The language of what the host shows itself: the one that the person chose for the page. The system's where the core
 * has no answer.
 *
 * @param preferred locales of the system, the favourite one first
 */
export async function languageOf({ ask }: Pick<Core, 'ask'>, preferred: readonly string[]): Promise<Language> {
  const { data } = reply.safeParse(await ask('app.preferences', null));
  return spokenLanguage(data?.value.language ?? 'system', preferred).language;
}

/** The language of a notice about a replay. @returns null where the person wants none */
export async function noticeLanguageOf(
  { ask }: Pick<Core, 'ask'>,
  preferred: readonly string[],
): Promise<Language | null> {
  const { data } = reply.safeParse(await ask('app.preferences', null));
  if (data?.value.replayNotices === false) return null;
  return spokenLanguage(data?.value.language ?? 'system', preferred).language;
}

/** What the person chose about the icon in the tray; none where the core has no answer. */
export async function trayChoiceOf(
  { ask }: Pick<Core, 'ask'>,
  preferred: readonly string[],
): Promise<{ readonly isWanted: boolean; readonly language: Language }> {
  const { data } = reply.safeParse(await ask('app.preferences', null));
  const { language } = spokenLanguage(data?.value.language ?? 'system', preferred);
  return { isWanted: data?.value.tray ?? false, language };
}

/** The language of the host before the core answers, while it does, and after it ended. */
export function hostLanguage(preferred: () => readonly string[]) {
  let latest: Language | null = null;
  return {
    /** What the core answered last, else the system's. */
    latest: (): Language => latest ?? spokenLanguage('system', preferred()).language,
    ask: async (core: Pick<Core, 'ask'>): Promise<Language> => (latest = await languageOf(core, preferred())),
  };
}

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

type Asked = Pick<Core, 'ask'>;

/** What the person chose about what the host shows itself; null where the core has no answer. */
async function chosenIn({ ask }: Asked): Promise<z.infer<typeof reply>['value'] | null> {
  return reply.safeParse(await ask('app.preferences', null)).data?.value ?? null;
}

const spoken = (chosen: Awaited<ReturnType<typeof chosenIn>>, preferred: readonly string[]): Language =>
  spokenLanguage(chosen?.language ?? 'system', preferred).language;

/**
 * The language of a notice about a replay: the one that the person chose for the page. The system's where the core has no
 * answer.
 *
 * @param preferred locales of the system, the favourite one first
 * @returns null where the person wants none
 */
export async function noticeLanguageOf(core: Asked, preferred: readonly string[]): Promise<Language | null> {
  const chosen = await chosenIn(core);
  return chosen?.replayNotices === false ? null : spoken(chosen, preferred);
}

/** What the person chose about the icon in the tray; none where the core has no answer. */
export async function trayChoiceOf(
  core: Asked,
  preferred: readonly string[],
): Promise<{ readonly isWanted: boolean; readonly language: Language }> {
  const chosen = await chosenIn(core);
  return { isWanted: chosen?.tray ?? false, language: spoken(chosen, preferred) };
}

/** The language of the host before the core answers, while it does, and after it ended. */
export function hostLanguage(preferred: () => readonly string[]) {
  let latest: Language | null = null;
  const latestOrSystem = (): Language => latest ?? spoken(null, preferred());
  return {
    /** What the core answered last, else the system's. */
    latest: latestOrSystem,
    ask: async (core: Asked): Promise<Language> => {
      const chosen = await chosenIn(core);
      if (chosen !== null) latest = spoken(chosen, preferred());
      return latestOrSystem();
    },
  };
}

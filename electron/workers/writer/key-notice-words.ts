import { countIn } from '../../../src/domain/core/language.ts';

const english = countIn('en');
const german = countIn('de');

/** The words of a notification about API keys, by language. */
export const keyNoticeWords = {
  en: {
    title: (connection: string) => `API keys of ${connection}`,
    share: (key: string, uses: number, limit: number) => `${key} has used ${english(uses)} of ${english(limit)}.`,
    forecast: (key: string, left: number) =>
      `${key} is running out: ${left === 1 ? '1 use' : `${english(left)} uses`} left.`,
    nameless: 'A key without a name',
    namelessInList: 'without a name',
    several: (keys: number, named: string, more: number) =>
      `${english(keys)} keys are near their end: ${named}${more > 0 ? ` and ${english(more)} more` : ''}.`,
  },
  de: {
    title: (connection: string) => `API-Schlüssel von ${connection}`,
    share: (key: string, uses: number, limit: number) =>
      `${key}: ${german(uses)} von ${german(limit)} Nutzungen verbraucht.`,
    forecast: (key: string, left: number) =>
      `${key} geht zu Ende: noch ${left === 1 ? '1 Nutzung' : `${german(left)} Nutzungen`}.`,
    nameless: 'Ein Schlüssel ohne Namen',
    namelessInList: 'ohne Namen',
    several: (keys: number, named: string, more: number) =>
      `${german(keys)} Schlüssel gehen zu Ende: ${named}${
        more > 0 ? ` und ${more === 1 ? '1 weiterer' : `${german(more)} weitere`}` : ''
      }.`,
  },
} as const;

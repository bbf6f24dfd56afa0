/** The words of a notification about API keys, by language. */
export const keyNoticeWords = {
  en: {
    title: (connection: string) => `API keys of ${connection}`,
    share: (key: string, uses: number, limit: number) => `${key} has used ${uses} of ${limit}.`,
    forecast: (key: string, left: number) => `${key} is running out: ${left} uses left.`,
    nameless: 'A key without a name',
    namelessInList: 'without a name',
    several: (keys: number, named: string, more: number) =>
      `${keys} keys are near their end: ${named}${more > 0 ? ` and ${more} more` : ''}.`,
  },
  de: {
    title: (connection: string) => `API-Schlüssel von ${connection}`,
    share: (key: string, uses: number, limit: number) => `${key}: ${uses} von ${limit} Nutzungen verbraucht.`,
    forecast: (key: string, left: number) => `${key} geht zur Neige: noch ${left} Nutzungen.`,
    nameless: 'Ein Schlüssel ohne Namen',
    namelessInList: 'ohne Namen',
    several: (keys: number, named: string, more: number) =>
      `${keys} Schlüssel sind fast aufgebraucht: ${named}${more > 0 ? ` und ${more} weitere` : ''}.`,
  },
} as const;

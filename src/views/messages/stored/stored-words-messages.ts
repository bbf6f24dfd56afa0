export const storedWordsMessages = {
  /**
   * Words about a refusal, a failure or a try as they are shown. The profile holds them as they were written: the service's
   * own, and in English those of the app.
   */
  shown: (words: string) => words,
};

import type { Page } from 'playwright/test';

/** What the padding adds to a text: German and Finnish need about a third more room than English. */
const PADDING = 0.35;

/**
 * Lets a page speak a language that nobody speaks: each English word with accents on its vowels, and a third longer. It
 * takes the place of the German chunk, so the page has to be opened with German as the language of its system.
 *
 * @returns how many catalogues took the made-up words; known once the page is shown
 */
export async function speakPseudo(page: Page): Promise<() => number> {
  let catalogues = 0;
  await page.route(/\/german-[\w-]+\.js$/, async (route) => {
    const response = await route.fetch();
    // The last functions of the chunk hand each German catalogue to its English one, and do nothing else.
    const last = /(?:\{[^{}]*\}\s*(?:function [\w$]+\(\)\s*)?)+(?=export\s*\{)/;
    const text = (await response.text()).replace(last, (calls) =>
      calls.replace(/([\w$]+)\(([\w$]+),\s*([\w$]+)\)/g, (_call, adopt: string, english: string, german: string) => {
        catalogues += 1;
        return `${adopt}(${english}, madeUp(${english}, ${german}))`;
      }),
    );
    await route.fulfill({
      response,
      body: `${text}\n${pseudo.toString()}\n${madeUp.toString()}\nconst padding = ${PADDING};`,
    });
  });
  return () => catalogues;
}

declare const padding: number;

/** Runs in the page: the English catalogues that have a German one, in made-up words. */
function madeUp(english: Record<string, unknown>, german: object): object {
  return Object.fromEntries(Object.keys(german).map((name) => [name, pseudo(english[name])]));
}

/** Runs in the page: the words of anything that says words. */
function pseudo(words: unknown): unknown {
  const accents: Record<string, string> = {
    a: 'á',
    e: 'é',
    i: 'í',
    o: 'ó',
    u: 'ú',
    A: 'Á',
    E: 'É',
    I: 'Í',
    O: 'Ó',
    U: 'Ú',
  };
  const said = (text: string): string => {
    const accented = text.replace(/[aeiouAEIOU]/g, (vowel) => accents[vowel] ?? vowel);
    return /[a-z]{2}/i.test(text)
      ? accented + '~'.repeat(Math.ceil(text.length * padding)).replace(/~{6}/g, '~~~~~ ')
      : accented;
  };
  if (typeof words === 'string') return said(words);
  if (typeof words === 'function')
    return (...asked: unknown[]) => pseudo((words as (...asked: unknown[]) => unknown)(...asked));
  if (Array.isArray(words)) return words.map(pseudo);
  if (typeof words !== 'object' || words === null) return words;
  return Object.fromEntries(Object.entries(words).map(([name, one]) => [name, pseudo(one)]));
}

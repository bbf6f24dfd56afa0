import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { textsIn } from '../support/texts-in.ts';

const english = [
  ...globSync('src/**/*-messages.ts'),
  ...globSync('electron/{hosting,shell,workers}/**/*-words.ts'),
].flatMap((path) => textsIn(path).map((text) => ({ path, text })));

/** Words that no screen says, and words for a thing which has another name on every other screen. */
const otherwise: readonly (readonly [word: RegExp, say: string])[] = [
  [
    /\bsync errors?\b|\bdirty\b|\bstale\b|\bmutations?\b|\boptimistic\b|\boops\b|something went wrong/i,
    'what happened',
  ],
  [/\bpending edits?\b/i, 'waiting edits'],
  [/\bidle for\b|\bnot used for\b|\bno use for\b/, 'unused for'],
  [/\bmay do all\b/i, 'may do everything'],
  [/\bFont Licence\b/, 'the name of that licence, Font License'],
  [/\bthe resolver\b/, 'a conflict'],
];

test('one thing has one name in English wherever it stands', () => {
  const found = otherwise.flatMap(([word, say]) =>
    english.filter(({ text }) => word.test(text)).map(({ path, text }) => `${path}: ${text} (say ${say})`),
  );
  expect(found).toEqual([]);
  expect(english.length).toBeGreaterThan(1_000);
});

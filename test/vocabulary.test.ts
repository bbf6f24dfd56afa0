import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

/**
 * Words of an earlier vocabulary, each with the standard term that took its place. An identifier is read word by word
 * (`lateChecksPart` is late, checks, part), a comment and the name of a test as text.
 */
const forbidden: Readonly<Record<string, string>> = {
  breathe: 'yieldToEventLoop',
  ears: 'message inbox',
  fastener: 'checkpoint',
  gesture: 'change set',
  gestures: 'change sets',
  heal: 'repair',
  healed: 'repaired',
  healing: 'repair',
  heals: 'repairs',
  ledger: 'edit counters',
  lesson: 'service traits',
  lessons: 'service traits',
  outliving: 'detached effects',
  rehearsal: 'dry run',
  rehearse: 'dry run',
  rehearsed: 'dry run',
  restful: 'throttle',
  salvage: 'recover',
  sighting: 'last seen',
  sightings: 'last seen',
  standing: 'status',
  standings: 'statuses',
  undead: 'say the condition',
  upkeep: 'patch',
  wish: 'start options, or request',
  wishes: 'start options, or requests',
};

/** Words that stand in the files of profiles or of exports, and so outlive the vocabulary: by the files that read them. */
const persisted: readonly (readonly [string, RegExp])[] = [
  ['standing', /^electron\/database\/signatures\//],
  ['standing', /self-?tests?|SelfTest|signature-export|small-tables/i],
  ['sightings', /^electron\/database\/mirror\/migrations\//],
  ['gesture', /undo-(step|history)/],
];

const identifierWords = (name: string): readonly string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/_/g, ' ')
    .toLowerCase()
    .split(' ');

const textWords = (text: string): readonly string[] => text.toLowerCase().match(/[a-z]+/g) ?? [];

/** Markup of a component is words on the screen; only its script is read. */
const scriptOf = (path: string, text: string): string =>
  path.endsWith('.svelte') ? (/<script[^>]*>([\s\S]*?)<\/script>/.exec(text)?.[1] ?? '') : text;

function* wordsIn(source: string): Iterable<string> {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, source);
  let before = '';
  let depth: number[] = [];
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    const text = scanner.getTokenText();
    // The scanner alone cannot tell where an expression in a template literal ends.
    if (kind === ts.SyntaxKind.TemplateHead) depth.push(0);
    if (depth.length > 0 && kind === ts.SyntaxKind.OpenBraceToken) depth = depth.with(-1, (depth.at(-1) ?? 0) + 1);
    if (depth.length > 0 && kind === ts.SyntaxKind.CloseBraceToken) {
      if (depth.at(-1) === 0) {
        if (scanner.reScanTemplateToken(false) === ts.SyntaxKind.TemplateTail) depth.pop();
      } else depth = depth.with(-1, (depth.at(-1) ?? 0) - 1);
    }
    if (kind === ts.SyntaxKind.SingleLineCommentTrivia || kind === ts.SyntaxKind.MultiLineCommentTrivia) {
      yield* textWords(text.replace(/`[^`]*`/g, ''));
    } else if (kind === ts.SyntaxKind.Identifier) {
      yield* identifierWords(text);
    } else if (kind === ts.SyntaxKind.StringLiteral && /^(test|describe)\($/.test(before)) yield* textWords(text);
    if (kind !== ts.SyntaxKind.WhitespaceTrivia && kind !== ts.SyntaxKind.NewLineTrivia)
      before = kind === ts.SyntaxKind.OpenParenToken ? `${before}(` : text;
  }
}

/** Most files hold none of these letters in this order, and their words need no scan. */
const mention = new RegExp(Object.keys(forbidden).join('|'), 'i');

const forbiddenIn = (path: string, text: string): readonly string[] =>
  mention.test(text)
    ? [
        ...new Set(
          [...wordsIn(scriptOf(path, text))]
            .filter((word) => Object.hasOwn(forbidden, word))
            .filter((word) => !persisted.some(([name, where]) => name === word && where.test(path))),
        ),
      ]
    : [];

test('no word of an earlier vocabulary is left in code, comments and names of tests', () => {
  const paths = globSync('{src,electron,test}/**/*.{ts,mts,mjs,svelte}').filter((path) => !path.includes('peers'));
  const found = paths.flatMap((path) => {
    const words = path.endsWith('vocabulary.test.ts') ? [] : forbiddenIn(path, readFileSync(path, 'utf8'));
    return words.length === 0 ? [] : [`${path}: ${words.map((word) => `${word} (say ${forbidden[word]})`).join(', ')}`];
  });
  expect(found).toEqual([]);
});

test.each([
  ['an identifier', 'const healingTimeMs = 1;', ['healing']],
  ['a comment', '// What a gesture asked for.\nrun();', ['gesture']],
  ['the name of a test', "test('ears hear', () => undefined);", ['ears']],
  ['code after a template', '`a ${b({ c: 1 })} wishes`; const ledgerRow = 1;', ['ledger']],
])('%s with such a word would be seen, and strings are left alone', (_where, text, words) => {
  expect(forbiddenIn('planted.ts', `const said = 'a restful wish';\n${text}`)).toEqual(words);
});

import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scripts } from '../package.json' with { type: 'json' };

const LARGEST_README_BYTES = 12_000;

type Page = { readonly path: string; readonly text: string };

const pages: readonly Page[] = globSync([
  'README.md',
  '.github/**/*.md',
  'resources/**/*.md',
  '{src,electron,test}/**/{README,RESULTS}.md',
]).map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }));

const withoutCode = (text: string): string => text.replaceAll(/^```[^]*?^```$/gm, '');

/** GitHub's anchor of a heading: lower case, punctuation left out, a hyphen for each space. */
const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

const hasAnchor = (text: string, anchor: string): boolean =>
  [...withoutCode(text).matchAll(/^#+ (.*)$/gm)].some(([, heading = '']) => anchorOf(heading) === anchor);

function isDeadLink(page: Page, target: string): boolean {
  if (/^[a-z]+:/.test(target)) return false;
  const [file = '', anchor] = target.split('#');
  if (file === '') return !hasAnchor(page.text, anchor ?? '');
  const path = join(dirname(page.path), file);
  return !existsSync(path) || (anchor !== undefined && !hasAnchor(readFileSync(path, 'utf8'), anchor));
}

/** Links and images of Markdown, and those of HTML. */
function deadLinks(page: Page): readonly string[] {
  const found = withoutCode(page.text).matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g);
  return [...found].map(([, link, attribute]) => link ?? attribute ?? '').filter((target) => isDeadLink(page, target));
}

const ROOMS = /^(src|electron|test|resources|\.github|\.ci)\//;
const SOURCE_FILE = /^[\w./{},*-]+\.(ts|mts|mjs|svelte|css|md|yml|sh|png|html|json|js)$/;
const ROOT_FILE = /^\.?[\w.-]+\.(json|js|ts|md)$/;

const code = globSync('{src,electron,test}/**/*.{ts,mjs,svelte}')
  .filter((path) => !path.endsWith('paper.test.ts'))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');
const codeWords = new Set(code.match(/\w+/g));

/** Names of functions, members, tables and columns, which a rename may leave behind on a page. */
const unknownNames = ({ text }: Page): readonly string[] =>
  [...withoutCode(text).matchAll(/`(\w+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => /[a-z](_|[A-Z])[a-zA-Z]/.test(name) && !codeWords.has(name));

/** Paths in backticks count from the root of the repository when they begin with a room, else from the page's folder. */
function deadPaths(page: Page): readonly string[] {
  const quoted = [...withoutCode(page.text).matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);
  return quoted.filter((text) => {
    if (!ROOMS.test(text) && !SOURCE_FILE.test(text)) return false;
    if (!/^[\w./{},*@-]+$/.test(text)) return false;
    const places = ROOMS.test(text)
      ? [text]
      : [join(dirname(page.path), text), ...(ROOT_FILE.test(text) ? [text] : [])];
    return places.every((place) => globSync(place).length === 0);
  });
}

function unknownScripts({ text }: Page): readonly string[] {
  const named = [...text.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test))\b/g)].map(
    ([, run, short]) => run ?? short ?? '',
  );
  return named.filter((name) => !(name in scripts));
}

/** Rows of tables whose cells or dashes are filled up to a width. */
const paddedRows = ({ text }: Page): readonly string[] =>
  withoutCode(text)
    .split('\n')
    .filter((line) => line.startsWith('|') && (/[^\s|] {2,}\||\| {2,}[^\s|]/.test(line) || /\| *:?-{4,}/.test(line)));

const failuresOf = (find: (page: Page) => readonly string[]) =>
  pages.map((page) => ({ path: page.path, found: find(page) })).filter(({ found }) => found.length > 0);

describe('on every page', () => {
  test('links lead to files and headings that are there', () => expect(failuresOf(deadLinks)).toEqual([]));
  test('paths in backticks are there', () => expect(failuresOf(deadPaths)).toEqual([]));
  test('names in backticks are in the code', () => expect(failuresOf(unknownNames)).toEqual([]));
  test('npm commands are there', () => expect(failuresOf(unknownScripts)).toEqual([]));
  test('tables carry no padding', () => expect(failuresOf(paddedRows)).toEqual([]));
});

test(`the README has at most ${LARGEST_README_BYTES} bytes`, () => {
  expect(statSync('README.md').size).toBeLessThanOrEqual(LARGEST_README_BYTES);
});

test('every decision stands in the index', () => {
  const index = readFileSync('resources/decisions/README.md', 'utf8');
  const missing = globSync('resources/decisions/*.md').map((path) => basename(path));
  expect(missing.filter((name) => name !== 'README.md' && !index.includes(`](${name})`))).toEqual([]);
});

describe('the rules see', () => {
  const page = (text: string): Page => ({ path: 'src/README.md', text });

  test.each([
    '[a](gone.md)',
    '![a](../resources/none.png)',
    '[a](#nothing)',
    '<img src="none.png">',
    '[a](../README.md#no)',
  ])('a dead link: %s', (text) => expect(deadLinks(page(`# Here\n\n${text}`))).toHaveLength(1));
  test.each(['[a](../README.md)', '[a](#here-and-there)', '[a](https://example.com/)', '```\n[a](gone.md)\n```'])(
    'no dead link in %s',
    (text) => expect(deadLinks(page(`# Here, and there\n\n${text}`))).toEqual([]),
  );
  test.each(['`src/none.ts`', '`electron/none/`', '`none.svelte`', '`test/none/*.ts`'])('a dead path: %s', (text) =>
    expect(deadPaths(page(text))).toHaveLength(1),
  );
  test.each([
    '`src/domain`',
    '`src/domain/`',
    '`package.json`',
    '`test/*.test.ts`',
    '`outbox.db`',
    '`src/domain decides`',
  ])('no dead path in %s', (text) => expect(deadPaths(page(text))).toEqual([]));
  test('a name that no code has', () => {
    expect(unknownNames(page('`goneForGood`, `gone_for_good`, `metadataKey`, `saved_views`, `gone`'))).toEqual([
      'goneForGood',
      'gone_for_good',
    ]);
  });
  test('an npm command that is not there', () => {
    expect(unknownScripts(page('`npm run nothing`, `npm test`, `npm run check`'))).toEqual(['nothing']);
  });
  test('a padded table', () => {
    expect(paddedRows(page('| a   | b |\n| ----- | --- |\n| c | d |'))).toHaveLength(2);
    expect(paddedRows(page('| a | |\n| --- | ---: |\n|  | d |'))).toEqual([]);
  });
});

/** The first releases with what the page cannot do without (MDN, browser compatibility data): Chrome, Firefox, Safari. */
const firstReleases = [
  { use: /\bIntl\.Segmenter\b/, releases: [87, 125, 14.1] },
  { use: /:has\(/, releases: [105, 121, 15.4] },
  { use: /\blight-dark\(/, releases: [123, 120, 17.5] },
  { use: /\bMap\.groupBy\b/, releases: [117, 119, 17.4] },
  { use: /\.checkVisibility\(/, releases: [105, 106, 17.4] },
  { use: /WellFormed\(/, releases: [111, 119, 16.4] },
] as const;

test('the browsers that the README names have all that the page uses', () => {
  const sources = globSync('src/**/*.{ts,svelte,css}').map((path) => readFileSync(path, 'utf8'));
  const readme = readFileSync('README.md', 'utf8');
  const named = /Chrome or Edge (\d+), Firefox (\d+), Safari ([\d.]+)/.exec(readme)?.slice(1).map(Number);
  const used = firstReleases.filter(({ use }) => sources.some((text) => use.test(text)));
  const needed = [0, 1, 2].map((browser) => Math.max(...used.map(({ releases }) => releases[browser] ?? 0)));
  expect(named).toEqual(needed);
});

import { type GuideBlock, guideBlocks, type GuideLine } from '../../domain/guide/guide-text.ts';

/** A page of the guide, under the name that its address has. */
export type GuidePage = { readonly name: string; readonly title: string; readonly blocks: readonly GuideBlock[] };

// Part of the chunk of the guide, and of no page that does not show it.
const english = import.meta.glob<string>('../../../resources/guide/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const pictures = import.meta.glob<string>(
  '../../../resources/screenshots/{first-run,changes,bulk-edit,api-keys,signature}-{light,dark}.png',
  { query: '?url', import: 'default', eager: true },
);

const textOf = (line: GuideLine): string => line.map(({ text }) => text).join('');

/** Every page, in the order of the files' numbers. @param language of the page; English stands for all but German */
export async function guidePagesIn(language: string): Promise<readonly GuidePage[]> {
  const texts = language === 'de' ? (await import('./pages-in-german.ts')).germanPages : english;
  return Object.entries(texts)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, text]) => pageOf(path, text));
}

function pageOf(path: string, text: string): GuidePage {
  const blocks = guideBlocks(text);
  const title = blocks.find((block) => block.kind === 'title');
  return { name: nameOf(path), title: title === undefined ? '' : textOf(title.line), blocks };
}

/** "conflicts" of "03-conflicts.md", wherever it lies. */
export function nameOf(path: string): string {
  return /(?:^|\/)(?:\d+-)?([\w-]+)\.md$/.exec(path)?.[1] ?? path;
}

/** The address of a picture as a page names it. */
export const pictureOf = (path: string, theme: 'light' | 'dark'): string | undefined =>
  pictures[`../../../resources/${path.replace(/^(\.\.\/)+/, '').replace('-light.', `-${theme}.`)}`];

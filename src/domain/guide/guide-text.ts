/** A piece of a line. */
export type GuideSpan =
  | { readonly kind: 'text' | 'strong' | 'emphasis' | 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly target: string };
export type GuideLine = readonly GuideSpan[];

/** A part of a page of the guide. */
export type GuideBlock =
  | { readonly kind: 'title'; readonly line: GuideLine }
  | { readonly kind: 'heading'; readonly line: GuideLine }
  | { readonly kind: 'paragraph'; readonly line: GuideLine }
  | { readonly kind: 'list'; readonly isNumbered: boolean; readonly items: readonly GuideLine[] }
  | { readonly kind: 'table'; readonly head: readonly GuideLine[]; readonly rows: readonly (readonly GuideLine[])[] }
  | { readonly kind: 'picture'; readonly about: string; readonly path: string };

const SPAN = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\[(.+?)\]\((.+?)\)/g;

/** Reads a line with the marks that the guide uses: `**strong**`, `*emphasis*`, code, and links. */
export function guideLine(text: string): GuideLine {
  const spans: GuideSpan[] = [];
  let end = 0;
  for (const { index, 0: whole, 1: strong, 2: emphasis, 3: code, 4: label, 5: target } of text.matchAll(SPAN)) {
    if (index > end) spans.push({ kind: 'text', text: text.slice(end, index) });
    if (strong !== undefined) spans.push({ kind: 'strong', text: strong });
    else if (emphasis !== undefined) spans.push({ kind: 'emphasis', text: emphasis });
    else if (code !== undefined) spans.push({ kind: 'code', text: code });
    else spans.push({ kind: 'link', text: label ?? '', target: target ?? '' });
    end = index + whole.length;
  }
  return end < text.length ? [...spans, { kind: 'text', text: text.slice(end) }] : spans;
}

/**
 * Reads a page of the guide. It takes the Markdown that our own pages are written in and no other: whatever has another
 * form is a paragraph.
 */
export const guideBlocks = (markdown: string): readonly GuideBlock[] =>
  markdown
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(guideBlock);

function guideBlock(part: string): GuideBlock {
  const [, marks, title] = /^(#{1,2}) (.*)$/.exec(part) ?? [];
  if (title !== undefined) return { kind: marks === '#' ? 'title' : 'heading', line: guideLine(title) };
  const [, about, path] = /^!\[(.*)\]\((.*)\)$/.exec(part) ?? [];
  if (path !== undefined) return { kind: 'picture', about: about ?? '', path };
  if (part.startsWith('| ')) return guideTable(part);
  const isNumbered = /^1\. /.test(part);
  if (!isNumbered && !part.startsWith('- ')) return { kind: 'paragraph', line: guideLine(oneLine(part)) };
  const items = part.split(/\n(?=- |\d+\. )/).map((item) => guideLine(oneLine(item.replace(/^(- |\d+\. )/, ''))));
  return { kind: 'list', isNumbered, items };
}

function guideTable(part: string): GuideBlock {
  const cellsOf = (row: string): readonly GuideLine[] =>
    row
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => guideLine(cell.trim()));
  const [head = '', , ...rows] = part.split('\n');
  return { kind: 'table', head: cellsOf(head), rows: rows.map(cellsOf) };
}

const oneLine = (part: string): string => part.replaceAll(/\s*\n\s*/g, ' ');

import { globSync, readFileSync } from 'node:fs';
import { parse } from 'svelte/compiler';
import { expect, test } from 'vitest';
import { z } from 'zod';

/** Attributes that a person reads or hears. */
const read = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'absent',
  'alt',
  'hint',
  'label',
  'none',
  'placeholder',
  'title',
]);
/** The name of the app, requests, addresses, keys and units are alike in every language. */
const alike = /^(?:Pinfold|PUT \/files\/|https?:\/\/\S+|Esc|ms)$/;

const node = z.looseObject({ type: z.string() });
const text = z.looseObject({ type: z.literal('Text'), data: z.string() });
const attribute = z.looseObject({ type: z.literal('Attribute'), name: z.string(), value: z.unknown() });

/** The words that stand in the markup of a component itself, and so in no catalogue. */
function wordsIn(source: string): readonly string[] {
  const words: string[] = [];
  const keep = (data: string): void => {
    const said = data.trim();
    if (/\p{L}{2,}/u.test(said) && !alike.test(said)) words.push(said);
  };
  const visit = (found: unknown): void => {
    if (Array.isArray(found)) return found.forEach(visit);
    const one = node.safeParse(found).data;
    if (one === undefined || one.type === 'StyleDirective') return;
    const plain = text.safeParse(found).data;
    if (plain !== undefined) return keep(plain.data);
    const named = attribute.safeParse(found).data;
    if (named !== undefined && !read.has(named.name)) return;
    // What is an expression comes from somewhere else, but a literal in it is written here.
    for (const [name, value] of Object.entries(one)) if (name !== 'parent') visit(value);
  };
  visit(parse(source, { modern: true }).fragment.nodes);
  return words;
}

test('no component says a word of its own: a word that is in no catalogue is in one language', () => {
  const all = globSync(['src/views/**/*.svelte', 'src/components/**/*.svelte']);
  expect(all.length).toBeGreaterThan(100);
  const saying = all.map((path) => ({ path, words: wordsIn(readFileSync(path, 'utf8')) }));
  expect(saying.filter(({ words }) => words.length > 0)).toEqual([]);
});

test('words between tags and in what a screen reader reads are seen, and names and numbers are not', () => {
  expect(wordsIn('<p>Request <b>{id}</b></p>')).toEqual(['Request']);
  expect(wordsIn('<button aria-label="Close this" class="close button">{word}</button>')).toEqual(['Close this']);
  expect(wordsIn('{#if open}<span>open</span>{:else}{none}{/if}')).toEqual(['open']);
  expect(wordsIn('<p class="meta" id="a-hint">1 · {count} <b>Pinfold</b></p><style>p { color: red }</style>')).toEqual(
    [],
  );
});

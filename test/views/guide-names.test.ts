import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { read } from '../support/imports.ts';
import { textsIn } from '../support/texts-in.ts';

const withoutEnd = (text: string): string => text.trim().replace(/[….:]$/, '');

/** What a page of the guide names on the screen, in italics. */
const namesOn = (path: string): readonly string[] =>
  [
    ...read(path)
      .text.replaceAll('**', '')
      .matchAll(/\*([^*]+)\*/g),
  ].map(([, name = '']) => name.replace(/\s+/g, ' '));

/** The texts of the catalogues, as they stand on the screen. */
const shownBy = (catalogues: string): ReadonlySet<string> =>
  new Set(
    globSync(catalogues)
      .flatMap(textsIn)
      .flatMap((text) => text.split('{}'))
      .map(withoutEnd),
  );

test.each([
  ['English', 'resources/guide/*.md', 'src/**/*-messages.ts'],
  ['German', 'resources/guide/de/*.md', 'src/**/*-messages.de.ts'],
])('the guide calls what is on the screen by the name that stands there, in %s', (_language, pages, catalogues) => {
  const shown = shownBy(catalogues);
  const isShown = (name: string): boolean => shown.has(withoutEnd(name));
  const named = globSync(pages).flatMap((path) => namesOn(path).map((name) => ({ path, name })));
  // A way leads over several names: "Settings, Diagnostics".
  const unknown = named.filter(({ name }) => !isShown(name) && !name.split(/, |: /).every(isShown));
  expect(unknown).toEqual([]);
  expect(named.length).toBeGreaterThan(20);
});

/** A name in bold. One with a full stop begins a paragraph and names nothing. */
const boldNames = (path: string): readonly string[] =>
  [...read(path).text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = '']) => name).filter((name) => !name.endsWith('.'));

test('the guide calls a thing in bold what the screen calls it', () => {
  const shown = new Set([...shownBy('src/**/*-messages.ts')].map((text) => text.toLowerCase()));
  const named = globSync('resources/guide/*.md').flatMap(boldNames);
  const known = named.filter((name) => shown.has(withoutEnd(name).toLowerCase()));
  // What it says of all groups in general has no name on the screen.
  expect(named.filter((name) => !known.includes(name))).toEqual(['A group']);
  expect(known.length).toBeGreaterThan(20);
});

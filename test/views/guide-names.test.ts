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

test.each([
  ['English', 'resources/guide/*.md', 'src/**/*-messages.ts'],
  ['German', 'resources/guide/de/*.md', 'src/**/*-messages.de.ts'],
])('the guide calls what is on the screen by the name that stands there, in %s', (_language, pages, catalogues) => {
  const shown = new Set(
    globSync(catalogues)
      .flatMap(textsIn)
      .flatMap((text) => text.split('{}'))
      .map(withoutEnd),
  );
  const isShown = (name: string): boolean => shown.has(withoutEnd(name));
  const named = globSync(pages).flatMap((path) => namesOn(path).map((name) => ({ path, name })));
  // A way leads over several names: "Settings, Diagnostics".
  const unknown = named.filter(({ name }) => !isShown(name) && !name.split(/, |: /).every(isShown));
  expect(unknown).toEqual([]);
  expect(named.length).toBeGreaterThan(20);
});

import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { read } from '../support/imports.ts';

const english = globSync('src/{views,components}/**/*-messages.ts');
const german = read('src/views/german.ts').text;

test('every catalogue with words has a German one, and the page takes it', () => {
  const withWords = english.filter((path) => /^export const \w+(Messages|Titles)\b(?! = \()/m.test(read(path).text));
  const missing = withWords.filter((path) => !german.includes(path.replace(/^.*\/(.*)\.ts$/, '/$1.de.ts')));
  expect(missing).toEqual([]);
  expect(withWords.length).toBeGreaterThan(20);
});

test('a function of a messages file has no words of its own', () => {
  const own = english.flatMap((path) =>
    read(path)
      .text.split('\n')
      .filter((line) => /^ {2}return ['`][A-Z]/.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(own).toEqual([]);
});

test('no other module of a view has words of its own', () => {
  const others = globSync('src/views/**/*.ts').filter((path) => !/-messages(\.de)?\.ts$/.test(path));
  const own = others.flatMap((path) =>
    [...read(path).text.matchAll(/'[A-Za-z]+(?: [a-z]+)+[.…]?'|'[a-z]+…'|`[^`]* · [a-z]+[^`]*`/g)].map(
      ([words]) => `${path}: ${words}`,
    ),
  );
  expect(own).toEqual([]);
  expect(others.length).toBeGreaterThan(20);
});

test('no component has a word for a field that has no key, or quotation marks, of its own', () => {
  const components = globSync('src/{views,components}/**/*.svelte');
  const own = components.flatMap((path) =>
    [...read(path).text.matchAll(/metadataKey\([^)]*\) \?\? ['`].*|`["“„«]\$\{.*/g)].map(
      ([words]) => `${path}: ${words}`,
    ),
  );
  expect(own).toEqual([]);
  expect(components.length).toBeGreaterThan(100);
});

test('a sentence of a catalogue runs as its language does, whatever a name in it does', () => {
  const sentences = globSync('src/{views,components}/**/*.svelte').flatMap((path) =>
    // What a catalogue shows as it is stored is nobody's sentence but the service's.
    [...read(path).text.matchAll(/<Text text=\{\w*[mM]essages?(?!\w*\.shown)[^{}]*\([^{}]*\}[^>]*>/g)].map(
      ([tag]) => `${path}: ${tag}`,
    ),
  );
  expect(sentences.filter((tag) => !tag.includes('isSentence'))).toEqual([]);
  expect(sentences.length).toBeGreaterThan(5);
});

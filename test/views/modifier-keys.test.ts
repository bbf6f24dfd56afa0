import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import ts from 'typescript';
import { afterEach, expect, test } from 'vitest';
import { keysNamed, nameKeysIn } from '../../src/components/key-names.ts';
import { columnsMessages } from '../../src/views/files/columns-messages.ts';
import { columnsMessages as columnsGerman } from '../../src/views/files/columns-messages.de.ts';
import { read } from '../support/imports.ts';

afterEach(() => {
  nameKeysIn('en', { isApple: false });
});

/** The names of a catalogue whose texts tell a modifier key that not every keyboard calls so. */
function tellingKeys(path: string): readonly string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    const isTelling = ts.isPropertyAssignment(node) && /\b(?:Alt|Shift|Ctrl)\b/.test(node.initializer.getText());
    if (isTelling && !ts.isObjectLiteralExpression(node.initializer)) names.push(node.name.getText());
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, read(path).text, ts.ScriptTarget.Latest, true));
  return names;
}

test('a sentence that names Alt or Shift is shown with the names of the person’s own keyboard', () => {
  const telling = globSync('src/views/*/*-messages.ts')
    .filter((path) => !path.endsWith('shortcut-messages.ts'))
    .flatMap((path) => tellingKeys(path).map((name) => ({ folder: dirname(path), name })));
  const bare = telling.flatMap(({ folder, name }) =>
    globSync(`${folder}/*.svelte`).filter((path) =>
      new RegExp(`(?<!keysNamed\\()\\bmessages\\.${name}\\b`).test(read(path).text),
    ),
  );
  expect(bare).toEqual([]);
  expect(telling.map(({ name }) => name).sort()).toEqual(['keys', 'listRest']);
});

test('on a keyboard of Apple the keys of the columns are its signs, in both languages', () => {
  nameKeysIn('en', { isApple: true });
  expect(keysNamed(columnsMessages.keys)).toMatch(/⌥ with an arrow key .* ⇧ with an arrow key/);
  nameKeysIn('de', { isApple: true });
  expect(keysNamed(columnsGerman.keys)).toMatch(/⌥ mit einer Pfeiltaste .* ⇧ mit einer Pfeiltaste/);
});

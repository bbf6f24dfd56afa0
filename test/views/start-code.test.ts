import { expect, test } from 'vitest';
import { importsOf, sources } from '../support/imports.ts';

const byPath = new Map(sources.map((source) => [source.path, source]));

/** What a page loads before it shows anything: all that stands behind imports that wait for no call. */
function loadedAtStart(path: string, seen = new Set<string>()): Set<string> {
  const source = byPath.get(path);
  if (source === undefined || seen.has(path)) return seen;
  seen.add(path);
  const text = source.text.replaceAll(/\bimport\(/g, '');
  for (const { kind, name } of importsOf({ path, text })) {
    if (kind === 'file') loadedAtStart(name, seen);
    else seen.add(name);
  }
  return seen;
}

test('a start loads the screen of files, and neither the other screens nor the palette nor the charts', () => {
  const start = loadedAtStart('src/main.ts');
  expect([...start].filter((path) => path.endsWith('View.svelte')).sort()).toEqual([
    'src/views/files/FilesView.svelte',
    'src/views/first-run/FirstRunView.svelte',
  ]);
  expect([...start].filter((name) => name.startsWith('d3-') || name.endsWith('Palette.svelte'))).toEqual([]);
});

test('the bridge of a window loads no library: it runs before the page of every window', () => {
  expect([...loadedAtStart('electron/preload.ts')].sort()).toEqual([
    'electron',
    'electron/preload.ts',
    'src/contract/events.ts',
  ]);
});

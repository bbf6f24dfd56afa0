import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { importsOf, read, roomOf, sources, type Source } from './support/imports.ts';

/**
 * What each room may import: itself, and what stands here. Type-only imports count, because a type is a dependency too.
 * Node's own modules are open to everything below `electron/`.
 */
const mayImport: Record<string, readonly string[]> = {
  'src/domain': ['zod', 'multiformats', '@noble/curves', '@noble/hashes'],
  'src/contract': ['src/domain', 'zod'],
  'src/bridge': ['src/contract'],
  'src/state': ['src/domain', 'src/contract', 'svelte'],
  'src/views': [
    'src/domain',
    'src/contract',
    'src/state',
    'src/components',
    'svelte',
    'bits-ui',
    '@lucide/svelte',
    'd3-scale',
    'd3-shape',
  ],
  'src/components': ['src/domain', 'svelte', 'bits-ui', 'tabbable', '@lucide/svelte'],
  'electron/launch': ['playwright-core', '@sparticuz/chromium'],
  'electron/package': ['electron/launch', 'package.json', '@electron/fuses', 'electron-builder', 'vite'],
  'electron/hosting': ['package.json', 'electron/host.ts', 'electron/launch', 'src/domain', 'zod'],
  'electron/shell': ['electron/host.ts', 'electron/hosting', 'src/domain', 'electron', 'resources/icons', 'zod'],
  'electron/web-host': ['electron/host.ts', 'electron/hosting', 'src/domain', 'ws', 'zod'],
  'electron/ipc': [
    ...['electron/host.ts', 'src/domain', 'src/contract', 'electron/database', 'electron/sync', 'electron/updates'],
    'zod',
  ],
  'electron/database': ['src/domain', 'better-sqlite3', 'zod'],
  'electron/updates': ['src/domain', 'zod'],
  'electron/export': ['src/domain', 'electron/database', 'better-sqlite3', 'zod'],
  'electron/remote': ['src/domain', 'ofetch', 'undici', 'zod'],
  'electron/sync': ['src/domain', 'electron/database', 'electron/remote', 'csv-parse', 'zod'],
  'electron/workers': [
    ...['electron/host.ts', 'src/domain', 'src/contract', 'electron/database'],
    ...[
      'electron/export',
      'electron/hosting',
      'electron/ipc',
      'electron/remote',
      'electron/sync',
      'electron/updates',
      'better-sqlite3',
      'ofetch',
      'zod',
    ],
  ],
  'electron/practice': ['better-sqlite3', 'hono', '@hono/node-server', 'micro-eth-signer', 'multiformats', 'zod'],
};

/** @returns what a file imports and may not */
function strangersIn(source: Source): string[] {
  const room = roomOf(source.path);
  const allowed = [room, ...(mayImport[room] ?? ['a room that is not in the table'])];
  const isNodes = (target: string): boolean => target.startsWith('node:') && room.startsWith('electron/');
  const targets = importsOf(source).map(({ kind, name }) => (kind === 'file' ? roomOf(name) : name));
  return targets.filter((target) => !allowed.includes(target) && !isNodes(target));
}

const inRooms = sources.filter(({ path }) => path.split('/').length > 2);

test('every file keeps to its room', () => {
  const trespassers = inRooms.map((source) => ({ path: source.path, strangers: strangersIn(source) }));
  expect(trespassers.filter(({ strangers }) => strangers.length > 0)).toEqual([]);
});

test('nothing of the page knows Electron, and nothing of the app knows its tests', () => {
  const targets = (source: Source): string[] => importsOf(source).map(({ name }) => name.split('/')[0] ?? '');
  const ofThePage = sources.filter(({ path }) => path.startsWith('src/'));
  expect(ofThePage.filter((source) => targets(source).includes('electron')).map(({ path }) => path)).toEqual([]);
  expect(sources.filter((source) => targets(source).includes('test')).map(({ path }) => path)).toEqual([]);
});

test('no file has grown past 260 lines', () => {
  const all = [...sources, ...globSync('test/**/*.ts').map(read)];
  const long = all.map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }));
  expect(long.filter(({ lines }) => lines > 260)).toEqual([]);
});

test('every room that exists is in the table, and the other way round', () => {
  const existing = [...new Set(inRooms.map(({ path }) => roomOf(path)))].sort();
  expect(existing.filter((room) => !(room in mayImport))).toEqual([]);
});

test.each([
  ['src/views/FilesView.svelte', "import { openBridge } from '../bridge/bridge.ts';", 'src/bridge'],
  ['src/state/files.svelte.ts', "import type { Core } from '../../electron/host.ts';", 'electron/host.ts'],
  ['src/domain/file.ts', "import { readFile } from 'node:fs/promises';", 'node:fs'],
  ['src/components/Badge.svelte', "const view = await import('../views/FilesView.svelte');", 'src/views'],
  ['electron/practice/server.ts', "import { fileId } from '../../src/domain/file.ts';", 'src/domain'],
  ['electron/ipc/router.ts', "import Database from 'better-sqlite3';", 'better-sqlite3'],
  ['electron/web-host/socket.ts', "export { app } from 'electron';", 'electron'],
  ['electron/sync/push.ts', "import { ofetch } from 'ofetch';", 'ofetch'],
])('an import out of %s would be seen: %s', (path, text, stranger) => {
  expect(strangersIn({ path, text })).toEqual([stranger]);
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { importsOf, sources, type Source } from './support/imports.ts';

/**
 * Which capabilities of a room a capability may import besides itself. `.` stands for the files directly in the room,
 * `*` for every capability of it; a folder inside a capability belongs to it.
 */
const mayImport: Record<string, Record<string, readonly string[]>> = {
  'electron/database': {
    '.': ['clipboard', 'file-lists', 'keys', 'library', 'selections', 'signatures', 'sqlite', 'text-index'],
    sqlite: [],
    outbox: ['sqlite'],
    'facet-index': ['sqlite'],
    'text-index': ['sqlite'],
    mirror: ['facet-index', 'text-index', 'sqlite'],
    'file-lists': ['mirror', 'facet-index', 'text-index', 'sqlite'],
    keys: ['mirror', 'sqlite'],
    signatures: ['mirror', 'file-lists', 'sqlite'],
    library: ['mirror', 'facet-index', 'sqlite'],
    activity: ['sqlite'],
    duplicates: ['mirror', 'sqlite'],
    exports: ['file-lists', 'text-index', 'sqlite'],
    clipboard: ['exports', 'sqlite'],
    selections: ['facet-index', 'file-lists', 'mirror', 'sqlite'],
    profile: ['outbox', 'mirror', 'text-index', 'sqlite'],
    recovery: ['outbox', 'sqlite'],
  },
  'electron/sync': {
    '.': [],
    outbox: ['.'],
    ingest: ['.', 'outbox'],
    pull: ['.', 'ingest'],
    push: ['.', 'ingest', 'outbox'],
    bulk: ['.', 'ingest', 'outbox'],
    connection: ['.', 'ingest', 'outbox', 'pull', 'push'],
    keys: ['.'],
    signatures: ['.'],
    activity: [],
    'text-index': ['.'],
    recovery: ['.'],
  },
  'src/domain': {
    '.': [],
    core: [],
    service: ['core'],
    connections: ['core', 'service'],
    keys: ['core', 'service'],
    files: ['core', 'keys'],
    edits: ['core', 'service', 'connections', 'files'],
    signatures: ['core', 'service'],
    exports: ['core', 'files'],
    clipboard: ['core', 'files', 'gateways', 'signatures'],
    library: ['core'],
    activity: ['core', 'files', 'service'],
    practice: ['core'],
    gateways: ['core', 'connections', 'signatures'],
    palette: ['core', 'edits', 'files', 'signatures'],
    guide: [],
    keyboard: [],
    updates: ['core'],
    recovery: ['core'],
  },
  'src/state': {
    '.': ['*'],
    lists: [],
    app: [],
    exports: ['app'],
    library: ['app'],
    activity: ['app'],
    gateways: ['app'],
    files: ['app', 'lists'],
    bulk: ['app', 'files', 'lists'],
    changes: ['app', 'lists'],
    keys: ['app', 'lists'],
    'saved-views': ['app', 'files', 'keys'],
    palette: ['app', 'files'],
    clipboard: ['app', 'files'],
    'local-words': ['app', 'files'],
    recovery: ['app'],
    settings: ['app'],
    signatures: ['app', 'lists'],
  },
  'src/views': {
    '.': ['*'],
    messages: [],
    lists: [],
    export: ['messages'],
    bulk: ['export', 'lists', 'messages'],
    changes: ['lists', 'messages'],
    duplicates: ['lists', 'messages'],
    library: ['messages'],
    activity: ['messages'],
    gateways: ['messages'],
    guide: ['messages'],
    signatures: ['lists', 'messages'],
    'saved-views': ['messages'],
    'first-run': ['messages'],
    recovery: ['messages'],
    files: ['bulk', 'changes', 'gateways', 'lists', 'messages', 'saved-views', 'signatures'],
    keys: ['lists', 'messages', 'saved-views'],
    settings: ['changes', 'export', 'gateways', 'messages', 'recovery'],
    palette: ['bulk', 'changes', 'files', 'messages', 'settings'],
    menus: ['files', 'messages', 'palette'],
    frame: [
      ...['activity', 'bulk', 'changes', 'duplicates', 'export', 'files', 'guide', 'keys'],
      ...['library', 'lists', 'menus', 'messages', 'palette', 'settings', 'signatures'],
    ],
  },
  'electron/ipc': {
    '.': ['*'],
    app: ['.'],
    connections: ['.'],
    files: ['.'],
    changes: ['.'],
    updates: ['.'],
    recovery: ['.'],
    exports: ['.'],
    library: ['.'],
    activity: ['.'],
    gateways: ['.'],
    keys: ['.', 'connections'],
    signatures: ['.', 'connections'],
    diagnostics: ['.', 'connections'],
  },
  'electron/workers': {
    '.': [],
    writer: ['.', 'exporter', 'practice', 'snapshotter', 'sort-indexer', 'text-indexer', 'text-reader', 'verifier'],
    reader: ['.', 'duplicate-finder'],
    recovery: ['.'],
    'duplicate-finder': ['.'],
    exporter: ['.'],
    practice: [],
    snapshotter: ['.'],
    'sort-indexer': ['.'],
    'text-indexer': ['.'],
    'text-reader': ['.'],
    verifier: ['.'],
  },
  'electron/practice': {
    '.': ['*'],
    tables: ['.'],
    seed: ['.', 'tables'],
    faults: ['.', 'seed', 'tables'],
    routes: ['.', 'faults', 'seed', 'tables'],
  },
};

type Place = { readonly room: string; readonly capability: string };

/** @returns null for a file of a room without capabilities */
function placeOf(path: string): Place | null {
  const room = Object.keys(mayImport).find((name) => path.startsWith(`${name}/`));
  if (room === undefined) return null;
  const [first = '', ...rest] = path.slice(room.length + 1).split('/');
  return { room, capability: rest.length === 0 ? '.' : first };
}

/** @returns capabilities of its own room that a file imports and may not */
function trespassesOf(source: Source): readonly string[] {
  const from = placeOf(source.path);
  if (from === null) return [];
  const allowed = mayImport[from.room]?.[from.capability];
  if (allowed === undefined) return [`${from.capability} is not in the table`];
  return importsOf(source).flatMap(({ name }) => {
    const to = placeOf(name);
    if (to?.room !== from.room || to.capability === from.capability) return [];
    return allowed.includes('*') || allowed.includes(to.capability) ? [] : [to.capability];
  });
}

/** @returns the first circle met, as the files that import each other; empty when there is none */
function circleIn(all: readonly Source[]): readonly string[] {
  const targets = new Map(all.map((source) => [source.path, importsOf(source).map(({ name }) => name)]));
  const finished = new Set<string>();
  const walk = (path: string, way: readonly string[]): readonly string[] => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
    if (finished.has(path)) return [];
    for (const target of targets.get(path) ?? []) {
      const circle = walk(target, [...way, path]);
      if (circle.length > 0) return circle;
    }
    finished.add(path);
    return [];
  };
  for (const path of targets.keys()) {
    const circle = walk(path, []);
    if (circle.length > 0) return circle;
  }
  return [];
}

test('every file keeps to its capability', () => {
  const trespassers = sources.map((source) => ({ path: source.path, trespasses: trespassesOf(source) }));
  expect(trespassers.filter(({ trespasses }) => trespasses.length > 0)).toEqual([]);
});

test('every capability of the table exists', () => {
  const existing = new Set(
    sources.map(({ path }) => placeOf(path)).map((place) => `${place?.room}/${place?.capability}`),
  );
  const named = Object.entries(mayImport).flatMap(([room, capabilities]) =>
    Object.keys(capabilities).map((capability) => `${room}/${capability}`),
  );
  expect(named.filter((name) => !name.endsWith('/.') && !existing.has(name))).toEqual([]);
});

test('the picture in the README of the database is its table', () => {
  const arrows = readFileSync('electron/database/README.md', 'utf8').matchAll(/^ {2}(\S+) --> (.*)$/gm);
  const drawn = [...arrows].map(([, from = '', targets = '']) => [from, targets.split(' & ').sort()]);
  const table = Object.entries(mayImport['electron/database'] ?? {})
    .map(([from, targets]) => [from, targets.filter((target) => target !== 'sqlite').sort()] as const)
    .filter(([from, targets]) => from !== '.' && targets.length > 0);
  expect(Object.fromEntries(drawn)).toEqual(Object.fromEntries(table));
});

test('no folder holds more than 25 files', () => {
  const folders = Map.groupBy(sources, ({ path }) => path.slice(0, path.lastIndexOf('/')));
  const sizes = [...folders].map(([folder, files]) => ({ folder, files: files.length }));
  expect(sizes.filter(({ files }) => files > 25)).toEqual([]);
});

test('no files import each other in a circle', () => {
  expect(circleIn(sources)).toEqual([]);
});

const planted = Object.entries(mayImport).flatMap(([room, capabilities]) =>
  Object.entries(capabilities).flatMap(([from, allowed]) => {
    const closed = Object.keys(capabilities).find((to) => to !== from && to !== '.' && !allowed.includes(to));
    return allowed.includes('*') || closed === undefined ? [] : [[room, from, closed] as const];
  }),
);

test.each(planted)('in %s an import from %s into %s would be seen', (room, from, to) => {
  const path = from === '.' ? `${room}/planted.ts` : `${room}/${from}/planted.ts`;
  const text = `import { planted } from '${from === '.' ? '.' : '..'}/${to}/planted.ts';`;
  expect(trespassesOf({ path, text })).toEqual([to]);
});

test('a circle of three files would be seen', () => {
  const file = (name: string, target: string): Source => ({
    path: `src/domain/core/${name}.ts`,
    text: `import type { T } from './${target}.ts';`,
  });
  const circle = [file('a', 'b'), file('b', 'c'), file('c', 'a')];
  expect(circleIn(circle)).toEqual(['a', 'b', 'c', 'a'].map((name) => `src/domain/core/${name}.ts`));
});

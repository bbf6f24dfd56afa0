import fc from 'fast-check';
import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { filesTable } from '../../../electron/database/mirror/files-table.ts';
import { openToRead } from '../../../electron/database/text-index/open-text-index.ts';
import { aChange, aFile, connectionA, fileOf, observed } from '../../support/builders.ts';
import { EndedProfile } from '../../support/ended-profile.ts';

const ids = ['a', 'b', 'c', 'd'] as const;
const words = ['first', 'second', 'third'] as const;

const verbs = {
  put: 4,
  edit: 2,
  remove: 1,
  wipe: 1,
  slice: 3,
  tell: 2,
  all: 2,
  restart: 1,
  keep: 2,
  lose: 2,
  loseIndex: 1,
} as const;
type Verb = keyof typeof verbs;
const weighted = (Object.keys(verbs) as Verb[]).flatMap((verb) => Array<Verb>(verbs[verb]).fill(verb));

const step = fc.record({
  verb: fc.constantFrom(...weighted),
  id: fc.constantFrom(...ids),
  word: fc.constantFrom(...words),
});

const kept = (world: EndedProfile, name: string): string => world.path(`${name}.kept`);
const keep = (world: EndedProfile): void =>
  world.restart(() => {
    for (const name of ['mirror.db', 'search.db']) copyFileSync(world.path(name), kept(world, name));
  });
const fallBack = (world: EndedProfile, name: string): void =>
  world.restart(() => {
    if (existsSync(kept(world, name))) copyFileSync(kept(world, name), world.path(name));
  });

function put(world: EndedProfile, id: string, name: string): void {
  const seen = { seenAtMs: 1, requestSeq: 1, scanId: null };
  filesTable(world.mirror).put(connectionA, [observed(aFile({ id, name }))], seen, () => []);
}
const edit = (world: EndedProfile, id: string, name: string): void =>
  filesTable(world.mirror).project(fileOf(id), [aChange({ mine: name })]);

const carriedOut: Readonly<Record<Verb, (world: EndedProfile, id: string, word: string) => void>> = {
  put,
  edit,
  remove: (world, id) => filesTable(world.mirror).remove(fileOf(id)),
  wipe: (world) => filesTable(world.mirror).wipe(connectionA),
  slice: (world) => world.slice(),
  tell: (world) => world.tell(),
  all: (world) => world.all(),
  restart: (world) => world.restart(),
  keep,
  lose: (world) => fallBack(world, 'mirror.db'),
  loseIndex: (world) => fallBack(world, 'search.db'),
};

test('whatever ends in whichever moment, and whichever file falls back, a search finds what the copy holds', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 30, size: 'max' }), (steps) => {
      const world = new EndedProfile();
      for (const { verb, id, word } of steps) {
        carriedOut[verb](world, id, word);
        for (const one of words) {
          const { found, held } = world.found(one);
          expect(found, `${one} after ${verb}`).toEqual(held);
        }
      }
      world.close();
    }),
    { numRuns: 25 },
  );
});

const found = (world: EndedProfile): readonly (readonly number[])[] => words.map((word) => world.found(word).found);

describe('a search finds what the copy holds', () => {
  test('when the copy is wiped and begins again with the same row ids', () => {
    const world = indexedWorld();
    filesTable(world.mirror).wipe(connectionA);
    world.restart();
    put(world, 'a', 'third');
    expect(found(world)).toEqual([[], [], [1]]);
    world.all();
    expect(found(world)).toEqual([[], [], [1]]);
    world.close();
  });

  test('when the copy falls back to before an edit that the index has', () => {
    const world = indexedWorld();
    world.all();
    keep(world);
    edit(world, 'a', 'third');
    world.slice();
    fallBack(world, 'mirror.db');
    expect(found(world)).toEqual([[1, 3], [2], []]);
    world.close();
  });

  test('when the copy falls back to before a row that the index has, and another takes its id', () => {
    const world = indexedWorld();
    world.all();
    keep(world);
    put(world, 'd', 'second');
    world.slice();
    fallBack(world, 'mirror.db');
    put(world, 'd', 'third');
    world.all();
    expect(found(world)).toEqual([[1, 3], [2], [4]]);
    world.close();
  });

  test('when the copy falls back by more than the index knows of', () => {
    const world = indexedWorld();
    world.all();
    keep(world);
    for (const [id, name] of [
      ['a', 'third'],
      ['b', 'third'],
    ] as const) {
      edit(world, id, name);
      world.all();
    }
    fallBack(world, 'mirror.db');
    expect(found(world)).toEqual([[1, 3], [2], []]);
    world.close();
  });

  test('when the index falls back to a slice that the copy never heard of', () => {
    const world = indexedWorld();
    world.all();
    edit(world, 'a', 'second');
    world.slice();
    keep(world);
    edit(world, 'a', 'third');
    world.all();
    fallBack(world, 'search.db');
    expect(found(world)).toEqual([[3], [2], [1]]);
    world.close();
  });
});

/** Two files that are in the index, and a third that is not. */
function indexedWorld(): EndedProfile {
  const world = new EndedProfile();
  put(world, 'a', 'first');
  put(world, 'b', 'second');
  world.all();
  put(world, 'c', 'first too');
  return world;
}

const indexedRows = (world: EndedProfile): unknown => {
  const db = openToRead(world.path('mirror.db'), 1);
  const rows = db.prepare('SELECT count(*) FROM search_index').pluck().get();
  db.close();
  return rows;
};

test('a start keeps an index that goes with its copy', () => {
  const world = indexedWorld();
  world.restart();
  expect([indexedRows(world), world.found('first').found]).toEqual([2, [1, 3]]);
  world.close();
});

test('an index survives that the app is killed before its last slice was told, again and again', () => {
  const world = indexedWorld();
  for (let kills = 0; kills < 3; kills++) {
    world.slice();
    world.restart();
    expect([indexedRows(world), world.found('first').found]).toEqual([3, [1, 3]]);
  }
  world.close();
});

test.each([
  ['gone', (path: string) => rmSync(path)],
  ['cut to nothing', (path: string) => writeFileSync(path, '')],
  ['something else', (path: string) => writeFileSync(path, 'x'.repeat(9_000))],
  ['damaged at its head', (path: string) => writeFileSync(path, readFileSync(path).fill(0x5a, 100, 4_096))],
  ['damaged all over', (path: string) => writeFileSync(path, readFileSync(path).fill(0x5a, 2 * 4_096))],
])('an index that is %s is made anew, for its owner alone, and every file is found meanwhile', (_what, harm) => {
  const world = indexedWorld();
  const path = world.path('search.db');
  world.restart(() => harm(path));
  expect([indexedRows(world), world.found('first').found]).toEqual([0, [1, 3]]);
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
  world.all();
  expect([indexedRows(world), world.found('first').found]).toEqual([3, [1, 3]]);
  world.close();
});

/** They hold what the index is, and the next what is in it. */
const FIRST_PAGES = 12;
const PAGE_BYTES = 4_096;

test('in an index that is damaged while it is used nobody looks, and every file is found', () => {
  const world = indexedWorld();
  for (let file = 0; file < 800; file++) put(world, `more-${file}`, `first ${file}`);
  world.all();
  // So that all of it is in the file, and nothing in its log.
  world.restart();
  const path = world.path('search.db');
  const sound = world.found('first').found;
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(0x5a, FIRST_PAGES * PAGE_BYTES));
  expect(world.found('first')).toEqual({ found: sound, held: sound });
  edit(world, 'a', 'third');
  expect(() => world.slice()).toThrow('malformed');
  world.close();
});

test('an index that was given up is emptied at the end of the app at the latest', () => {
  const world = indexedWorld();
  filesTable(world.mirror).wipe(connectionA);
  expect(indexedRows(world)).toBe(2);
  world.close();
  expect(readFileSync(world.path('search.db')).length).toBeLessThan(100_000);
  world.restart();
  expect(indexedRows(world)).toBe(0);
  world.close();
});

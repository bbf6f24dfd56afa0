import type { Database } from 'better-sqlite3';
import { expect, test } from 'vitest';
import { MOST_PAIRS } from '../../../electron/database/mirror/mirror.ts';
import type { ObservedFile, Pairs } from '../../../src/domain/files/file.ts';
import { aFile, connectionA, fileOf, observed } from '../../support/builders.ts';
import { aMirror } from '../../support/database.ts';

const seen = { seenAtMs: 1, requestSeq: 1, scanId: 'scan' };
const HELD = MOST_PAIRS * 3 + 10;

/** A file of thousands of pairs; the text of the record is other for other values. */
const aLargeFile = (value: string, pairs = HELD): ObservedFile => {
  const keyvalues: Pairs = Array.from({ length: pairs }, (_, at) => [`key ${at}`, `${value} ${at}`]);
  return observed(aFile({ keyvalues }), JSON.stringify(keyvalues));
};

/** Puts once, as far as one transaction goes. @returns whether the record is taken whole */
function putPart({ files }: ReturnType<typeof aMirror>, file: ObservedFile): boolean {
  let isWhole = true;
  files.put(
    connectionA,
    [file],
    seen,
    () => [],
    undefined,
    () => (isWhole = false),
  );
  return isWhole;
}

function putByParts(mirror: ReturnType<typeof aMirror>, file: ObservedFile): number {
  let parts = 1;
  while (!putPart(mirror, file)) parts += 1;
  return parts;
}

const indexesOf = (db: Database) => [
  db.prepare('SELECT key, value FROM metadata ORDER BY key').raw().all(),
  db.prepare('SELECT field, key, value, count FROM row_sets ORDER BY field, key, value').raw().all(),
];

/** The pairs of a file as filters see them, which a mirror that took it at once has too. */
function expectSameAs(mirror: ReturnType<typeof aMirror>, file: ObservedFile): void {
  const atOnce = aMirror();
  atOnce.files.put(connectionA, [file], seen, () => []);
  expect(indexesOf(mirror.db)).toEqual(indexesOf(atOnce.db));
  expect(mirror.files.get(fileOf())?.raw).toBe(file.raw);
}

test('a record of thousands of pairs is taken by parts, and then like one that was taken at once', () => {
  const mirror = aMirror();
  expect(putByParts(mirror, aLargeFile('first'))).toBe(4);
  expectSameAs(mirror, aLargeFile('first'));
  expect(putByParts(mirror, aLargeFile('second'))).toBe(4);
  expectSameAs(mirror, aLargeFile('second'));
  expect(putByParts(mirror, aLargeFile('second', 1))).toBe(4);
  expectSameAs(mirror, aLargeFile('second', 1));
});

test('no part changes more pairs than one transaction has room for', () => {
  const mirror = aMirror();
  const changed = mirror.db.prepare<[], number>("SELECT count(*) FROM metadata WHERE value LIKE 'second%'").pluck();
  putByParts(mirror, aLargeFile('first'));
  const steps: number[] = [];
  for (let before = 0, isWhole = false; !isWhole;) {
    isWhole = putPart(mirror, aLargeFile('second'));
    const now = changed.get() ?? 0;
    steps.push(now - before);
    before = now;
  }
  expect(steps).toEqual([MOST_PAIRS, MOST_PAIRS, MOST_PAIRS, 10]);
});

test('a record that a crash left half taken is compared anew, also when the service went back to the one before', () => {
  const mirror = aMirror();
  putByParts(mirror, aLargeFile('first'));
  expect(putPart(mirror, aLargeFile('second'))).toBe(false);
  for (const value of ['second', 'first'])
    expect(mirror.files.markSame(connectionA, [aLargeFile(value)], seen)).toHaveLength(1);
  putByParts(mirror, aLargeFile('first'));
  expectSameAs(mirror, aLargeFile('first'));
});

test('a caller who takes no parts gets the whole record in one transaction', () => {
  const mirror = aMirror();
  putPart(mirror, aLargeFile('first'));
  mirror.files.put(connectionA, [aLargeFile('first')], seen, () => []);
  expectSameAs(mirror, aLargeFile('first'));
});

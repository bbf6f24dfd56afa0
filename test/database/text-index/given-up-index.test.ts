import SQLite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openIndexer } from '../../../electron/database/text-index/indexer.ts';
import { aFile, connectionA, observed } from '../../support/builders.ts';
import { aMirror } from '../../support/database.ts';

test('into an index that was given up nothing is written before it is emptied', () => {
  const { db, files } = aMirror();
  const seen = { seenAtMs: 1, requestSeq: 1, scanId: null };
  const putOne = (name: string): void =>
    void files.put(connectionA, [observed(aFile({ id: 'a', name }))], seen, () => []);
  const indexer = openIndexer(db);
  putOne('first');
  expect(indexer.slice(100)).toMatchObject({ through: 1 });
  files.wipe(connectionA);
  putOne('second');
  expect(indexer.slice(100)).toBeNull();
  expect([indexer.emptyOutdated(), indexer.emptyOutdated()]).toEqual([true, false]);
  expect(indexer.slice(100)).toMatchObject({ through: 2 });
});

test('an index whose deleted texts a full disk keeps counts as given up, until they are erased', () => {
  const { db, files } = aMirror();
  const indexer = openIndexer(db);
  files.put(connectionA, [observed(aFile())], { seenAtMs: 1, requestSeq: 1, scanId: null }, () => []);
  indexer.slice(100);
  files.wipe(connectionA);
  let erasures = 0;
  const full = new SQLite.SqliteError('database or disk is full', 'SQLITE_FULL');
  const erase = (): void => {
    erasures += 1;
    if (erasures === 1) throw full;
  };
  expect(() => indexer.emptyOutdated(erase)).toThrow(full);
  expect(indexer.slice(100)).toBeNull();
  expect([indexer.emptyOutdated(erase), erasures]).toEqual([true, 2]);
});

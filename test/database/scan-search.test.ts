import { expect, test } from 'vitest';
import { scanSearch } from '../../electron/database/scan-search.ts';
import { copies } from '../../electron/database/copies.ts';
import { aFile, connectionA } from '../support/builders.ts';
import { aLibrary } from '../support/database.ts';

function scanning(breathe: () => void = () => undefined) {
  const { mirror: db } = aLibrary(aFile({ id: 'f0', name: 'one §' }), aFile({ id: 'f1', name: 'two' }));
  // Another slice: rows that came much later.
  db.exec("INSERT INTO search_texts (row_id, copy, text) SELECT 30000, copy, 'three §' FROM search_texts LIMIT 1");
  const scan = scanSearch(db, async () => breathe());
  const copy = copies(db).find(connectionA)!;
  return { db, scan: (text: string, isWanted = () => true) => scan(copy, text, isWanted) };
}

test('one or two characters are looked for in every text, slice by slice', async () => {
  let turns = 0;
  const { scan } = scanning(() => void turns++);
  expect([...((await scan('§')) ?? [])]).toEqual([1, 30_000]);
  expect(turns).toBe(2);
  expect([...((await scan(' TW ')) ?? [])]).toEqual([2]);
});

test('what is found without reading everything is left to the index', async () => {
  const { scan } = scanning();
  expect([await scan('one'), await scan('  ')]).toEqual([undefined, undefined]);
});

test('it stops as soon as nobody wants the answer any more', async () => {
  let turns = 0;
  const { scan } = scanning(() => void turns++);
  expect(await scan('§', () => turns < 1)).toBeNull();
  expect(turns).toBe(1);
});

test('a copy that is closed meanwhile is no bug', async () => {
  const { db, scan } = scanning(() => void db.close());
  expect([...((await scan('§')) ?? [])]).toEqual([1]);
});

import { accountTable } from '../../electron/practice/tables/account-table.ts';
import { filesTable } from '../../electron/practice/tables/files-table.ts';
import { keysTable } from '../../electron/practice/tables/keys-table.ts';
import { seededBytes, seededRandom } from '../../electron/practice/seed/random.ts';
import type { Keyvalues, StoredFile } from '../../electron/practice/tables/records.ts';
import { dropIndexes, makeIndexes, openPracticeDatabase } from '../../electron/practice/tables/schema.ts';
import { refill } from '../../electron/practice/seed/fill-account.ts';
import { seededFiles } from '../../electron/practice/seed/seed-files.ts';

const FILES_PER_TRANSACTION = 50_000;
const KEY_COUNT = 400;

/** Made-up pairs beside the practice service's own, so that every file has three to eight. */
const MORE_PAIRS: readonly (readonly [string, readonly string[]])[] = [
  ['camera', ['X-T5', 'R6 II', 'iPhone 15', 'Pixel 8']],
  ['owner', ['Ana', 'Björn', 'Chidi', 'Дарья', 'Eun-ji', 'فاطمة', 'Grace', 'ひろ']],
  ['batch', Array.from({ length: 500 }, (_, number) => `b-${String(number).padStart(4, '0')}`)],
  ['status', ['draft', 'in review', 'final', 'archived']],
  ['city', ['Berlin', 'São Paulo', '東京', 'Łódź', 'القاهرة', 'Oslo']],
  ['version', ['1', '2', '3', '4', '5']],
  ['ref', Array.from({ length: 5_000 }, (_, number) => `REF-${number * 7 + 1_000}`)],
  ['colour', ['red', 'green', 'blue', 'ultramarine']],
];

/** Fills a new practice database with an account of so many files. The same seed gives the same account. */
export function makeAccount(path: string, seed: number, fileCount: number): void {
  const database = openPracticeDatabase(path);
  const files = filesTable(database);
  const tables = { database, account: accountTable(database), files, keys: keysTable(database) };
  refill(tables, { seed, fileCount: 0, keyCount: KEY_COUNT });
  database.pragma('synchronous = OFF');
  dropIndexes(database);
  for (let from = 0; from < fileCount; from += FILES_PER_TRANSACTION) {
    files.insertAll(fuller(seed, from, Math.min(from + FILES_PER_TRANSACTION, fileCount), fileCount));
  }
  makeIndexes(database);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
}

function* fuller(seed: number, from: number, to: number, total: number): Generator<StoredFile> {
  let position = from;
  for (const file of seededFiles(seed, from, to, total)) {
    yield { ...file, keyvalues: threeToEight(file.keyvalues, seed, position++) };
  }
}

function threeToEight(given: Keyvalues | null, seed: number, position: number): Keyvalues {
  const random = seededRandom(seededBytes('more pairs', seed, position));
  const pairs = new Map([...(given ?? [])].slice(0, 8));
  const wanted = 3 + Math.floor(random.next() ** 2 * 6);
  while (pairs.size < wanted) {
    const [key, values] = random.pick(MORE_PAIRS);
    pairs.set(key, random.pickSkewed(values));
  }
  return pairs;
}

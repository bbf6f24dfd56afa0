import { z } from 'zod';
import { accountTable } from '../../electron/practice/tables/account-table.ts';
import { filesTable } from '../../electron/practice/tables/files-table.ts';
import { keysTable } from '../../electron/practice/tables/keys-table.ts';
import { type Random, seededBytes, seededRandom } from '../../electron/practice/seed/random.ts';
import type { Keyvalues, StoredFile } from '../../electron/practice/tables/records.ts';
import { dropIndexes, makeIndexes, openPracticeDatabase } from '../../electron/practice/tables/schema.ts';
import { refill } from '../../electron/practice/seed/fill-account.ts';
import { seededFiles } from '../../electron/practice/seed/seed-files.ts';

const FILES_PER_TRANSACTION = 50_000;
const KEY_COUNT = 400;
const WIDE_FILES_PER_KEY = 60;

/** `usual`: three to eight short pairs to a file. `wide`: 1.3 kB of pairs to a file, and a key for every sixty files. */
export const accountShape = z.enum(['usual', 'wide']);
export type AccountShape = z.infer<typeof accountShape>;

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

/** UTF-16 code units of made-up text, the last word beyond. */
const [DESCRIPTION, KEYWORDS, TERMS] = [600, 180, 220];
const WORDS = MORE_PAIRS.flatMap(([key, values]) => [key, ...values.slice(0, 40)]);

/** Fills a new practice database with an account of so many files. The same seed gives the same account. */
export function makeAccount(path: string, seed: number, fileCount: number, shape: AccountShape): void {
  const database = openPracticeDatabase(path);
  const files = filesTable(database);
  const tables = { database, account: accountTable(database), files, keys: keysTable(database) };
  const keyCount = shape === 'usual' ? KEY_COUNT : Math.max(KEY_COUNT, Math.ceil(fileCount / WIDE_FILES_PER_KEY));
  refill(tables, { seed, fileCount: 0, keyCount });
  database.pragma('synchronous = OFF');
  dropIndexes(database);
  for (let from = 0; from < fileCount; from += FILES_PER_TRANSACTION) {
    const part = seededFiles(seed, from, Math.min(from + FILES_PER_TRANSACTION, fileCount), fileCount);
    files.insertAll(fuller(part, seed, from, shape));
  }
  makeIndexes(database);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
}

function* fuller(files: Iterable<StoredFile>, seed: number, from: number, shape: AccountShape): Generator<StoredFile> {
  let position = from;
  for (const file of files) {
    const random = seededRandom(seededBytes('more pairs', seed, position++));
    yield { ...file, keyvalues: (shape === 'usual' ? threeToEight : wide)(file.keyvalues, random) };
  }
}

function threeToEight(given: Keyvalues | null, random: Random): Keyvalues {
  const pairs = new Map([...(given ?? [])].slice(0, 8));
  const wanted = 3 + Math.floor(random.next() ** 2 * 6);
  while (pairs.size < wanted) {
    const [key, values] = random.pick(MORE_PAIRS);
    pairs.set(key, random.pickSkewed(values));
  }
  return pairs;
}

/** A description, keywords and terms of use, a digest, an address and a number of its own, beside the short pairs. */
function wide(given: Keyvalues | null, random: Random): Keyvalues {
  const digest = seededBytes('digest', random.next()).toString('hex', 0, 32);
  return new Map([
    ...threeToEight(given, random),
    ['description', textOf(random, DESCRIPTION)],
    ['keywords', textOf(random, KEYWORDS)],
    ['terms', textOf(seededRandom(seededBytes('terms', random.below(40))), TERMS)],
    ['sha256', digest],
    ['source', `https://archive.example/masters/${digest.slice(0, 24)}/original`],
    ['serial', `SN-${random.below(1e9)}`],
  ]);
}

function textOf(random: Random, length: number): string {
  let text = random.pickSkewed(WORDS);
  while (text.length < length) text += ` ${random.pickSkewed(WORDS)}`;
  return text;
}

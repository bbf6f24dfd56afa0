import { randomBytes } from 'node:crypto';
import type { Account, AccountTable } from '../tables/account-table.ts';
import type { FilesTable } from '../tables/files-table.ts';
import type { KeysTable } from '../tables/keys-table.ts';
import { dropIndexes, makeIndexes, type PracticeDatabase } from '../tables/schema.ts';
import type { StoredFile, StoredKey } from '../tables/records.ts';
import { seededBytes, uuidOf } from './random.ts';
import { seededFiles } from './seed-files.ts';
import { seededKeys } from './seed-keys.ts';
import { studioFiles } from './studio/studio-files.ts';
import { studioKeys } from './studio/studio-keys.ts';

/** The initial contents of an account. The same seed gives the same account, ids and names. */
export type SeedPlan = {
  readonly seed: number;
  readonly fileCount: number;
  readonly keyCount: number;
  /**
   * Makes the library and the keys of a studio, with dates up to this time in milliseconds since 1970. Without it the
   * account holds files of every script and shape, with dates of their own.
   */
  readonly studioUntilMs?: number | undefined;
};

export type Tables = {
  readonly database: PracticeDatabase;
  readonly account: AccountTable;
  readonly files: FilesTable;
  readonly keys: KeysTable;
};

/** Rows in one transaction: enough for speed, and few enough for a small WAL. */
const FILES_PER_TRANSACTION = 50_000;

/** Fills a new database, or one whose first fill was interrupted. Another database stays unchanged. */
export function fillOnce(tables: Tables, plan: SeedPlan): Account {
  const known = tables.account.read();
  return known?.seeded ? known : refill(tables, plan);
}

/** Replaces the contents of a database. Tokens of the same seed stay valid. */
export function refill(tables: Tables, plan: SeedPlan): Account {
  const { database, account, files, keys } = tables;
  const filling: Account = {
    accountId: uuidOf(seededBytes('account', plan.seed)),
    ownerEmail: 'practice@pinfold.example',
    tokenSecret: account.read()?.tokenSecret ?? randomBytes(32).toString('hex'),
    seed: plan.seed,
    seeded: false,
  };
  account.write(filling);
  // A killed process loses nothing with `synchronous = OFF` (SQLite, PRAGMA synchronous); after a power cut `seeded` is
  // still false, and the fill runs again.
  database.pragma('synchronous = OFF');
  dropIndexes(database);
  files.clear();
  keys.clear();
  keys.insertAll(keysOf(plan, filling.accountId));
  for (let from = 0; from < plan.fileCount; from += FILES_PER_TRANSACTION) {
    const to = Math.min(from + FILES_PER_TRANSACTION, plan.fileCount);
    files.insertAll(filesOf(plan, from, to));
  }
  makeIndexes(database);
  database.pragma('synchronous = NORMAL');
  const filled = { ...filling, seeded: true };
  account.write(filled);
  return filled;
}

function filesOf({ seed, fileCount, studioUntilMs }: SeedPlan, from: number, to: number): Iterable<StoredFile> {
  if (studioUntilMs === undefined) return seededFiles(seed, from, to, fileCount);
  return studioFiles({ seed, fileCount, nowMs: studioUntilMs }, from, to);
}

function keysOf({ seed, keyCount, studioUntilMs }: SeedPlan, userId: string): Iterable<StoredKey> {
  if (studioUntilMs === undefined) return seededKeys(seed, userId, keyCount);
  return studioKeys({ seed, userId, nowMs: studioUntilMs });
}

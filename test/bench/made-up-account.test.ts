import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { openPracticeDatabase } from '../../electron/practice/tables/schema.ts';
import { median } from './figures.ts';
import { type AccountShape, makeAccount } from './made-up-account.ts';

/** The characters of each file's metadata, and the number of keys. */
function madeAccount(shape: AccountShape, fileCount: number) {
  const directory = mkdtempSync(join(tmpdir(), 'pinfold-account-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));
  const path = join(directory, 'service.db');
  makeAccount(path, 7, fileCount, shape);
  const database = openPracticeDatabase(path);
  const metadata = z.array(z.number()).parse(database.prepare('SELECT length(keyvalues) FROM files').pluck().all());
  const keys = database.prepare('SELECT count(*) FROM keys').pluck().get();
  database.close();
  return { metadata, keys };
}

test('a wide account has 1.3 kB of metadata in each file, another one a tenth of that', () => {
  const [wide, usual] = [madeAccount('wide', 300), madeAccount('usual', 300)];
  expect(wide.metadata).toHaveLength(300);
  expect(Math.round(median(wide.metadata) / 100)).toBe(13);
  expect(median(usual.metadata)).toBeLessThan(150);
});

test('a wide account of 300,000 files has 5,000 keys, a small one as many as any other', () => {
  expect(madeAccount('wide', 300).keys).toBe(madeAccount('usual', 1).keys);
  expect(madeAccount('wide', 24_060).keys).toBe(401);
});

import { expect, test } from 'vitest';
import { importFiles } from '../../../electron/sync/bulk/import-files.ts';
import { VERIFY_AFTER_MS } from '../../../src/domain/edits/late-landings.ts';
import { fakeId } from '../../support/fake-service.ts';
import { linesHere } from '../../support/lines-here.ts';
import type { InMemorySync } from '../in-memory-sync.ts';
import { applying, noAnswer } from '../push/failures.ts';
import { at, inMemorySync } from '../push/overtaken.ts';
import { lagBehind } from './stale-reads.ts';

/** A service that replaces metadata: a whole map from before an update takes it back. */
async function replacing(): Promise<InMemorySync> {
  const one = await inMemorySync();
  one.world.fake.mode = 'replace';
  return one;
}

/** Sends another key of file 1 while its reads lag behind, and all that waits once they have caught up. */
async function sendSecond(one: InMemorySync, catchUp: () => void): Promise<void> {
  one.changeFile(1, { 'key:second': '2' });
  await one.world.push();
  catchUp();
  for (let round = 0; round < 20; round++) {
    await at(one, 10_000);
    await one.world.push();
  }
  expect([one.world.served(1)?.keyvalues, one.world.open(1)]).toEqual([{ env: 'test', first: '1', second: '2' }, []]);
}

test('a delayed check that lags behind an update hides it from nobody, and no map takes it back', async () => {
  const one = await replacing();
  for (const name of ['before', 'after']) {
    one.changeFile(1, { name });
    await one.world.push();
  }
  await at(one, VERIFY_AFTER_MS - 1_000);
  const catchUp = lagBehind(one.world.fake);
  one.changeFile(1, { 'key:first': '1' });
  await one.world.push();
  await at(one, 2_000);
  await one.world.push();
  expect(one.world.shown(1)?.keyvalues).toEqual({ env: 'test', first: '1' });
  await sendSecond(one, catchUp);
  expect(one.world.outbox.nextCheckMs(one.world.connection.id, one.accountRef)).toBeNull();
});

test('an import of an id that lags behind an update hides it from nobody, and no map takes it back', async () => {
  const one = await replacing();
  const catchUp = lagBehind(one.world.fake);
  one.changeFile(1, { 'key:first': '1' });
  await one.world.push();
  const listed = { line: 1, text: fakeId(1), network: null, id: fakeId(1) };
  const never = new AbortController().signal;
  const imported = await importFiles(one.world.ports, linesHere([listed]), 'public', never);
  expect([imported.added, one.world.shown(1)?.keyvalues]).toEqual([1, { env: 'test', first: '1' }]);
  await sendSecond(one, catchUp);
});

test('a read that lags behind an update whose answer got lost, and that another read has found, is not believed', async () => {
  const one = await replacing();
  const { fake } = one.world;
  const catchUp = lagBehind(fake);
  const stale = fake.readFile;
  catchUp();
  one.changeFile(1, { 'key:first': '1' });
  fake.next('updateFile', applying(noAnswer));
  await one.world.push();
  await at(one, 5_000);
  await one.world.push();
  expect(one.world.open(1)).toEqual([]);
  fake.readFile = stale;
  await sendSecond(one, catchUp);
});

test('a read that lags behind is not believed either where a full disk kept the answer from the mirror', async () => {
  const one = await replacing();
  const { world } = one;
  const catchUp = lagBehind(world.fake);
  one.changeFile(1, { 'key:first': '1'.repeat(100_000) });
  world.mirrorDb.pragma(`max_page_count = ${String(world.mirrorDb.pragma('page_count', { simple: true }))}`);
  await expect(world.push()).rejects.toThrow('full');
  one.changeFile(1, { 'key:second': '2' });
  await world.push();
  expect(world.sent).toHaveLength(1);
  world.mirrorDb.pragma('max_page_count = 1073741823');
  catchUp();
  for (let round = 0; round < 20; round++) {
    await at(one, 10_000);
    await world.push();
  }
  expect(Object.keys(world.served(1)?.keyvalues ?? {})).toEqual(['env', 'first', 'second']);
});

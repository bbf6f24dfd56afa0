import { describe, expect, test } from 'vitest';
import { deferredIndexes } from '../../../electron/database/mirror/deferred-indexes.ts';
import { connectionA } from '../../support/builders.ts';
import { makeSortIndexes } from '../../support/database.ts';
import { cidOf, contentOf, SignatureWorld } from './signature-world.ts';

/** Signatures by the first wallet that were fetched before anybody was known. */
async function withSignatures(count: number): Promise<SignatureWorld> {
  const world = new SignatureWorld();
  world.putSigned(0, count);
  const contents = Array.from({ length: count }, (_, number) => contentOf(number));
  world.fetches.begin(connectionA, contents, true);
  await world.clock.settle();
  world.verified.length = 0;
  return world;
}

describe('a verification of all signatures', () => {
  test('says how far it is, lets others in between, and tells of each step and of its end', async () => {
    const world = await withSignatures(120);
    world.know(0);
    const seen: unknown[] = [];
    world.clock.onYield = () => void seen.push(world.checks.progress(connectionA));
    const before = world.announced;
    world.checks.checkAll(connectionA);
    expect(world.checks.progress(connectionA)).toEqual({ done: 0, total: 120 });
    await world.clock.settle();
    expect(seen).toEqual([50, 100, 120].map((done) => ({ done, total: 120 })));
    expect([world.checks.progress(connectionA), world.announced - before]).toEqual([null, 4]);
  });

  test('begins again at the first when it is asked for meanwhile, and only once', async () => {
    const world = await withSignatures(60);
    world.know(1);
    const progress: unknown[] = [];
    world.clock.onYield = () => {
      progress.push(world.checks.progress(connectionA)?.done);
      if (progress.length > 1) return;
      world.know(0);
      world.checks.checkAll(connectionA);
    };
    world.checks.checkAll(connectionA);
    await world.clock.settle();
    expect(progress).toEqual([50, 60, 0, 50, 60]);
    expect([world.status(0), world.status(59), world.checks.progress(connectionA)]).toEqual(['valid', 'valid', null]);
  });

  test('stops at the end of the program, and stores nothing after it', async () => {
    const world = await withSignatures(120);
    world.know(0);
    world.checks.checkAll(connectionA);
    await world.checks.close();
    expect([world.verified.length, world.status(0)]).toEqual([1, 'unchecked']);
  });

  test('that breaks is reported, and can be asked for again', async () => {
    const world = await withSignatures(1);
    world.know(0);
    const bug = new Error('a bug');
    world.onVerify = () => {
      throw bug;
    };
    world.checks.checkAll(connectionA);
    await world.clock.settle();
    expect([world.bugs, world.checks.progress(connectionA)]).toEqual([[bug], null]);
    world.onVerify = () => undefined;
    world.checks.checkAll(connectionA);
    await world.clock.settle();
    expect(world.status(0)).toBe('valid');
  });
});

test('the end of the program waits for what is being verified, and stores nothing of it', async () => {
  const world = await withSignatures(2);
  world.know(0);
  const closing: Promise<void>[] = [];
  world.onVerify = () => void closing.push(world.checks.close());
  expect(await world.checks.check(connectionA, [contentOf(0)])).toBe(false);
  await Promise.all(closing);
  expect(world.status(0)).toBe('unchecked');
});

test('after the end of the program nothing is verified any more', async () => {
  const world = await withSignatures(1);
  world.know(0);
  await world.checks.close();
  expect([await world.checks.check(connectionA, [contentOf(0)]), world.verified]).toEqual([false, []]);
});

test('a few signatures are verified at once, and whether any was is told', async () => {
  const world = await withSignatures(3);
  world.know(0);
  const before = world.announced;
  expect(await world.checks.check(connectionA, [contentOf(0), contentOf(1), contentOf(9)])).toBe(true);
  expect([world.status(0), world.status(2), world.verified, world.announced]).toEqual([
    ...['valid', 'unchecked', [2]],
    before + 1,
  ]);
  expect(await world.checks.check(connectionA, [contentOf(0)])).toBe(false);
  expect([world.verified, world.announced]).toEqual([[2], before + 1]);
});

describe('while looking up dates would read every file', () => {
  async function unready(): Promise<SignatureWorld> {
    const world = await withSignatures(1);
    world.know(0);
    deferredIndexes(world.mirror).drop();
    return world;
  }

  test('what was just fetched waits, and all is verified once, when the tables are ready', async () => {
    const world = await unready();
    expect(await world.checks.check(connectionA, [contentOf(0)])).toBe(false);
    world.checks.wake();
    expect([world.verified, world.checks.progress(connectionA)]).toEqual([[], null]);
    makeSortIndexes(world.mirror);
    world.checks.wake();
    expect(world.checks.progress(connectionA)).toEqual({ done: 0, total: 1 });
    await world.clock.settle();
    expect(world.status(0)).toBe('valid');
    world.checks.wake();
    expect(world.checks.progress(connectionA)).toBeNull();
  });

  test('a verification of all waits too, and shows no progress', async () => {
    const world = await unready();
    world.checks.checkAll(connectionA);
    await world.clock.settle();
    expect([world.verified, world.checks.progress(connectionA)]).toEqual([[], null]);
    makeSortIndexes(world.mirror);
    world.checks.wake();
    await world.clock.settle();
    expect(world.status(0)).toBe('valid');
  });
});

test('what is malformed is said to be so also without a date or a known signer', async () => {
  const world = new SignatureWorld();
  world.table.put(connectionA, 'public', cidOf(0), { signature: '0xno', fetchedAtMs: 1 });
  await world.checks.check(connectionA, [contentOf(0)]);
  expect(world.status(0)).toBe('malformed');
});

test('signers in another order are no reason to verify again, another one is', async () => {
  const world = await withSignatures(1);
  world.know(1);
  world.know(0);
  await world.checks.check(connectionA, [contentOf(0)]);
  expect(world.verified).toEqual([1]);
  const [first, second] = world.signers.list();
  world.signers.put([{ ...second!, addedAtMs: 1, label: 'a' }]);
  world.signers.put([{ ...first!, addedAtMs: 2, label: 'z' }]);
  await world.checks.check(connectionA, [contentOf(0)]);
  expect(world.verified).toEqual([1]);
  world.know(2);
  await world.checks.check(connectionA, [contentOf(0)]);
  expect(world.verified).toEqual([1, 1]);
});

import { makeSortIndexes } from '../../support/database.ts';
import { expect, test } from 'vitest';
import { deferredIndexes } from '../../../electron/database/mirror/deferred-indexes.ts';
import { wallets } from '../../../electron/practice/seed/wallets.ts';
import { signerAddress } from '../../../src/domain/signatures/known-signer.ts';
import { aFile, connectionA } from '../../support/builders.ts';
import { cidOf, contentOf, CREATED_AT, SignatureWorld } from './signature-world.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, number) => contentOf(number));

async function fetched(world: SignatureWorld, count: number): Promise<SignatureWorld> {
  world.fetches.begin(connectionA, numbers(count), true);
  await world.clock.settle();
  world.verified.length = 0;
  return world;
}

async function checked(world: SignatureWorld): Promise<void> {
  world.checks.checkAll(connectionA);
  await world.clock.settle();
  expect(world.checks.progress(connectionA)).toBeNull();
}

test('who signed is known by the address that was said to be known, with the date that matched', async () => {
  const world = new SignatureWorld();
  world.putSigned(0, 1);
  world.putSigned(1, 2, 0, '2024-08-27T14:57:51.485Z');
  world.putSigned(2, 3, 1);
  world.putSigned(3, 4, null);
  world.know(0);
  await fetched(world, 4);
  const held = (number: number) => world.table.get(connectionA, 'public', cidOf(number));
  expect(held(0)).toMatchObject({
    status: 'valid',
    address: wallets[0]!.address,
    date: { text: CREATED_AT, spelling: 'asStored' },
    checkedAtMs: world.clock.nowMs(),
  });
  expect(held(1)?.date).toEqual({ text: '2024-08-27T14:57:51.485Z', spelling: 'milliseconds' });
  expect(held(2)).toMatchObject({ status: 'noMatch', address: null, date: null });
  expect(held(3)).toMatchObject({ status: 'notSigned', checkedAtMs: null });
});

test('nobody is checked twice against the same, and everybody again when anything is different', async () => {
  const world = new SignatureWorld();
  world.putSigned(0, 120);
  world.know(1);
  await fetched(world, 120);
  await checked(world);
  expect(world.verified).toEqual([]);
  expect(world.status(7)).toBe('noMatch');

  world.know(0);
  await checked(world);
  expect(world.verified).toEqual([50, 50, 20]);
  expect(world.status(7)).toBe('valid');

  world.signers.remove(signerAddress.parse(wallets[0]!.address));
  await checked(world);
  expect(world.status(7)).toBe('noMatch');

  world.verified.length = 0;
  world.put(aFile({ id: 'earlier', cid: cidOf(7), createdAt: '2020-01-01T00:00:00.000Z' }));
  await checked(world);
  expect(world.verified).toEqual([1]);
});

test('without a known signer, or without a date, it stays unchecked', async () => {
  const world = new SignatureWorld();
  world.putSigned(0, 1);
  await fetched(world, 1);
  expect(world.status(0)).toBe('unchecked');
  world.know(0);
  world.fake.signatures.set(cidOf(5), world.fake.signatures.get(cidOf(0))!);
  await fetched(world, 6);
  expect(world.status(5)).toBe('unchecked');
  await checked(world);
  expect(world.status(0)).toBe('valid');
});

test('what is no signature is malformed, whoever is known', async () => {
  const world = new SignatureWorld();
  world.put(aFile({ cid: cidOf(0) }));
  world.fake.signatures.set(cidOf(0), '0xno');
  await fetched(world, 1);
  expect(world.status(0)).toBe('malformed');
  await checked(world);
  expect(world.status(0)).toBe('malformed');
});

test('the same answer again is younger and keeps its verdict; another one loses it', async () => {
  const world = new SignatureWorld();
  world.putSigned(0, 1);
  world.know(0);
  await fetched(world, 1);
  const { signature } = world.table.get(connectionA, 'public', cidOf(0))!;
  world.table.put(connectionA, 'public', cidOf(0), { signature, fetchedAtMs: 99 });
  expect(world.table.get(connectionA, 'public', cidOf(0))).toMatchObject({ status: 'valid', fetchedAtMs: 99 });
  world.table.put(connectionA, 'public', cidOf(0), { signature: `0x${'1'.repeat(128)}1b`, fetchedAtMs: 100 });
  expect(world.table.get(connectionA, 'public', cidOf(0))).toMatchObject({
    status: 'unchecked',
    address: null,
    date: null,
    checkedAtMs: null,
  });
});

test('a CID in another spelling has the date of its file', async () => {
  const world = new SignatureWorld();
  const version0 = 'QmfNMUbFN7oBiTt2qs8aLS8PZh52DLc5wAV8B6DZVsqtzr';
  world.put(aFile({ cid: version0, createdAt: CREATED_AT }));
  world.table.put(connectionA, 'public', version0, { signature: `0x${'1'.repeat(128)}1b`, fetchedAtMs: 1 });
  world.table.put(connectionA, 'private', 'bafybeih5aznjvttude6c3wbvqeebb6rlx5wkbzyppv7garjiubll2ceym4', {
    signature: `0x${'1'.repeat(128)}1b`,
    fetchedAtMs: 1,
  });
  expect(world.verdicts.slice(connectionA, null, 10).map(({ createdAt }) => createdAt)).toEqual([
    [CREATED_AT],
    [CREATED_AT],
  ]);
});

test('checking waits while looking up a date would read every file', async () => {
  const world = new SignatureWorld();
  world.putSigned(0, 1);
  world.know(0);
  deferredIndexes(world.mirror).drop();
  await fetched(world, 1);
  world.checks.checkAll(connectionA);
  world.checks.wake();
  await world.clock.settle();
  expect(world.status(0)).toBe('unchecked');
  makeSortIndexes(world.mirror);
  world.checks.wake();
  await world.clock.settle();
  expect(world.status(0)).toBe('valid');
});

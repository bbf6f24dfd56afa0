import { describe, expect, test } from 'vitest';
import { filesTable } from '../../../electron/database/mirror/files-table.ts';
import { fileId } from '../../../src/domain/core/ids.ts';
import { aFile, connectionA, connectionB, observed } from '../../support/builders.ts';
import { cidOf, contentOf, CREATED_AT, SignatureWorld } from './signature-world.ts';

const LATER = '2025-01-01T00:00:00.000000Z';

/** `count` signatures of files that were uploaded again since, checked at a start; the mirror lacks their first uploads. */
async function withLaterUploads(count: number): Promise<SignatureWorld> {
  const world = new SignatureWorld();
  world.know(0);
  world.putSigned(0, count);
  for (let number = 0; number < count; number++)
    world.put(aFile({ id: `file-${number}`, cid: cidOf(number), createdAt: LATER }));
  const contents = Array.from({ length: count }, (_, number) => contentOf(number));
  world.fetches.begin(connectionA, contents, true);
  await world.clock.settle();
  world.checks.checkAll(connectionA);
  await pulled(world);
  expect(world.status(0)).toBe('noMatch');
  world.verified.length = 0;
  return world;
}

async function pulled(world: SignatureWorld): Promise<void> {
  world.checks.pulled(connectionA);
  await world.clock.settle();
  expect(world.bugs).toEqual([]);
}

const firstUpload = (number: number) => aFile({ id: `first-${number}`, cid: cidOf(number), createdAt: CREATED_AT });

describe('after a pull, a verdict follows the dates that it brought', () => {
  test('when the first upload of the content came', async () => {
    const world = await withLaterUploads(2);
    world.put(firstUpload(0));
    await pulled(world);
    expect([world.status(0), world.status(1), world.verified]).toEqual(['valid', 'noMatch', [1]]);
  });

  test('for each of many files, while others have a turn', async () => {
    const world = await withLaterUploads(60);
    world.put(...Array.from({ length: 60 }, (_, number) => firstUpload(number)));
    let turns = 0;
    world.clock.onYield = () => void (turns += 1);
    await pulled(world);
    expect([world.status(0), world.status(59), world.verified, turns]).toEqual(['valid', 'valid', [50, 10], 2]);
  });

  test('when the file came whose signature was looked up before it', async () => {
    const world = new SignatureWorld();
    world.putSigned(0, 1);
    world.know(0);
    world.fetches.begin(connectionA, [contentOf(0)], true);
    filesTable(world.mirror).remove({ connectionId: connectionA, network: 'public', id: fileId.parse('file-0') });
    await world.clock.settle();
    expect(world.status(0)).toBe('unchecked');
    await pulled(world);
    world.put(firstUpload(0));
    await pulled(world);
    expect(world.status(0)).toBe('valid');
  });

  test('when a file got its CID, in another spelling', async () => {
    const version0 = 'QmfNMUbFN7oBiTt2qs8aLS8PZh52DLc5wAV8B6DZVsqtzr';
    const world = await withLaterUploads(1);
    const asVersion1 = { cid: 'bafybeih5aznjvttude6c3wbvqeebb6rlx5wkbzyppv7garjiubll2ceym4' };
    world.put(aFile({ id: 'computing', cid: 'pending', createdAt: CREATED_AT }));
    world.table.put(connectionA, 'private', asVersion1.cid, { signature: '0x', fetchedAtMs: 1 });
    await pulled(world);
    world.put(aFile({ id: 'computing', cid: version0, createdAt: CREATED_AT }));
    world.verified.length = 0;
    await pulled(world);
    expect(world.verified).toEqual([1]);
  });

  test('when a file went', async () => {
    const world = await withLaterUploads(1);
    world.put(firstUpload(0));
    await pulled(world);
    expect(world.status(0)).toBe('valid');
    filesTable(world.mirror).remove({ connectionId: connectionA, network: 'public', id: fileId.parse('first-0') });
    await pulled(world);
    expect(world.status(0)).toBe('noMatch');
  });
});

describe('a pull looks at no other signature', () => {
  const isUnderWay = ({ checks }: SignatureWorld): boolean => checks.progress(connectionA) !== null;

  test('when nothing changed, or only files without one, of another connection, or in what nobody signs', async () => {
    const world = await withLaterUploads(1);
    world.checks.pulled(connectionA);
    expect(isUnderWay(world)).toBe(false);
    world.put(aFile({ id: 'unsigned', cid: cidOf(99) }), aFile({ id: 'computing', cid: 'pending' }));
    world.put(aFile({ id: 'file-0', cid: cidOf(0), createdAt: LATER, name: 'another name' }));
    const others = Array.from({ length: 200 }, (_, at) => observed(aFile({ id: `other-${at}`, cid: cidOf(0) })));
    filesTable(world.mirror).put(connectionB, others, { seenAtMs: 1, requestSeq: 1, scanId: null }, () => []);
    world.checks.pulled(connectionA);
    expect(isUnderWay(world)).toBe(false);
    await world.clock.settle();
    expect(world.verified).toEqual([]);
  });

  test('unless it is the first since the start, or changed more files than can be told one by one', async () => {
    const world = new SignatureWorld();
    world.checks.pulled(connectionA);
    expect(isUnderWay(world)).toBe(true);
    await world.clock.settle();
    world.putSigned(0, 1_001);
    world.checks.pulled(connectionA);
    expect(isUnderWay(world)).toBe(true);
    await pulled(world);
    world.checks.pulled(connectionA);
    expect(isUnderWay(world)).toBe(false);
  });
});

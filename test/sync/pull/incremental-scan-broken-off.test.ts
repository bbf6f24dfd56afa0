import { describe, expect, test } from 'vitest';
import type { RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import { fakeFile } from '../../support/fake-service.ts';
import type { SyncWorld } from '../../support/sync-world.ts';
import { answered, noAnswer, notSent } from '../push/failures.ts';
import { copied, failAtPage, leadBackFrom, nextFullScan, serving, tokens } from './listed-files.ts';

const complete = { ok: true, value: null };

/** A mirror of three files that lists the newest files only, of a service that has so many more by now. */
async function behindBy(files: number): Promise<SyncWorld> {
  const world = serving(3, {
    tables: (tables) => ({ ...tables, files: { ...tables.files, count: () => 6_000 } }),
  });
  await world.copy();
  add(world, 3, files);
  return world;
}

function add(world: SyncWorld, after: number, files: number): void {
  for (let number = after + 1; number <= after + files; number++) world.fake.put(fakeFile(number));
}

/** Lets the scan break off at a page, and another one begin from the first. */
async function brokenOff(world: SyncWorld, token: string, failure: RemoteFailure = answered(503)): Promise<void> {
  failAtPage(world, token, failure);
  expect((await world.pull()).ok).toBe(false);
  world.fake.faultOf = () => null;
  world.fake.calls.length = 0;
}

describe('a scan of new files that broke off between two pages', () => {
  test.each([answered(429), answered(500), noAnswer, notSent])(
    'leaves nothing out: the next one goes on where it was, %o',
    async (failure) => {
      const world = await behindBy(350);
      await brokenOff(world, '200', failure);
      expect(copied(world)).toBe(203);
      expect(await world.pull()).toEqual(complete);
      expect(copied(world)).toBe(353);
    },
  );

  test('leaves nothing out where more files came meanwhile, and it breaks off again', async () => {
    const world = await behindBy(350);
    await brokenOff(world, '200');
    add(world, 353, 130);
    await brokenOff(world, '300');
    add(world, 483, 20);
    expect(await world.pull()).toEqual(complete);
    expect(copied(world)).toBe(503);
  });

  test('costs no more than the pages that it had seen, once and not at every check', async () => {
    const world = await behindBy(350);
    await brokenOff(world, '200');
    await world.pull();
    expect(tokens(world.fake.calls)).toEqual([null, '100', '200', '300']);
    world.fake.calls.length = 0;
    await world.pull();
    expect(tokens(world.fake.calls)).toEqual([null]);
  });

  test('is forgotten once every file was looked at', async () => {
    const world = await behindBy(350);
    await brokenOff(world, '200');
    await nextFullScan(world);
    expect(await world.pull()).toEqual(complete);
    expect(copied(world)).toBe(353);
    world.fake.calls.length = 0;
    await world.pull();
    expect(tokens(world.fake.calls)).toEqual([null]);
  });

  test('ends a list that leads back to its beginning, as every other scan does', async () => {
    const world = await behindBy(350);
    await brokenOff(world, '200');
    leadBackFrom(world, '200');
    await world.pull();
    expect(tokens(world.fake.calls).length).toBeLessThan(6);
  });
});

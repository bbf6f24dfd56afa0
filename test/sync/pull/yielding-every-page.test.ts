import { expect, test } from 'vitest';
import { pull } from '../../../electron/sync/pull/pull.ts';
import type { SyncWorld } from '../../support/sync-world.ts';
import { leadBackFrom, nextFullScan, serving } from './listed-files.ts';

const never = new AbortController().signal;

/** Six pages that a full scan finds unchanged. */
async function copiedLibrary(): Promise<SyncWorld> {
  const world = serving(6_000);
  await world.pull();
  await nextFullScan(world);
  return world;
}

/** An edit is made while the mirror takes a page, and the next one is on its way. */
function inTheMidst(): () => boolean {
  let looks = 0;
  return () => looks++ === 1;
}

test('a scan that makes way for an edit at every page comes to the end of its list all the same', async () => {
  const world = await copiedLibrary();
  const ends: unknown[] = [];
  for (let pulls = 1; pulls <= 10 && ends.at(-1) !== null; pulls++) {
    const pulled = await pull({ ...world.ports, mustYield: inTheMidst() }, never);
    ends.push(pulled.ok ? pulled.value : pulled.failure);
  }
  expect(new Set(ends)).toEqual(new Set(['yielded', null]));
});

test('a list that leads back to its beginning is left all the same, once no edit is made any more', async () => {
  const world = await copiedLibrary();
  leadBackFrom(world, '2000');
  for (let pulls = 1; pulls <= 5; pulls++) {
    expect(await pull({ ...world.ports, mustYield: inTheMidst() }, never)).toEqual({ ok: true, value: 'yielded' });
  }
  expect(await world.pull()).toEqual({ ok: true, value: 'incomplete' });
});

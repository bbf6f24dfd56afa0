import { expect } from 'vitest';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';

/** One file with one metadata key, listed. */
export async function oneFileWorld(): Promise<SyncWorld> {
  const one = new SyncWorld();
  one.fake.put(fakeFile(1, { keyvalues: new Map([['env', 'test']]) }));
  await one.copy();
  return one;
}

/** The push meets somebody else's name. */
export async function inConflict(one: SyncWorld): Promise<void> {
  one.fake.change('public', fakeId(1), { name: 'theirs' });
  await one.push();
}

/** The mirror's columns show the record with the open edits applied. */
export const showsWhatWaits = (one: SyncWorld): void => expect(one.shown(1)).toEqual(one.replayed(1));

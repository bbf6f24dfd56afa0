import { FULL_EVERY_MS } from '../../../src/domain/service/schedule.ts';
import type { RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import { fakeFile, type FakeCall } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';
import { failing } from '../push/failures.ts';

/** A service with so many public files. */
export function serving(files: number, given: ConstructorParameters<typeof SyncWorld>[0] = {}): SyncWorld {
  const world = new SyncWorld(given);
  for (let number = 1; number <= files; number++) world.fake.put(fakeFile(number));
  return world;
}

export const copied = (world: SyncWorld): number =>
  world.mirrorDb.prepare<[], number>('SELECT count(*) FROM files').pluck().get() ?? 0;

/** Page tokens the service was asked with, of one network. */
export const tokens = (calls: readonly FakeCall[], network = 'public'): readonly unknown[] =>
  calls.filter(({ name, input }) => name === 'listFiles' && input[0] === network).map(({ input }) => input[1]);

/** Lets the n-th page fail. */
export function failAtPage(world: SyncWorld, token: string, failure: RemoteFailure): void {
  world.fake.faultOf = ({ name, input }) => (name === 'listFiles' && input[1] === token ? failing(failure) : null);
}

/** Lets the list lead from a page back to its beginning. */
export function leadBackFrom(world: SyncWorld, token: string): void {
  const list = world.fake.listFiles.bind(world.fake);
  world.fake.listFiles = async (...asked) => {
    const page = await list(...asked);
    return page.ok && page.value.nextPageToken === token
      ? { ok: true, value: { ...page.value, nextPageToken: '0' } }
      : page;
  };
}

/** Lets so much time pass that the next check scans every file. */
export const nextFullScan = (world: SyncWorld): Promise<void> => world.clock.advance(FULL_EVERY_MS);

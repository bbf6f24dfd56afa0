import { fakeFile } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';

/** Listed files, each with one metadata key. */
export async function worldOf(files: number, over: ConstructorParameters<typeof SyncWorld>[0] = {}) {
  const world = new SyncWorld(over);
  for (let number = 1; number <= files; number++) {
    world.fake.put(fakeFile(number, { keyvalues: new Map([['env', 'test']]) }));
  }
  await world.copy();
  return world;
}

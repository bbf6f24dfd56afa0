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

/** A service that trims and composes what it saves. */
export function normalising({ fake }: SyncWorld): void {
  const update = fake.updateFile.bind(fake);
  fake.updateFile = (network, id, body, signal) =>
    update(network, id, body.normalize('NFC').replace(/ +"/g, '"'), signal);
}

import { selfTestsTable } from '../../../electron/database/profile/profile-tables.ts';
import { cleanUpSelfTest, selfTest } from '../../../electron/sync/connection/self-test.ts';
import { fakeFile, fakeId, FakeService, type FakeMode, type Fault } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';

export const modes: readonly FakeMode[] = ['merge', 'mergeWithoutRemoval', 'replace'];
export const metadata = new Map<string, unknown>([
  ['env', 'prod'],
  ['count', 3],
]);
export const key = { network: 'public' as const, id: fakeId(1) };
export const MINUTE_MS = 60_000;

/** One file on a service of its own, and a self-test that can be run on it and tidied up after. */
export function given(mode: FakeMode, keyvalues = metadata) {
  const fake = new FakeService(mode);
  fake.put(fakeFile(1, { keyvalues }));
  const world = new SyncWorld({ service: fake });
  const selfTests = selfTestsTable(world.outboxDb);
  const ports = () => ({ ...world.ports, selfTests });
  const never = new AbortController().signal;
  return {
    ...{ fake, world, selfTests },
    run: (signal = never) => selfTest(ports(), key, signal),
    tidy: () => cleanUpSelfTest(ports(), never),
    trace: () => selfTests.get(world.connection.id),
    file: () => fake.file('public', fakeId(1))!,
    updates: () => fake.calls.filter(({ name }) => name === 'updateFile').length,
  };
}

/** Lets the n-th update of a test end so; every other call is carried out. */
export function faultAtUpdate(fake: FakeService, number: number, fault: Fault): void {
  let updates = 0;
  fake.faultOf = ({ name }) => (name === 'updateFile' && ++updates === number ? fault : null);
}

/** The fake service with another way to update. */
export function readThrough(fake: FakeService, updateFile: FakeService['updateFile']) {
  return {
    updateFile,
    readFile: (...words: Parameters<FakeService['readFile']>) => fake.readFile(...words),
    listFiles: (...words: Parameters<FakeService['listFiles']>) => fake.listFiles(...words),
    listKeys: (...words: Parameters<FakeService['listKeys']>) => fake.listKeys(...words),
    signature: (...words: Parameters<FakeService['signature']>) => fake.signature(...words),
  };
}

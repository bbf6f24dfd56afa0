import { dryRun } from '../../../electron/sync/push/dry-run.ts';
import type { ChangeSetId } from '../../../src/domain/core/ids.ts';
import { fakeId } from '../../support/fake-service.ts';
import { InMemorySync } from '../in-memory-sync.ts';

export async function inMemorySync(files: number): Promise<InMemorySync> {
  const one = new InMemorySync();
  await one.files(files);
  return one;
}
export const online = (one: InMemorySync) => ({ ...one.world.ports, mayAsk: () => true });
export const offline = (one: InMemorySync) => ({ ...one.world.ports, mayAsk: () => false });
export const run = (one: InMemorySync, only: readonly ChangeSetId[] | null = null) =>
  dryRun(online(one), only, new AbortController().signal);
export const verdicts = async (one: InMemorySync, only: readonly ChangeSetId[] | null = null) =>
  (await run(one, only)).lines.map(({ key, verdict }) => [Number(key.id.slice(-4)), verdict]).toSorted();

/** One that would apply, one that is there, one in conflict, one that is gone. */
export async function everyKind(): Promise<InMemorySync> {
  const one = await inMemorySync(5);
  for (const file of [1, 2, 3, 4]) one.changeFile(file, { name: `mine ${file}`, 'key:a': 'x' });
  one.world.fake.change('public', fakeId(2), { name: 'mine 2', keyvalues: new Map([['a', 'x']]) });
  one.world.fake.change('public', fakeId(3), { name: 'theirs' });
  one.world.fake.remove('public', fakeId(4));
  return one;
}

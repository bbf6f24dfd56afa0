import { expect, test } from 'vitest';
import { dryRun } from '../../../electron/sync/push/dry-run.ts';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { InMemorySync } from '../in-memory-sync.ts';
import { answered, failing } from './failures.ts';

const PAIRS = 10;
const pairs = (count: number) => new Map(Array.from({ length: count }, (_, at) => [`key ${at}`, 'a value']));

/** Files 1 to 4 on a service that takes ten pairs; the first three hold ten. File 1 was refused an eleventh. */
async function afterOneRefusal(): Promise<InMemorySync> {
  const one = new InMemorySync();
  const { world } = one;
  world.fake.put(...[1, 2, 3].map((file) => fakeFile(file, { keyvalues: pairs(PAIRS) })));
  world.fake.put(fakeFile(4, { keyvalues: pairs(PAIRS - 1) }));
  await world.copy();
  world.fake.next('updateFile', failing(answered(400)));
  one.changeFile(1, { 'key:env': 'prod' });
  await world.push();
  return one;
}

const inBulk = (one: InMemorySync) =>
  one.planned(
    [2, 3, 4].map((file) => ({ network: 'public' as const, id: fakeId(file) })),
    [{ kind: 'setKey', key: 'env', value: 'prod' }],
  );
const limitProblems = async (one: InMemorySync) => (await inBulk(one)).planned.map(({ problem }) => problem);
const full = { kind: 'limit', limit: { measure: 'pairs', size: 11, refused: 11 } };

test('after one refusal a bulk edit leaves out the files that would be refused as well', async () => {
  const one = await afterOneRefusal();
  expect(await limitProblems(one)).toEqual([full, full, null]);
});

test('after one refusal a dry run says which files would be refused, and why', async () => {
  const one = await afterOneRefusal();
  for (const file of [2, 4]) one.changeFile(file, { 'key:env': 'prod' });
  const { lines } = await dryRun({ ...one.world.ports, mayAsk: () => true }, null, new AbortController().signal);
  const of = (file: number) => lines.find(({ key }) => key.id === fakeId(file));
  expect(of(2)).toMatchObject({ verdict: 'refused', reason: full });
  expect(of(4)).toMatchObject({ verdict: 'wouldApply', reason: null });
});

test('a limit that an accepted update disproves is forgotten', async () => {
  const one = await afterOneRefusal();
  one.changeFile(2, { 'key:env': 'prod' });
  await one.world.push();
  expect(one.world.connection.learnt.limits.refused.pairs).toBe(null);
  expect(await limitProblems(one)).toEqual([null, null]);
});

test('a record of the plan itself that holds more disproves the limit', async () => {
  const one = await afterOneRefusal();
  one.world.fake.put(fakeFile(2, { keyvalues: pairs(12) }));
  await one.world.copy();
  expect(await limitProblems(one)).toEqual([null, null, null]);
});

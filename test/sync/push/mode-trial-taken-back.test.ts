import { expect, test } from 'vitest';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { InMemorySync } from '../in-memory-sync.ts';
import { at } from './overtaken.ts';

/** A service that replaces metadata, and three files with a key that the person changes. */
async function changed() {
  const one = new InMemorySync();
  one.world.fake.mode = 'replace';
  const before = new Map([
    ['env', 'test'],
    ['beside', 'kept'],
  ]);
  one.world.fake.put(...[1, 2, 3].map((number) => fakeFile(number, { keyvalues: before })));
  await one.world.copy();
  const keys = [1, 2, 3].map((number) => ({ network: 'public' as const, id: fakeId(number) }));
  const plan = await one.planned(keys, [{ kind: 'setKey', key: 'env', value: 'mine' }]);
  const applied = one.plans.apply(plan, one.accountRef)!;
  await applied.show();
  one.undo.queued(one.world.connection.id, plan.title, applied.id);
  return { one, set: applied.id };
}

/** Calls `act` after the trial that left the key out, before its rewrite. */
function afterTrial({ world }: InMemorySync, act: () => unknown): void {
  world.fake.onCall = ({ name }) => {
    if (name !== 'readFile' || world.served(1)?.keyvalues['env'] !== undefined) return;
    world.fake.onCall = () => undefined;
    act();
  };
}

async function sendAllThrough(one: InMemorySync): Promise<void> {
  for (let round = 0; round < 4; round++) {
    await at(one, 120_000);
    await one.world.push();
  }
}

test.each(['undo', 'discard'] as const)('%s between a trial of the metadata mode and its rewrite', async (how) => {
  const { one, set } = await changed();
  const { connection, outbox } = one.world;
  const done: Promise<unknown>[] = [];
  afterTrial(one, () =>
    done.push(
      how === 'undo'
        ? one.undoOnce()
        : one.undo.discard(connection.id, one.accountRef, 'Discard it', outbox.editIdsOfSet(set)),
    ),
  );
  await one.world.push();
  expect(done).toHaveLength(1);
  await Promise.all(done);
  await sendAllThrough(one);
  expect([one.world.served(1), one.world.open(1)]).toEqual([
    { name: 'file 1', keyvalues: { env: 'test', beside: 'kept' } },
    [],
  ]);
});

test('a crash between a trial of the metadata mode and its rewrite, and an undo at the next start', async () => {
  const { one } = await changed();
  const program = new AbortController();
  afterTrial(one, () => program.abort());
  await one.world.push(program.signal);
  one.world.outbox.endAbandonedAttempts(one.world.clock.nowMs());
  await one.undoOnce();
  await sendAllThrough(one);
  // The key has been absent meanwhile, which may be somebody else's doing: the person decides.
  const [asked] = one.world.open(1);
  expect(one.world.served(1)?.keyvalues['env'] === 'test' || asked?.status === 'conflicted').toBe(true);
});

test('a field whose key a trial has left out is not discarded before its value is there again', async () => {
  const { one } = await changed();
  const discarded: unknown[] = [];
  afterTrial(one, () => discarded.push(one.world.queue.discardField(one.world.of(1), 'key:env')));
  await one.world.push();
  expect(discarded).toEqual([null]);
  await sendAllThrough(one);
  expect([one.world.served(1)?.keyvalues, one.world.open(1)]).toEqual([{ env: 'mine', beside: 'kept' }, []]);
});

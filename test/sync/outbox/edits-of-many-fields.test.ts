import { expect, test } from 'vitest';
import type { Tables } from '../../../electron/sync/ports.ts';
import type { EditId } from '../../../src/domain/core/ids.ts';
import type { Field } from '../../../src/domain/files/field.ts';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { InMemorySync } from '../in-memory-sync.ts';

const FIELDS = 120;
/** Each reads a whole edit, a whole file or a whole request: what an edit takes depends little on its number of fields. */
const WHOLE = ['edit', 'openEdits', 'keptEdits', 'attemptsOfEdit', 'attemptsSince'] as const;
const FEW = 60;

const keys = Array.from({ length: FIELDS }, (_, at) => `key${at}`);
const pairs = (value: string) => new Map(keys.map((key) => [key, value]));
const fields = keys.map((key): Field => `key:${key}`);
const wanted = (value: string) => Object.fromEntries(fields.map((field) => [field, value]));

/** File 1 with many keys, and an edit of them all. */
async function aWideEdit() {
  const reads = { count: 0 };
  const counting = (tables: Tables): Tables => {
    const outbox = { ...tables.outbox };
    for (const name of WHOLE) {
      const read: (...given: never[]) => unknown = tables.outbox[name];
      Object.assign(outbox, { [name]: (...given: never[]) => (++reads.count, read(...given)) });
    }
    return { ...tables, outbox };
  };
  const one = new InMemorySync({ tables: counting });
  one.world.fake.put(fakeFile(1, { keyvalues: pairs('before') }));
  await one.world.copy();
  const edit = one.changeFile(1, wanted('mine'));
  const readsOf = async (work: () => unknown): Promise<number> => {
    reads.count = 0;
    await work();
    return reads.count;
  };
  return { one, edit, readsOf };
}

const statuses = (one: InMemorySync, edit: EditId) => [...new Set(one.world.ended(edit).map(({ status }) => status))];

test('sending an edit of many fields reads it a few times, and not once for each field', async () => {
  const { one, edit, readsOf } = await aWideEdit();
  expect(await readsOf(() => one.world.push())).toBeLessThan(FEW);
  expect(statuses(one, edit)).toEqual(['settled']);
});

test('undo of a sent edit of many fields reads it a few times, and not once for each field', async () => {
  const { one, readsOf } = await aWideEdit();
  await one.world.push();
  expect(await readsOf(() => one.undoOnce())).toBeLessThan(FEW);
  await one.world.push();
  expect(one.world.shown(1)!.keyvalues).toEqual(Object.fromEntries(pairs('before')));
});

test('a decision about many fields, and its undo, read the file a few times, and not once for each field', async () => {
  const { one, edit, readsOf } = await aWideEdit();
  const { world } = one;
  world.fake.change('public', fakeId(1), { keyvalues: pairs('theirs') });
  await world.push();
  expect(statuses(one, edit)).toEqual(['conflicted']);
  const decisions = fields.map((field) => ({ field, choice: { kind: 'server' as const } }));
  const decide = () => one.undo.decided(world.connection.id, 'a decision', world.queue.decide(world.of(1), decisions));
  expect(await readsOf(decide)).toBeLessThan(FEW);
  expect(statuses(one, edit)).toEqual(['discarded']);
  expect(await readsOf(() => one.undoOnce())).toBeLessThan(FEW);
  expect(statuses(one, edit)).toEqual(['conflicted']);
});

test('undo of a sent edit of many fields reads it a few times also where somebody else has put the old values back', async () => {
  const { one, readsOf } = await aWideEdit();
  const { world } = one;
  await world.push();
  await world.clock.advance(3_600_000);
  world.fake.change('public', fakeId(1), { keyvalues: pairs('before') });
  await world.copy();
  expect(world.shown(1)!.keyvalues).toEqual(Object.fromEntries(pairs('before')));
  expect(await readsOf(() => one.undoOnce())).toBeLessThan(FEW);
});

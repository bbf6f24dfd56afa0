import { expect, test, vi } from 'vitest';
import { remedyHandlers } from '../../../electron/ipc/changes/remedy-handlers.ts';
import type { ChangeSetId } from '../../../src/domain/core/ids.ts';
import type { ServiceTraits } from '../../../src/domain/connections/connection.ts';
import type { Remedy } from '../../../src/domain/edits/remedy.ts';
import { noLimits } from '../../../src/domain/service/service-limits.ts';
import { fakeFile } from '../../support/fake-service.ts';
import { InMemorySync } from '../in-memory-sync.ts';
import { answered, failing } from '../push/failures.ts';

vi.setConfig({ testTimeout: 60_000 });

const full = { note: '', env: 'test' };
const keyOf = (number: number) => ({ network: 'public', id: fakeFile(number).id }) as const;

type Pairs = Readonly<Record<string, string>>;

/** Files with two pairs each, and one change set that the service refuses on all of them, for it wants more. */
async function refused(files: readonly Pairs[], wanted: Pairs = { tier: 'gold' }) {
  const one = new InMemorySync();
  one.world.fake.put(...files.map((pairs, at) => fakeFile(at + 1, { keyvalues: new Map(Object.entries(pairs)) })));
  await one.world.copy();
  const learn = (change: (learnt: ServiceTraits) => Partial<ServiceTraits>): void => {
    const { connection } = one.world;
    one.world.connection = { ...connection, learnt: { ...connection.learnt, ...change(connection.learnt) } };
  };
  learn(() => ({ keyvaluesMode: 'merge' }));
  const steps = Object.entries(wanted).map(([key, value]) => ({ kind: 'setKey', key, value }) as const);
  const keys = files.map((_, at) => keyOf(at + 1));
  const plan = await one.planned(keys, steps);
  const applied = one.plans.apply(plan, one.accountRef)!;
  await applied.show();
  for (const _ of files) one.world.fake.next('updateFile', failing(answered(400)));
  await one.world.push();
  const connectionId = one.world.connection.id;
  const target = { changeSetId: applied.id, outcome: { status: 'refused', message: 'status 400' } } as const;
  const handlers = remedyHandlers(one.slices);
  return {
    ...{ one, learn, set: applied.id },
    choices: async () => handlers['changes.remedyChoices']({ connectionId, target }),
    remedy: async (remedy: Remedy) => handlers['changes.remedy']({ connectionId, target, remedy }),
    statuses: (set: ChangeSetId) =>
      one.world.outbox.editsOfSet(set, 0, 10).map(({ changes }) => changes.map(({ status }) => status)),
  };
}

test('the choices are the keys that the refused files have, and say where a key is empty', async () => {
  const { choices } = await refused([full, { ...full, note: 'kept' }, { env: 'live', rarity: 'rare' }]);
  expect(await choices()).toEqual({
    ok: true,
    value: {
      ...{ files: 3, mostPairs: 2, canRemove: true, sets: [{ key: 'tier', value: 'gold' }] },
      keys: [
        { key: 'env', files: 3, empty: 0 },
        { key: 'note', files: 2, empty: 1 },
        { key: 'rarity', files: 1, empty: 0 },
      ],
    },
  });
});

test('a refusal that no learnt limit explains has no choices', async () => {
  const { choices, learn } = await refused([full]);
  learn(() => ({ limits: noLimits }));
  expect(await choices()).toEqual({ ok: true, value: null });
});

test('a service that cannot remove a key is not asked to', async () => {
  const { choices, learn } = await refused([full]);
  learn(() => ({ keyvaluesMode: 'mergeWithoutRemoval' }));
  expect(await choices()).toMatchObject({ value: { canRemove: false } });
});

test('room is made by removing a key in the same update, and files without that key keep their refused edit', async () => {
  const { one, set, remedy, statuses } = await refused([full, { env: 'live', rarity: 'rare' }]);
  expect(await remedy({ kind: 'makeRoom', key: 'note' })).toEqual({ ok: true, value: { files: 1 } });
  expect(statuses(set)).toEqual([['discarded'], ['refused']]);
  expect(one.state).toEqual(['Set tier = gold and 1 more on 1 file', null]);
  const sent = one.world.fake.calls.length;
  await one.world.push();
  expect(one.world.fake.calls.slice(sent).filter(({ name }) => name === 'updateFile')).toHaveLength(1);
  expect([one.world.served(1), one.world.served(2)]).toEqual([
    { name: 'file 1', keyvalues: { env: 'test', tier: 'gold' } },
    { name: 'file 2', keyvalues: { env: 'live', rarity: 'rare' } },
  ]);
});

test('a file that the limit does not explain keeps its refused edit, and its key', async () => {
  const { one, set, choices, remedy, statuses } = await refused([full, { note: 'kept' }]);
  expect(await choices()).toMatchObject({
    value: { files: 1, keys: expect.arrayContaining([{ key: 'note', files: 1, empty: 1 }]) },
  });
  expect(await remedy({ kind: 'makeRoom', key: 'note' })).toEqual({ ok: true, value: { files: 1 } });
  expect(statuses(set)).toEqual([['discarded'], ['refused']]);
  await one.world.push();
  expect(one.world.served(2)!.keyvalues).toEqual({ note: 'kept' });
});

test('the value goes into a key that the file has already', async () => {
  const { one, remedy } = await refused([full]);
  expect(await remedy({ kind: 'otherKey', from: 'tier', into: 'note' })).toEqual({ ok: true, value: { files: 1 } });
  expect(one.state).toEqual(['Set note = gold on 1 file', null]);
  await one.world.push();
  expect(one.world.served(1)).toEqual({ name: 'file 1', keyvalues: { note: 'gold', env: 'test' } });
});

test('a key that the files lack makes no room: nothing is changed', async () => {
  const { one, set, remedy, statuses } = await refused([full]);
  const before = one.rows();
  expect(await remedy({ kind: 'makeRoom', key: 'unknown' })).toEqual({ ok: true, value: { files: 0 } });
  expect(await remedy({ kind: 'otherKey', from: 'tier', into: 'unknown' })).toEqual({ ok: true, value: { files: 0 } });
  expect(one.rows()).toEqual(before);
  expect(statuses(set)).toEqual([['refused']]);
});

test('a remedy that would be refused again is not tried', async () => {
  const { set, remedy, statuses, learn } = await refused([full], { tier: 'gold', rank: 'first' });
  learn(({ limits }) => ({ limits: { ...limits, refused: { ...limits.refused, pairs: 3 } } }));
  expect(await remedy({ kind: 'makeRoom', key: 'note' })).toEqual({ ok: true, value: { files: 0 } });
  expect(statuses(set)).toEqual([['refused', 'refused']]);
});

test('one undo takes a remedy back as a whole: the refused edit is held, and redo asks again', async () => {
  const { one, set, remedy, statuses } = await refused([full]);
  await remedy({ kind: 'makeRoom', key: 'note' });
  await one.undoOnce();
  expect(statuses(set)).toEqual([['held']]);
  expect(one.world.shown(1)!.keyvalues).toEqual({ ...full, tier: 'gold' });
  await one.redoOnce();
  await one.world.push();
  expect(one.world.served(1)).toEqual({ name: 'file 1', keyvalues: { env: 'test', tier: 'gold' } });
});

test('the undo of a remedy that was sent gives the file back what it had, and the refused edit stays out of the way', async () => {
  const { one, set, remedy, statuses } = await refused([full]);
  await remedy({ kind: 'makeRoom', key: 'note' });
  await one.world.push();
  await one.undoOnce();
  await one.world.push();
  expect(one.world.served(1)).toEqual({ name: 'file 1', keyvalues: full });
  expect(statuses(set)).toEqual([['held']]);
});

test('values that another person put into the key meanwhile are not overwritten', async () => {
  const { one, remedy } = await refused([full]);
  await remedy({ kind: 'makeRoom', key: 'note' });
  one.world.fake.change('public', keyOf(1).id, { keyvalues: new Map(Object.entries({ ...full, note: 'theirs' })) });
  await one.world.push();
  expect(one.world.open(1).map(({ status }) => status)).toContain('conflicted');
  expect(one.world.served(1)!.keyvalues).toMatchObject({ note: 'theirs' });
});

test('a value that another person gave the refused key since is asked about, also where the copy has it', async () => {
  const { one, remedy } = await refused([full], { tier: 'gold', rank: 'top' });
  one.world.fake.change('public', keyOf(1).id, { keyvalues: new Map(Object.entries({ ...full, tier: 'theirs' })) });
  await one.world.copy();
  await remedy({ kind: 'makeRoom', key: 'note' });
  await one.world.push();
  expect(one.world.open(1)).toContainEqual({ field: 'key:tier', base: null, mine: 'gold', status: 'conflicted' });
  expect(one.world.served(1)!.keyvalues).toMatchObject({ tier: 'theirs' });
});

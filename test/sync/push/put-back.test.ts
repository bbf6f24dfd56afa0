import { describe, expect, test } from 'vitest';
import { type ConflictRule, noTraits } from '../../../src/domain/connections/connection.ts';
import { fakeId } from '../../support/fake-service.ts';
import { InMemorySync } from '../in-memory-sync.ts';
import { answered, failing } from './failures.ts';
import { sendWith } from './overtaken.ts';

/** A service that replaces metadata, and is taken for one that merges. */
async function replacing(conflictRule: ConflictRule = 'ask'): Promise<InMemorySync> {
  const one = await merging(conflictRule);
  one.world.fake.mode = 'replace';
  return one;
}

/** A service that merges, and is known to. */
async function merging(conflictRule: ConflictRule = 'ask'): Promise<InMemorySync> {
  const one = new InMemorySync({ connection: { conflictRule, learnt: { ...noTraits, keyvaluesMode: 'merge' } } });
  await one.files(1);
  return one;
}

const env = (one: InMemorySync): unknown => one.world.served(1)!.keyvalues['env'];
const removedByOthers = (one: InMemorySync) => one.world.fake.change('public', fakeId(1), { keyvalues: new Map() });
const decide = async (one: InMemorySync, kind: 'mine' | 'server'): Promise<void> => {
  one.world.queue.decide(one.world.of(1), [{ field: 'key:env', choice: { kind } }]);
  await one.world.push();
};

describe('a key that went away while an update of another key was on its way', () => {
  const question = { field: 'key:env', base: 'test', mine: 'test', status: 'conflicted' };

  /** Somebody else removes it. */
  async function vanished(rule: ConflictRule = 'ask'): Promise<InMemorySync> {
    const one = await merging(rule);
    one.changeFile(1, { 'key:more': 'x' });
    await sendWith(one, () => removedByOthers(one));
    return one;
  }

  test.each(['ask', 'serverWins'] as const)(
    'is asked about under the rule %s: it looks the same whether the service dropped it or somebody removed it',
    async (rule) => {
      const one = await vanished(rule);
      expect([one.world.open(1), one.world.served(1)!.keyvalues]).toMatchObject([[question], { more: 'x' }]);
      expect(env(one)).toBeUndefined();
      const dropped = await replacing(rule);
      dropped.changeFile(1, { 'key:more': 'x' });
      await dropped.world.push();
      expect([dropped.world.open(1), env(dropped)]).toMatchObject([[question], undefined]);
    },
  );

  test('is written again once its person wants it, and else stays away with its value in the history', async () => {
    const one = await vanished();
    await decide(one, 'mine');
    expect([one.world.open(1), one.world.served(1)!.keyvalues]).toEqual([[], { more: 'x', env: 'test' }]);
    const other = await vanished();
    await decide(other, 'server');
    expect([other.world.open(1), other.world.served(1)!.keyvalues]).toEqual([[], { more: 'x' }]);
    expect(other.world.history.list(other.world.of(1))).toContainEqual(
      expect.objectContaining({ field: 'key:env', value: 'test', source: 'mine' }),
    );
  });

  test('is put back at once where the own side always wins', async () => {
    const one = await vanished('mineWins');
    expect([one.world.open(1), one.world.served(1)!.keyvalues]).toEqual([[], { more: 'x', env: 'test' }]);
  });

  test('is what a question asks about that waits over it, and the value below stands in the history', async () => {
    const one = await merging();
    one.changeFile(1, { 'key:env': 'prod' });
    one.world.fake.change('public', fakeId(1), { keyvalues: new Map([['env', 'theirs']]) });
    await one.world.push();
    one.changeFile(1, { 'key:more': 'x' });
    await sendWith(one, () => removedByOthers(one));
    const [waiting] = one.world.outbox.openEdits(one.world.of(1));
    expect(waiting?.changes).toMatchObject([{ mine: 'prod', server: null, status: 'conflicted' }]);
    expect(one.world.open(1)).toHaveLength(1);
    expect(one.world.history.list(one.world.of(1))).toContainEqual(
      expect.objectContaining({ field: 'key:env', value: 'theirs', source: 'server' }),
    );
    await decide(one, 'mine');
    expect([one.world.open(1), env(one)]).toEqual([[], 'prod']);
  });

  test('is asked about with what its person wanted meanwhile', async () => {
    const one = await replacing();
    one.changeFile(1, { 'key:more': 'x' });
    await sendWith(one, () => one.changeFile(1, { 'key:env': 'prod' }));
    expect([one.world.open(1), one.world.served(1)!.keyvalues]).toMatchObject([
      [{ base: 'test', mine: 'prod', status: 'conflicted' }],
      { more: 'x' },
    ]);
    await decide(one, 'mine');
    expect([one.world.open(1), one.world.served(1)!.keyvalues]).toEqual([[], { more: 'x', env: 'prod' }]);
  });

  test('is asked about again once its question was discarded and put back', async () => {
    const one = await vanished();
    const [asked] = one.world.outbox.openEdits(one.world.of(1));
    await one.undo.discard(one.world.connection.id, one.accountRef, 'discard', [asked!.id]);
    await one.world.push();
    expect([one.world.open(1), env(one)]).toEqual([[], undefined]);
    await one.undoOnce();
    await one.world.push();
    expect([one.world.open(1), env(one)]).toMatchObject([[question], undefined]);
  });

  test('gets what its person types over the question, and the undo takes that away again', async () => {
    const one = await vanished();
    one.changeFile(1, { 'key:env': 'prod' });
    await decide(one, 'mine');
    expect([one.world.open(1), env(one)]).toEqual([[], 'prod']);
    await one.undoOnce();
    await one.world.push();
    expect([one.world.open(1), env(one)]).toEqual([[], undefined]);
  });

  test('is asked about beside a held edit of it', async () => {
    const one = await replacing();
    one.world.queue.hold([one.changeFile(1, { 'key:env': 'prod' })]);
    one.changeFile(1, { 'key:more': 'x' });
    await one.world.push();
    expect([env(one), one.world.open(1)]).toMatchObject([undefined, [{ mine: 'prod', status: 'held' }, question]]);
  });
});

describe('a value that our update dropped is not put back over what the person has asked for', () => {
  test('while the update was on its way', async () => {
    const one = await replacing('mineWins');
    one.changeFile(1, { 'key:more': 'x' });
    await sendWith(one, () => one.changeFile(1, { 'key:env': 'prod' }));
    expect([one.world.open(1), one.world.served(1)!.keyvalues]).toEqual([[], { more: 'x', env: 'prod' }]);
  });

  test('in a removal that was kept back from the update', async () => {
    const one = await replacing();
    one.changeFile(1, { 'key:more': 'x', 'key:env': null });
    one.world.fake.next('updateFile', failing(answered(400, { message: 'values must be strings' })));
    await one.world.push();
    expect([one.world.open(1), one.world.served(1)!.keyvalues]).toEqual([[], { more: 'x' }]);
  });

  test('after a removal that the service took for a text', async () => {
    const one = await replacing();
    const { fake } = one.world;
    fake.mode = 'merge';
    const update = fake.updateFile.bind(fake);
    fake.updateFile = (network, id, body, signal) => update(network, id, body.replaceAll(':null', ':"null"'), signal);
    one.changeFile(1, { 'key:env': null });
    await sendWith(one, () => one.changeFile(1, { 'key:env': 'prod' }));
    expect([one.world.open(1), env(one)]).toEqual([[], 'prod']);
  });

  test('on a value that somebody else had replaced before the update: that is asked about', async () => {
    const one = await replacing();
    one.changeFile(1, { 'key:more': 'x' });
    await sendWith(one, () => {
      const key = { network: 'public', id: one.world.of(1).id } as const;
      const changes = [{ field: 'key:env', base: 'older', mine: 'prod' }] as const;
      one.world.queue.enqueue(one.world.connection.id, one.accountRef, 'A draft', [{ key, changes }]);
    });
    expect(one.world.open(1)).toMatchObject([{ base: 'older', mine: 'prod', status: 'conflicted' }]);
    expect(env(one)).toBeUndefined();
  });
});

test('a value that our update dropped is put back below a held edit of it', async () => {
  const one = await replacing('mineWins');
  one.world.queue.hold([one.changeFile(1, { 'key:env': 'prod' })]);
  one.changeFile(1, { 'key:more': 'x' });
  await one.world.push();
  await one.world.push();
  expect([env(one), one.world.open(1)]).toMatchObject(['test', [{ mine: 'prod', status: 'held' }]]);
});

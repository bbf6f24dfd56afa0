import { describe, expect, test } from 'vitest';
import { noTraits } from '../../../src/domain/connections/connection.ts';
import { InMemorySync } from '../in-memory-sync.ts';
import { answered, failing } from './failures.ts';
import { sendWith } from './overtaken.ts';

/** A service that replaces metadata, and is taken for one that merges. */
async function replacing(): Promise<InMemorySync> {
  const one = new InMemorySync({ connection: { learnt: { ...noTraits, keyvaluesMode: 'merge' } } });
  one.world.fake.mode = 'replace';
  await one.files(1);
  return one;
}

const env = (one: InMemorySync): unknown => one.world.served(1)!.keyvalues['env'];

describe('a value that our update dropped is not put back over what the person has asked for', () => {
  test('while the update was on its way', async () => {
    const one = await replacing();
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
  const one = await replacing();
  one.world.queue.hold([one.changeFile(1, { 'key:env': 'prod' })]);
  one.changeFile(1, { 'key:more': 'x' });
  await one.world.push();
  await one.world.push();
  expect([env(one), one.world.open(1)]).toMatchObject(['test', [{ mine: 'prod', status: 'held' }]]);
});

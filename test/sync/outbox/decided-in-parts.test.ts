import { expect, test } from 'vitest';
import { decisionHandlers } from '../../../electron/ipc/changes/decision-handlers.ts';
import { fakeId } from '../../support/fake-service.ts';
import { InMemorySync } from '../in-memory-sync.ts';

test('a decision about more fields than one question takes is one step, whose undo brings all of them back', async () => {
  const one = new InMemorySync();
  await one.files(1);
  one.changeFile(1, { name: 'mine', 'key:env': 'prod' }, 'Change both');
  one.world.fake.change('public', fakeId(1), { name: 'theirs', keyvalues: new Map([['env', 'theirs']]) });
  await one.world.push();
  const asked = one.world.open(1);
  const decide = decisionHandlers(one.slices)['changes.decide'];
  const of = { connectionId: one.world.connection.id, key: { network: 'public', id: fakeId(1) } } as const;
  const [choice, server] = [{ kind: 'server' }, 'theirs'] as const;
  decide({ ...of, part: 'first', decisions: [{ field: 'name', choice, server }] });
  decide({ ...of, part: 'further', decisions: [{ field: 'key:env', choice, server }] });
  const title = 'Settle the conflict in theirs';
  expect([one.world.open(1), one.state]).toEqual([[], [title, null]]);
  await one.undoOnce();
  expect([one.world.open(1), one.state]).toEqual([asked, ['Change both', title]]);
});

/** As many decided values, whatever they are about. */
async function decidedValues(count: number) {
  const one = new InMemorySync();
  await one.files(1);
  const editId = one.changeFile(1, { name: 'mine' });
  const side = { status: 'queued', base: null, mine: null } as const;
  const value = {
    key: { network: 'public', id: fakeId(1) },
    editId,
    field: 'name',
    before: side,
    after: side,
  } as const;
  const values = Array.from({ length: count }, () => value);
  return { one, values, id: one.world.connection.id };
}

test('a decision over more values than a step keeps leaves nothing to undo', async () => {
  const { one, values, id } = await decidedValues(2_001);
  one.undo.decided(id, 'Settle all', values);
  expect(one.state).toEqual([null, null]);
});

test('the last parts of a decision over more values than a step keeps are no step of their own', async () => {
  const { one, values, id } = await decidedValues(2_000);
  one.undo.decided(id, 'Settle all', values, 'first');
  one.undo.decided(id, 'Settle all', values.slice(0, 100), 'further');
  one.undo.decided(id, 'Settle all', values.slice(0, 50), 'further');
  expect(one.state).toEqual([null, null]);
  one.undo.decided(id, 'Settle all', values.slice(0, 10), 'first');
  one.undo.decided(id, 'Settle all', values.slice(0, 10), 'further');
  expect(one.state).toEqual(['Settle all', null]);
});

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

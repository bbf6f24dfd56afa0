import { expect, test } from 'vitest';
import { lastFailureOf } from '../../../src/domain/service/remote-failure.ts';
import { fakeId } from '../../support/fake-service.ts';
import { inMemorySync, run, verdicts } from './dry-runs.ts';
import { answered, failing, malformed, wrongRecord } from './failures.ts';

test.each([
  ['a 500', answered(500)],
  ['a 403', answered(403)],
  ['a refusal', answered(400)],
  ['an answer that was cut', malformed],
  ['an answer about another file', wrongRecord],
])('%s to one read is told of that file alone: the others are compared with the service', async (_what, failure) => {
  const one = await inMemorySync(6);
  for (const file of [1, 2, 3, 4, 5, 6]) one.changeFile(file, { name: 'mine' });
  one.world.fake.change('public', fakeId(6), { name: 'theirs' });
  one.world.fake.faultOf = ({ input }) => (input[1] === fakeId(1) ? failing(failure) : null);
  expect(await verdicts(one)).toEqual([
    [1, 'unread'],
    ...[2, 3, 4, 5].map((file) => [file, 'wouldApply']),
    [6, 'conflict'],
  ]);
  const { against, lines } = await run(one);
  expect([against, lines.find(({ key }) => key.id === fakeId(1))?.reason]).toEqual([
    'service',
    { kind: 'unread', failure: lastFailureOf(failure) },
  ]);
});

test('a service that fails three reads in a row is asked no more: the copy stands in', async () => {
  const one = await inMemorySync(20);
  for (let file = 1; file <= 20; file++) one.changeFile(file, { name: 'mine' });
  one.world.fake.calls.length = 0;
  one.world.fake.faultOf = () => failing(answered(500));
  const { against, lines } = await run(one);
  expect([against, lines.filter(({ verdict }) => verdict === 'unread').length]).toEqual(['copy', 2]);
  expect(one.world.asked.length).toBeLessThanOrEqual(6);
});

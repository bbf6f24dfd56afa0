import { expect, test } from 'vitest';
import type { InMemorySync } from '../in-memory-sync.ts';
import { lagBehind } from '../ingest/stale-reads.ts';
import { applying, noAnswer } from './failures.ts';
import { at, inMemorySync } from './overtaken.ts';

/** A key that two files have gets another value, on a service that replaces; `onTrial` is called when the trial is sent. */
async function changed(conflictRule: 'ask' | 'serverWins', onTrial: (one: InMemorySync) => unknown) {
  const one = await inMemorySync(2);
  one.world.connection = { ...one.world.connection, conflictRule };
  one.world.fake.mode = 'replace';
  for (const number of [1, 2]) one.changeFile(number, { 'key:env': 'mine' });
  let updates = 0;
  one.world.fake.onCall = ({ name }) => {
    if (name === 'updateFile' && ++updates === 2) onTrial(one);
  };
  return one;
}

async function sendRest(one: InMemorySync): Promise<void> {
  expect(one.world.served(1)?.keyvalues).toEqual({});
  for (let round = 0; round < 20; round++) {
    await at(one, 10_000);
    await one.world.push();
  }
}

const rules = ['ask', 'serverWins'] as const;

/** The program ends once the answer to the trial is stored, which shows that the key is gone. */
async function endedAfterTrial(rule: (typeof rules)[number]): Promise<InMemorySync> {
  const program = new AbortController();
  const one = await changed(rule, () => undefined);
  const update = one.world.fake.updateFile.bind(one.world.fake);
  let updates = 0;
  one.world.fake.updateFile = async (...input) => {
    const answer = await update(...input);
    if (++updates === 2) program.abort();
    return answer;
  };
  await one.world.push(program.signal);
  return one;
}

test.each(rules)('the key that a trial has left out is written again by the next start (%s)', async (rule) => {
  const one = await endedAfterTrial(rule);
  await sendRest(one);
  expect([one.world.served(1)?.keyvalues, one.world.open(1)]).toEqual([{ env: 'mine' }, []]);
});

test('the key that a trial has left out is asked about by no list that shows its absence', async () => {
  const one = await endedAfterTrial('ask');
  await at(one, 130_000);
  await one.world.pull();
  expect(one.world.open(1)).toMatchObject([{ mine: 'mine', status: 'queued' }]);
});

test.each(rules)(
  'the key that a trial has left out is written again after a read that lags behind (%s)',
  async (rule) => {
    let catchUp = (): void => undefined;
    const one = await changed(rule, ({ world }) => (catchUp = lagBehind(world.fake)));
    await one.world.push();
    catchUp();
    await sendRest(one);
    expect([one.world.served(1)?.keyvalues, one.world.open(1)]).toEqual([{ env: 'mine' }, []]);
  },
);

test('a key that was written again without an answer, and that somebody else removed since, is asked about', async () => {
  const one = await changed('ask', () => undefined);
  const update = one.world.fake.updateFile.bind(one.world.fake);
  let updates = 0;
  one.world.fake.updateFile = (...input) => {
    if (++updates === 3) one.world.fake.next('updateFile', applying(noAnswer));
    return update(...input);
  };
  await one.world.push();
  expect([updates, one.world.served(1)?.keyvalues]).toEqual([4, { env: 'mine' }]);
  one.world.fake.change('public', one.world.of(1).id, { keyvalues: new Map() });
  for (let round = 0; round < 20; round++) {
    await at(one, 10_000);
    await one.world.push();
  }
  expect(one.world.served(1)?.keyvalues).toEqual({});
  expect(one.world.open(1)).toMatchObject([{ mine: 'mine', status: 'conflicted' }]);
});

test('an absence that a trial left hours ago is asked about: by then anybody may have removed the key', async () => {
  const one = await endedAfterTrial('ask');
  await at(one, 2 * 60 * 60_000);
  await one.world.push();
  expect(one.world.open(1)).toMatchObject([{ mine: 'mine', status: 'conflicted' }]);
});

test('a key that somebody wrote after the trial, was decided about and removed since, is asked about', async () => {
  const one = await changed('ask', () => undefined);
  const file = one.world.of(1).id;
  const update = one.world.fake.updateFile.bind(one.world.fake);
  let updates = 0;
  one.world.fake.updateFile = async (...input) => {
    const answer = await update(...input);
    if (++updates === 2) one.world.fake.change('public', file, { keyvalues: new Map([['env', 'theirs']]) });
    return answer;
  };
  await one.world.push();
  expect(one.world.open(1)).toMatchObject([{ mine: 'mine', status: 'conflicted' }]);
  one.world.queue.decide(one.world.of(1), [{ field: 'key:env', choice: { kind: 'mine' } }]);
  one.world.fake.change('public', file, { keyvalues: new Map() });
  await at(one, 130_000);
  await one.world.push();
  expect(one.world.open(1)).toMatchObject([{ mine: 'mine', status: 'conflicted' }]);
  expect(one.world.served(1)?.keyvalues).toEqual({});
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Failure } from '../../../src/domain/core/failure.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import { Query } from '../../../src/state/app/query.svelte.ts';
import { fakeBridge } from '../../support/fake-bridge.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const hostGone = fail<Failure>({ kind: 'hostGone' });

/** A query whose answers the test gives, in the order it likes. */
function queryAnsweredByHand<Input = string>(onFailure?: 'keep' | 'forget') {
  const asked: { readonly input: Input; readonly answer: (reply: Result<string, Failure>) => void }[] = [];
  const query = new Query<Input, string>((input) => new Promise((answer) => asked.push({ input, answer })), onFailure);
  return { query, asked };
}

const shown = <Input>({ current, failure, isLoading }: Query<Input, string>) => ({ current, failure, isLoading });

test('keeps the last answer while the next question is on its way', async () => {
  const { query, asked } = queryAnsweredByHand();
  const first = query.ask('a');
  expect(shown(query)).toEqual({ current: null, failure: null, isLoading: true });
  asked[0]!.answer(ok('A'));
  expect(await first).toBe('A');
  void query.ask('b');
  expect(shown(query)).toEqual({ current: 'A', failure: null, isLoading: true });
});

test('drops the answer to an earlier question, which ends together with the later one', async () => {
  const { query, asked } = queryAnsweredByHand();
  const ended: string[] = [];
  const early = query.ask('early').finally(() => ended.push('early'));
  const late = query.ask('late').finally(() => ended.push('late'));
  asked[0]!.answer(ok('EARLY'));
  await Promise.resolve();
  expect([query.current, ended]).toEqual([null, []]);
  asked[1]!.answer(ok('LATE'));
  expect([await early, await late, query.current, ended.length]).toEqual([null, 'LATE', 'LATE', 2]);
});

test.each([
  ['keep', 'A'],
  ['forget', null],
] as const)('when a question fails, a query that is to %s shows %s', async (onFailure, current) => {
  const { query, asked } = queryAnsweredByHand(onFailure);
  const first = query.ask('a');
  asked[0]!.answer(ok('A'));
  await first;
  const second = query.ask('b');
  asked[1]!.answer(hostGone);
  expect([await second, shown(query)]).toEqual([null, { current, failure: { kind: 'hostGone' }, isLoading: false }]);
});

test.each([
  ['take', (query: Query<string, string>) => query.take('taken'), 'taken'],
  ['clear', (query: Query<string, string>) => query.clear(), null],
  ['giveUp', (query: Query<string, string>) => query.giveUp(), null],
] as const)('after %s no open question is answered, and nobody waits for ever', async (_, overtake, current) => {
  const { query, asked } = queryAnsweredByHand();
  const first = query.ask('a');
  const second = query.ask('b');
  overtake(query);
  asked.forEach(({ input, answer }) => answer(ok(input)));
  expect([await first, await second, shown(query)]).toEqual([null, null, { current, failure: null, isLoading: false }]);
});

test('a failure goes when an answer comes', () => {
  const { query } = queryAnsweredByHand();
  query.note(hostGone);
  expect(query.failure).toEqual({ kind: 'hostGone' });
  query.take('A');
  expect(shown(query)).toEqual({ current: 'A', failure: null, isLoading: false });
});

/** A question without input and an action, each answered when the test says so. */
function queryWithAction(onFailure?: 'keep' | 'forget') {
  const { asked, query } = queryAnsweredByHand<void>(onFailure);
  const action = Promise.withResolvers<Result<string, Failure>>();
  const act = (): Promise<Result<string, Failure>> => query.act(() => action.promise);
  return { query, asked, act, reply: action.resolve };
}

test.each(['keep', 'forget'] as const)(
  'an action that fails takes neither the answer that is there nor the one on its way (%s)',
  async (onFailure) => {
    const { query, asked, act, reply } = queryWithAction(onFailure);
    query.take('there');
    const acting = act();
    const question = query.ask();
    reply(hostGone);
    await acting;
    expect(shown(query)).toEqual({ current: 'there', failure: { kind: 'hostGone' }, isLoading: true });
    asked[0]!.answer(ok('newer'));
    expect(await question).toBe('newer');
    expect(shown(query)).toEqual({ current: 'newer', failure: { kind: 'hostGone' }, isLoading: false });
    void query.ask();
    asked[1]!.answer(ok('asked after the failure'));
    await query.arrival;
    expect(query.failure).toBeNull();
  },
);

test('an open question that fails takes nothing from the failure of a later action', async () => {
  const { query, asked, act, reply } = queryWithAction();
  const question = query.ask();
  const acting = act();
  reply(fail({ kind: 'noToken' }));
  await acting;
  asked[0]!.answer(hostGone);
  await question;
  expect(query.failure).toEqual({ kind: 'noToken' });
});

test('the reply to an action overtakes the questions before it', async () => {
  const { query, asked, act, reply } = queryWithAction();
  const question = query.ask();
  const acting = act();
  reply(ok('acted'));
  expect(await acting).toEqual(ok('acted'));
  asked[0]!.answer(ok('older'));
  expect([await question, shown(query)]).toEqual([null, { current: 'acted', failure: null, isLoading: false }]);
});

test('asks once more where a question was answered during an action: nobody knows which of both is newer', async () => {
  const { query, asked, act, reply } = queryWithAction();
  const acting = act();
  void query.ask();
  asked[0]!.answer(ok('during the action'));
  await query.arrival;
  reply(ok('acted'));
  await Promise.resolve();
  expect(query.current).toBe('during the action');
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  asked[1]!.answer(ok('after both'));
  await acting;
  expect(shown(query)).toEqual({ current: 'after both', failure: null, isLoading: false });
});

test('asks again at an event, but not in the rest after the last question, and no more once nobody watches', async () => {
  const bridge = fakeBridge();
  let asked = 0;
  const query = new Query<void, number>(() => Promise.resolve(ok((asked += 1))));
  const stop = query.watch(bridge, ['keys.changed', 'files.changed']);
  await vi.advanceTimersByTimeAsync(10);
  bridge.announce('keys.changed');
  bridge.announce('files.changed');
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(query.current).toBe(2);
  stop();
  bridge.announce('keys.changed');
  await vi.advanceTimersByTimeAsync(1_000);
  expect([asked, bridge.listeners()]).toEqual([2, 0]);
});

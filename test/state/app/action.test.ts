import { expect, test } from 'vitest';
import type { Failure } from '../../../src/domain/core/failure.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import { Action } from '../../../src/state/app/action.svelte.ts';

/** Work that the test ends. */
function workEndedByHand() {
  const { promise, resolve } = Promise.withResolvers<Result<string, Failure>>();
  return { work: () => promise, end: resolve };
}

test('runs one action at a time, and says that one is under way', async () => {
  const action = new Action();
  const { work, end } = workEndedByHand();
  const first = action.run(work);
  const second = await action.run(() => Promise.reject(new Error('This work must not begin')));
  expect([second, action.isBusy]).toEqual([null, true]);
  end(ok('done'));
  expect([await first, action.isBusy]).toEqual([ok('done'), false]);
});

test('runs an action beside another where it is to, and is busy until both are done', async () => {
  const action = new Action();
  const [one, other] = [workEndedByHand(), workEndedByHand()];
  const both = [action.runBeside(one.work), action.runBeside(other.work)];
  one.end(ok('one'));
  await both[0];
  expect(action.isBusy).toBe(true);
  other.end(ok('other'));
  await both[1];
  expect(action.isBusy).toBe(false);
});

test('runs what was given in quick succession one after the other, none left out', async () => {
  const action = new Action();
  const [one, other] = [workEndedByHand(), workEndedByHand()];
  const begun: string[] = [];
  const note = (name: string, work: () => ReturnType<typeof one.work>) => () => {
    begun.push(name);
    return work();
  };
  const both = [action.runInTurn(note('one', one.work)), action.runInTurn(note('other', other.work))];
  other.end(ok('other'));
  await Promise.resolve();
  expect([begun, action.isBusy]).toEqual([['one'], true]);
  one.end(ok('one'));
  expect(await Promise.all(both)).toEqual([ok('one'), ok('other')]);
  expect([begun, action.isBusy]).toEqual([['one', 'other'], false]);
});

test('says why the last action failed until one succeeds, or until that is put away', async () => {
  const action = new Action();
  const failing = () => Promise.resolve(fail<Failure>({ kind: 'hostGone' }));
  await action.run(failing);
  expect(action.failure).toEqual({ kind: 'hostGone' });
  await action.run(() => Promise.resolve(ok('done')));
  expect(action.failure).toBeNull();
  await action.run(failing);
  action.clear();
  expect(action.failure).toBeNull();
});

test('work for a subject that was left says nothing of the next one, and holds up none of its work', async () => {
  const action = new Action();
  const { work, end } = workEndedByHand();
  const left = action.run(work);
  action.leave();
  const next = await action.run(() => Promise.resolve(ok('next')));
  end(fail({ kind: 'hostGone' }));
  expect([await left, next, action.failure, action.isBusy]).toEqual([
    fail({ kind: 'hostGone' }),
    ok('next'),
    null,
    false,
  ]);
});

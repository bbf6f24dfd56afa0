import { expect, test } from 'vitest';
import { type FailureRow, FailureStreak } from '../../../electron/sync/push/failure-streak.ts';
import type { Turn } from '../../../electron/sync/push/turn.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import {
  FAILURES_BEFORE_PAUSE,
  FAILURES_IN_SPITE_OF_PROBE,
  failureClassOf,
  type RemoteFailure,
} from '../../../src/domain/service/remote-failure.ts';
import { answered, malformed, noAnswer, portal, tooLarge } from './failures.ts';

const failedTurn = (failure: RemoteFailure): Extract<Turn, { kind: 'failed' }> => ({
  kind: 'failed',
  failureClass: failureClassOf(failure),
  detail: 'as it was',
});

/** A row of failed files, and how often the service was asked about none of them. */
function streak(probed: Result<unknown, RemoteFailure> = ok(null), failures: FailureRow = { inARow: 0 }) {
  let probes = 0;
  const row = new FailureStreak(() => {
    probes += 1;
    return Promise.resolve(probed);
  }, failures);
  const addMany = async (count: number, failure: RemoteFailure = malformed): Promise<readonly boolean[]> => {
    const ended: boolean[] = [];
    for (let at = 0; at < count; at++) ended.push((await row.add(failedTurn(failure))) !== null);
    return ended;
  };
  return { row, addMany, probes: () => probes };
}

const no = (count: number): readonly boolean[] => Array.from({ length: count }, () => false);

test('files that fail now and then are asked about by nobody, and end nothing', async () => {
  const { row, addMany, probes } = streak(fail(noAnswer));
  for (let round = 0; round < 10; round++) {
    expect(await addMany(FAILURES_BEFORE_PAUSE - 1)).toEqual(no(FAILURES_BEFORE_PAUSE - 1));
    row.end();
  }
  expect(probes()).toBe(0);
});

test('after three in a row one probe judges: where the service answers, five more files may fail', async () => {
  const { addMany, probes } = streak();
  const all = await addMany(FAILURES_IN_SPITE_OF_PROBE);
  expect(all).toEqual([...no(FAILURES_IN_SPITE_OF_PROBE - 1), true]);
  expect(probes()).toBe(1);
});

test.each([
  ['does not answer', noAnswer, true],
  ['is broken', answered(500), true],
  ['asks to be left alone', answered(429), true],
  ['refuses the probe', answered(400), false],
  ['knows no such page', answered(404), false],
  ['ignores how few rows were asked for, and sends more than is read', tooLarge, false],
])('a service that %s ends the round: %s', async (_how, failure, ends) => {
  const { addMany } = streak(fail(failure));
  expect(await addMany(FAILURES_BEFORE_PAUSE)).toEqual([...no(FAILURES_BEFORE_PAUSE - 1), ends]);
});

test.each([answered(500), answered(403)])('a service that says so of itself is asked nothing more', async (failure) => {
  const { addMany, probes } = streak();
  expect(await addMany(FAILURES_BEFORE_PAUSE, failure)).toEqual([...no(FAILURES_BEFORE_PAUSE - 1), true]);
  expect(probes()).toBe(0);
});

test('a stranger’s answer to the last file is judged by a probe, unless a file got through since', async () => {
  const { row, addMany, probes } = streak(fail(portal));
  await addMany(1, portal);
  expect(await row.judge()).toMatchObject({ failureClass: { kind: 'notOurService' } });
  await addMany(1, portal);
  row.end();
  expect([await row.judge(), probes()]).toEqual([null, 1]);
  await addMany(1);
  expect([await row.judge(), probes()]).toEqual([null, 1]);
});

test('a row goes on from round to round, so that files which fail one in a round are asked about too', async () => {
  const failures: FailureRow = { inARow: 0 };
  const ends: (readonly boolean[])[] = [];
  for (let round = 0; round < FAILURES_BEFORE_PAUSE + 1; round++)
    ends.push(await streak(fail(noAnswer), failures).addMany(1));
  expect(ends.flat()).toEqual([...no(FAILURES_BEFORE_PAUSE - 1), true, true]);
});

test('a row begins anew once a probe passed or a file got through, and what a service says of itself is no part of it', async () => {
  const failures: FailureRow = { inARow: 0 };
  await streak(ok(null), failures).addMany(FAILURES_BEFORE_PAUSE);
  expect(failures.inARow).toBe(0);
  const { row, addMany } = streak(fail(noAnswer), failures);
  await addMany(FAILURES_BEFORE_PAUSE - 1);
  row.end();
  await addMany(FAILURES_BEFORE_PAUSE - 1, answered(500));
  expect(failures.inARow).toBe(0);
});

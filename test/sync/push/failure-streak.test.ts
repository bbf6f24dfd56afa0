import { expect, test } from 'vitest';
import { FailureStreak } from '../../../electron/sync/push/failure-streak.ts';
import type { Turn } from '../../../electron/sync/push/turn.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import {
  FAILURES_BEFORE_PAUSE,
  FAILURES_IN_SPITE_OF_PROBE,
  failureClassOf,
  type RemoteFailure,
} from '../../../src/domain/service/remote-failure.ts';
import { answered, malformed, noAnswer, portal } from './failures.ts';

const failedTurn = (failure: RemoteFailure): Extract<Turn, { kind: 'failed' }> => ({
  kind: 'failed',
  failureClass: failureClassOf(failure),
  detail: 'as it was',
});

/** A row of failed files, and how often the service was asked about none of them. */
function streak(probed: Result<unknown, RemoteFailure> = ok(null)) {
  let probes = 0;
  const row = new FailureStreak(() => {
    probes += 1;
    return Promise.resolve(probed);
  });
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

test('after a push that nothing answered, one file is reason enough to ask', async () => {
  let probes = 0;
  const row = new FailureStreak(() => {
    probes += 1;
    return Promise.resolve(fail(noAnswer));
  }, 1);
  expect(await row.add(failedTurn(noAnswer))).not.toBeNull();
  expect(probes).toBe(1);
});

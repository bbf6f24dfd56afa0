import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appKills } from './app-kills.ts';
import { appFromSources } from './app-process.ts';
import { endChildren } from './children.ts';
import { checkDamages, type DamageFigures } from './damage-check.ts';
import { allDamages } from './damages.ts';
import { faultSweep } from './fault-sweep.ts';
import { killLoop } from './kill-loop.ts';
import { powerCuts } from './power-cut.ts';
import { scratch } from './scratch.ts';
import { straceProblem } from './strace.ts';

/** Printed with a failure by the examples of each harness; the long form takes others: `npm run torture -- --seed N`. */
const seed = 1;
const own = scratch();
const around = { seed, jobs: 2, scratch: own };
afterAll(() => {
  endChildren();
  own.remove();
});

const LIMIT_MS = 120_000;

const MOST_TRIES = 10;

/** Kills until the control shows: on a busy machine a few kills in a row may all come after the edit was stored. */
async function damageSeen(control: 'answerFirst' | 'blindRepeat', of: 'lost' | 'doubled'): Promise<number> {
  for (let tried = 0; tried < MOST_TRIES; tried += 1) {
    const { tally } = await killLoop({ ...around, seed: seed + tried, kills: 3, control });
    if (tally[of] > 0) return tally[of];
  }
  return 0;
}

describe('a process that is killed', () => {
  test(
    'loses, doubles and reorders no edit that was called saved, and warns of nothing',
    { timeout: LIMIT_MS },
    async () => {
      const { tally, acked } = await killLoop({ ...around, kills: 5, control: 'none' });
      expect(tally.examples).toEqual([]);
      expect(acked).toBeGreaterThan(0);
    },
  );

  test('is seen to lose edits that were called saved too early', { timeout: LIMIT_MS }, async () => {
    expect(await damageSeen('answerFirst', 'lost')).toBeGreaterThan(0);
  });

  test('is seen to double edits that are repeated without looking', { timeout: LIMIT_MS }, async () => {
    expect(await damageSeen('blindRepeat', 'doubled')).toBeGreaterThan(0);
  });

  test('may be the whole app with its sockets and threads', { timeout: LIMIT_MS }, async () => {
    const { tally, acked } = await appKills({ ...around, kills: 2, program: appFromSources, drainMs: 0 });
    expect(tally.examples).toEqual([]);
    expect(acked).toBeGreaterThan(0);
  });
});

const problem = straceProblem();
const missing = problem === null ? '' : ` *** SKIPPED: ${problem} ***`;

describe.skipIf(problem !== null)(`a disk that fails${missing}`, () => {
  test(
    'at any system call loses no edit, and "not saved" is true once it works again',
    { timeout: LIMIT_MS },
    async () => {
      const { tally, fired } = await faultSweep({ ...around, points: 12, control: 'none' });
      expect(tally.examples).toEqual([]);
      expect(Object.values(fired).reduce((sum, one) => sum + one)).toBeGreaterThan(6);
    },
  );

  test('is seen to take edits that were called saved too early', { timeout: LIMIT_MS }, async () => {
    const { tally } = await faultSweep({ ...around, points: 3, control: 'answerFirst' });
    expect(tally.lost).toBeGreaterThan(0);
  });
});

describe.skipIf(problem !== null)(`a power cut${missing}`, () => {
  test('takes no edit that was called saved, wherever it falls', { timeout: LIMIT_MS }, async () => {
    const { tally, acked } = await powerCuts({ ...around, cuts: 60, control: 'none' });
    expect(tally.examples).toEqual([]);
    expect(acked).toBeGreaterThan(0);
  });

  test('is seen to take edits when the disk is not waited for', { timeout: LIMIT_MS }, async () => {
    const { badCuts } = await powerCuts({ ...around, cuts: 30, control: 'normalSync' });
    expect(badCuts).toBeGreaterThan(0);
  });
});

describe('a damaged file', () => {
  let found: DamageFigures;
  beforeAll(() => {
    found = checkDamages(allDamages, seed, own, 1);
  }, LIMIT_MS);

  test.each(['outbox.db', 'outbox.db-wal', 'outbox.mark', 'mirror.db'] as const)(
    '%s: is told or hurts nothing, is left as it is, and gives back what can be read',
    (file) => {
      expect(found.faults.filter((fault) => fault.startsWith(`${file} `))).toEqual([]);
    },
  );

  test('is often called sound by SQLite alone', () => {
    expect(found.missedBySQLite).toBeGreaterThan(0);
  });
});

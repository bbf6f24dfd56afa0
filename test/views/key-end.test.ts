import { expect, test } from 'vitest';
import { DAY_MS } from '../../src/domain/core/durations.ts';
import { conditionOf, useLimit } from '../../src/domain/keys/api-key.ts';
import { RUNS_OUT_SOON_MS } from '../../src/domain/keys/key-run-outs.ts';
import type { ListedKey } from '../../src/domain/keys/listed-key.ts';
import { keyEnd, lastUse } from '../../src/views/keys/key-end.ts';
import { endMessage, nextEndMessage } from '../../src/views/library/library-tables.ts';
import { sinceMessages } from '../../src/views/activity/activity-messages.ts';
import { aKey } from '../support/builders.ts';

const key = aKey({ maxUses: 10, uses: 1 });
const endingAt = (aboutMs: number): ListedKey => ({
  ...{ key, condition: conditionOf(key), limit: useLimit(key), seenAtMs: 0, missingSinceMs: null, idleSinceMs: null },
  ...{
    line: [],
    forecast: { kind: 'runsOut', aboutMs, fromMs: aboutMs, toMs: null, usesPerDay: 1, observedMs: DAY_MS },
  },
});

test('a key that lasts longer than anybody waits for has no day in the list', () => {
  const row: ListedKey = { ...endingAt(0), forecast: { kind: 'farAway', usesPerDay: 1, observedMs: DAY_MS } };
  expect(keyEnd(row, 0)).toEqual({ text: 'not within a year', tone: 'calm' });
});

test('a forecast end that has passed is no day to come: nobody could look since', () => {
  const ended = { id: key.id, name: null, aboutMs: 5 * DAY_MS, fromMs: 4 * DAY_MS, toMs: 9 * DAY_MS };
  const row: ListedKey = { ...endingAt(0), forecast: { ...ended, kind: 'runsOut', usesPerDay: 1, observedMs: DAY_MS } };
  const nowMs = 5 * DAY_MS;
  expect(keyEnd(row, nowMs)).toEqual({ text: 'any time now', tone: 'soon' });
  expect(endMessage(ended, nowMs)).toBe('any time now');
  expect([nextEndMessage(ended.aboutMs, nowMs), nextEndMessage(ended.aboutMs, nowMs - 1)]).toEqual([
    'any time now',
    'about 6 Jan',
  ]);
  expect(sinceMessages.keyEnd(null)).toBe('may run out any time now.');
});

test('a key ends soon in the list when it is counted among those that end soon', () => {
  const tones = [RUNS_OUT_SOON_MS - 1, RUNS_OUT_SOON_MS].map((aboutMs) => keyEnd(endingAt(aboutMs), 0).tone);
  expect(tones).toEqual(['soon', 'calm']);
});

test('a key whose pace is too uncertain for a latest day ends on one day, whichever screen tells of it', () => {
  const ending = { id: key.id, name: null, aboutMs: 9 * DAY_MS, fromMs: 3 * DAY_MS, toMs: null };
  const row: ListedKey = {
    ...endingAt(0),
    forecast: { ...ending, kind: 'runsOut', usesPerDay: 1, observedMs: DAY_MS },
  };
  const told = [keyEnd(row, 0).text, endMessage(ending, 0), nextEndMessage(ending.aboutMs, 0)];
  expect(told).toEqual(['about 10 Jan', 'about 10 Jan', 'about 10 Jan']);
});

test('the days by which a forecast may be wrong stand apart from its day, which a narrow list shows alone', () => {
  const row: ListedKey = {
    ...endingAt(0),
    forecast: {
      ...{ kind: 'runsOut', aboutMs: 9 * DAY_MS, fromMs: 5 * DAY_MS, toMs: 13 * DAY_MS },
      ...{ usesPerDay: 1, observedMs: DAY_MS },
    },
  };

  expect(keyEnd(row, 0)).toEqual({ text: '10 Jan', margin: ', ± 4 days', tone: 'soon' });
});

test('a key that was never used has no day on which a use was seen', () => {
  const row: ListedKey = { ...endingAt(0), idleSinceMs: 9 * DAY_MS };
  const told = [{ ...row, key: { ...key, uses: 0 } }, row, { ...row, idleSinceMs: null }].map((one) => lastUse(one, 0));
  expect(told).toEqual(['not yet', '10 Jan', '']);
});

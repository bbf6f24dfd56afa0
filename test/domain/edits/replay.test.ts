import { expect, test } from 'vitest';
import { filesToDecide } from '../../../src/domain/edits/edit.ts';
import {
  filesDone,
  filesOf,
  filesPerSecond,
  filesSent,
  isBesideOthers,
  isNoticed,
  noOutcomes,
  MOST_FILES_ON_A_RUNNING_TAPE,
  outcomeOf,
  runningTape,
} from '../../../src/domain/edits/replay.ts';
import type { ObservedValue } from '../../../src/domain/edits/remote-change.ts';

const counts = { ...noOutcomes, onServer: 351, combined: 1, needsYou: 1, refused: 63 };
const sent = { isSettled: true, isCombined: false, hasGivenWay: false };

test.each([
  ['needsYou', 'needsYou'],
  ['refused', 'refused'],
  ['gone', 'gone'],
  ['waiting', null],
  ['held', 'onServer'],
  ['onServer', 'onServer'],
] as const)('a file that shows %s after one of its changes was sent counts as %s', (state, outcome) => {
  expect(outcomeOf({ ...sent, state })).toBe(outcome);
});

test('a file whose change gave way to the service is not on the server, and one that a person took back is nothing', () => {
  expect(outcomeOf({ ...sent, isSettled: false, hasGivenWay: true, state: 'onServer' })).toBe('gaveWay');
  expect(outcomeOf({ ...sent, isSettled: false, state: 'onServer' })).toBeNull();
});

const seen = (given: Partial<ObservedValue>): ObservedValue => ({
  ...{ field: 'key:tier', value: 'silver', atMs: 20, isGoneAfterUpdate: false },
  ...given,
});
test.each([
  ['another field, since the edit', {}, true],
  ['another field, before the edit', { atMs: 9 }, false],
  ['the field of the edit', { field: 'name' }, false],
  ['a key that an update of ours may have taken away', { value: null, isGoneAfterUpdate: true }, false],
] as const)('%s: whether an edit is combined with it', (_, given, isCombined) => {
  expect(isBesideOthers([seen(given)], 10, new Set(['name']))).toBe(isCombined);
});

test('a replay counts the files that are done and those that wait', () => {
  expect(filesDone({ counts })).toBe(416);
  expect(filesOf({ counts, waiting: 4 })).toBe(420);
});

test('a replay of ten files passes unnoticed, and one of eleven is shown', () => {
  expect(isNoticed({ counts: noOutcomes, waiting: 10 })).toBe(false);
  expect(isNoticed({ counts: { ...noOutcomes, refused: 1 }, waiting: 10 })).toBe(true);
});

test('the pace is known after a second of sending', () => {
  expect(filesPerSecond({ counts, activeMs: 999 })).toBeNull();
  expect(filesPerSecond({ counts, activeMs: 6_000 })).toBeCloseTo(69.33);
});

test('the tape of a replay under way has what waits behind what was sent, and so many files to a tick as that', () => {
  const sentSoFar = { ...noOutcomes, onServer: 3, refused: 1 };
  expect(runningTape({ counts: sentSoFar, waiting: 2, ticks: { tape: 'ooor', filesPerTick: 1 } })).toBe('ooorww');
  expect(runningTape({ counts: sentSoFar, waiting: 3, ticks: { tape: 'or', filesPerTick: 2 } })).toBe('orww');
  const waiting = MOST_FILES_ON_A_RUNNING_TAPE - 3;
  expect(runningTape({ counts: sentSoFar, waiting, ticks: { tape: 'ooor', filesPerTick: 1 } })).toBeNull();
});

test('a file that was sent beside a change of somebody else is said to be combined', () => {
  expect(outcomeOf({ ...sent, isCombined: true, state: 'onServer' })).toBe('combined');
  expect(outcomeOf({ ...sent, isCombined: true, isSettled: false, state: 'onServer' })).toBeNull();
});

test('what somebody else changed in the moment of the edit is beside it, also where a key went by an update of ours', () => {
  const ours = new Set(['name'] as const);
  expect(isBesideOthers([seen({ atMs: 10 })], 10, ours)).toBe(true);
  const gone = seen({ field: 'key:gone', value: null, isGoneAfterUpdate: true });
  expect(isBesideOthers([gone, seen({ field: 'key:gone', value: 'back' })], 10, ours)).toBe(false);
  expect(isBesideOthers([gone, seen({})], 10, ours)).toBe(true);
});

test('the files that the service took and those that wait for a decision are counted apart', () => {
  const all = { onServer: 1, combined: 2, gaveWay: 4, needsYou: 8, refused: 16, gone: 32 };
  expect([filesSent({ counts: all }), filesToDecide(all), filesDone({ counts: all })]).toEqual([3, 56, 63]);
});

test('a tape is told of as many files as there may be, and the pace after exactly a second', () => {
  const ticks = { tape: '', filesPerTick: 1 };
  const tape = runningTape({ counts: noOutcomes, waiting: MOST_FILES_ON_A_RUNNING_TAPE, ticks });
  expect(tape).toHaveLength(MOST_FILES_ON_A_RUNNING_TAPE);
  expect(filesPerSecond({ counts, activeMs: 1_000 })).toBe(416);
});

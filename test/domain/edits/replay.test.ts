import { expect, test } from 'vitest';
import type { FieldChange } from '../../../src/domain/edits/edit.ts';
import { filesDone, filesOf, filesPerSecond, isNoticed, outcomeOfTurn } from '../../../src/domain/edits/replay.ts';
import { aChange, aFile } from '../../support/builders.ts';

const counts = { onServer: 351, combined: 1, needsYou: 1, refused: 63, gone: 0 };
const queued = aChange({ field: 'name', mine: 'new', status: 'queued' });
const before = { queued: [queued], record: aFile({ name: 'old', keyvalues: [['tier', 'gold']] }) };
const sent = aFile({ name: 'new', keyvalues: [['tier', 'gold']] });
const now = (status: FieldChange['status'], given: Partial<FieldChange> = {}) => [
  { changes: [{ ...queued, ...given, status }] },
];

test.each([
  ['conflicted', 'needsYou'],
  ['refused', 'refused'],
  ['gone', 'gone'],
  ['settled', 'onServer'],
  ['queued', null],
  ['held', null],
  ['discarded', null],
] as const)('a file whose change is %s after its turn counts as %s', (status, outcome) => {
  expect(outcomeOfTurn(before, now(status), sent)).toBe(outcome);
});

test('the most urgent change stands for its file, and a change that came later for none', () => {
  expect(outcomeOfTurn(before, [...now('settled'), ...now('conflicted')], sent)).toBe('needsYou');
  const later = now('queued', { editId: aChange({ editId: '00000000-0000-4000-8000-0000000000ff' }).editId });
  expect(outcomeOfTurn(before, [...now('settled'), ...later], sent)).toBe('onServer');
});

test('a file is combined where somebody else changed another field of it', () => {
  const other = aFile({ name: 'new', keyvalues: [['tier', 'silver']] });
  expect(outcomeOfTurn(before, now('settled'), other)).toBe('combined');
});

test('a replay counts the files that are done and those that wait', () => {
  expect(filesDone({ counts })).toBe(416);
  expect(filesOf({ counts, waiting: 4 })).toBe(420);
});

test('a replay of ten files passes unnoticed, and one of eleven is shown', () => {
  const none = { onServer: 0, combined: 0, needsYou: 0, refused: 0, gone: 0 };
  expect(isNoticed({ counts: none, waiting: 10 })).toBe(false);
  expect(isNoticed({ counts: { ...none, refused: 1 }, waiting: 10 })).toBe(true);
});

test('the pace is known after a second of sending', () => {
  expect(filesPerSecond({ counts, activeMs: 999 })).toBeNull();
  expect(filesPerSecond({ counts, activeMs: 6_000 })).toBeCloseTo(69.33);
});

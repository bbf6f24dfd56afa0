import { describe, expect, test } from 'vitest';
import type { FieldChange, ChangeStatus, RequestedChange } from '../../../src/domain/edits/edit.ts';
import { inverseOf, newEdit, problemOf } from '../../../src/domain/edits/new-edit.ts';
import { fieldValue } from '../../../src/domain/files/field.ts';
import { aChange, aRecord, editAt } from '../builders.ts';

const settled = (change: FieldChange, over: Partial<FieldChange> = {}): FieldChange => ({
  ...change,
  status: 'settled',
  settlement: 'applied',
  ...over,
});

/** What an edit typed over `shown` starts from. */
const baseOver = (changes: readonly FieldChange[], shown: string) =>
  newEdit(changes, [{ field: 'name', base: shown, mine: 'new' }]).changes[0]?.base;

const setAside: readonly ChangeStatus[] = ['held', 'gone', 'refused'];

describe.each(setAside)('what is typed over a value that is %s', (status) => {
  const below = settled(aChange(1, 'a', 'b'));
  const aside = aChange(2, 'b', 'c', status);

  test('starts from what that one starts from', () => {
    expect(baseOver([below, aside], 'c')).toBe('b');
  });

  test('starts from it also where something else was sent before', () => {
    expect(baseOver([settled(aChange(1, 'a', 'other')), aside], 'c')).toBe('b');
  });

  test('starts from what was sent since', () => {
    expect(baseOver([settled(aChange(3, 'b', 'd')), aside, below], 'c')).toBe('d');
    expect(baseOver([below, aside, settled(aChange(3, 'b', null))], 'c')).toBe(null);
  });

  test('starts from the spelling in which the service saved what was sent since', () => {
    const since = settled(aChange(3, 'b', 'd '), { settlement: 'savedAs', server: 'd' });
    expect(baseOver([below, aside, since], 'c')).toBe('d');
  });

  test('asks nothing of other fields, or of what was given up since', () => {
    const others = [settled(aChange(3, 'b', 'd', 'settled', 'key:a')), aChange(4, 'b', 'e', 'discarded')];
    expect(baseOver([below, aside, ...others], 'c')).toBe('b');
  });
});

test('what is typed over a conflict is asked about with it, and ends it where the service has that value', () => {
  const conflict = (change: FieldChange): FieldChange => ({ ...change, status: 'conflicted', server: 'theirs' });
  const waiting = [conflict(aChange(1, 'a', 'b')), conflict(aChange(2, 'b', 'c'))];
  const typed = (mine: string) => newEdit(waiting, [{ field: 'name', base: 'c', mine }]);
  expect(typed('d')).toMatchObject({ changes: [{ status: 'conflicted', server: 'theirs' }], updates: [] });
  expect(typed('theirs')).toMatchObject({
    changes: [{ status: 'queued', base: 'c', mine: 'theirs' }],
    updates: [{ status: 'queued' }, { status: 'queued' }],
  });
});

test('what is typed over another value than the one set aside starts from what was seen', () => {
  expect(setAside.map((status) => baseOver([aChange(1, 'a', 'b', status)], 'seen'))).toEqual(['seen', 'seen', 'seen']);
});

test('what is typed over a refused value takes its place, and over one that waits or is over comes beside it', () => {
  const typed = (...changes: readonly FieldChange[]) =>
    newEdit(changes, [{ field: 'name', base: 'b', mine: 'new' }]).updates;
  const refused = [aChange(1, 'a', 'x', 'refused'), aChange(2, 'x', 'b', 'refused')];
  expect(typed(...refused)).toEqual([
    { editId: editAt(1), field: 'name', status: 'discarded' },
    { editId: editAt(2), field: 'name', status: 'discarded' },
  ]);
  expect(typed(aChange(1, 'a', 'b'))).toEqual([]);
  expect(typed(aChange(1, 'a', 'b', 'refused', 'key:n'))).toEqual([]);
});

test('what would change nothing makes no change', () => {
  expect(newEdit([], [{ field: 'name', base: 'a', mine: 'a' }])).toEqual({ changes: [], updates: [] });
});

test.each<[string, RequestedChange, ReturnType<typeof problemOf>]>([
  ['an empty name', { field: 'name', base: 'a', mine: '' }, { field: 'name', problem: 'empty' }],
  ['a name that is taken away', { field: 'name', base: 'a', mine: null }, { field: 'name', problem: 'empty' }],
  [
    'a name with a line end',
    { field: 'name', base: 'a', mine: 'b\nc' },
    { field: 'name', problem: 'controlCharacter' },
  ],
  [
    'a key with half a character',
    { field: 'key:\ud83d', base: null, mine: 'x' },
    { field: 'key:\ud83d', problem: 'loneSurrogate' },
  ],
  ['a removed key that has no text', { field: 'key:', base: 'x', mine: null }, { field: 'key:', problem: 'empty' }],
  [
    'a value with half a character',
    { field: 'key:a', base: null, mine: '\ud83d' },
    { field: 'key:a', problem: 'loneSurrogate' },
  ],
  ['an empty value', { field: 'key:a', base: null, mine: '' }, null],
  ['a removed key', { field: 'key:a', base: 'x', mine: null }, null],
])('%s: whether it can be stored', (_what, wanted, problem) => {
  expect(problemOf([wanted])).toEqual(problem);
  expect(problemOf([{ field: 'key:fine', base: null, mine: 'x' }, wanted])).toEqual(problem);
});

test('the inverse goes back to what was there before the first of the changes, where it is not there again', () => {
  const sent = [
    aChange(2, 'b', 'c', 'settled'),
    aChange(1, 'a', 'b', 'settled'),
    aChange(1, null, 'x', 'settled', 'key:n'),
    aChange(1, 'red', 'blue', 'settled', 'key:colour'),
  ];
  const shown = aRecord({
    name: 'b',
    keyvalues: [
      ['n', 'x'],
      ['colour', 'red'],
    ],
  });
  expect(inverseOf(sent, sent, (field) => fieldValue(shown, field))).toEqual([
    { field: 'name', base: 'b', mine: 'a' },
    { field: 'key:n', base: 'x', mine: null },
  ]);
});

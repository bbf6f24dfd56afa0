import { describe, expect, test } from 'vitest';
import type { FieldChange, ChangeStatus } from '../../../src/domain/edits/edit.ts';
import { newEdit } from '../../../src/domain/edits/new-edit.ts';
import { aChange } from '../builders.ts';

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

import { describe, expect, test } from 'vitest';
import type { ConflictRule } from '../../../src/domain/connections/connection.ts';
import type { FieldChange } from '../../../src/domain/edits/edit.ts';
import { decidedByRule, mergeFile, onlyRemovals, withoutRemovals } from '../../../src/domain/edits/three-way-merge.ts';
import type { FieldValue } from '../../../src/domain/files/field.ts';
import { aChange, aRecord, editAt } from '../builders.ts';

const merged = (
  changes: readonly FieldChange[],
  name: string | null,
  { rule = 'ask', own = [] }: { readonly rule?: ConflictRule; readonly own?: readonly FieldValue[] } = {},
) => mergeFile(changes, aRecord({ name }), { rule, nowMs: 7, own: () => new Set(own) });

const nothing = { updates: [], toSend: [], writes: [], displaced: [] };
const name = 'name' as const;
const [first, second] = [aChange(1, 'a', 'b'), aChange(2, 'b', 'c')];

describe('a field that the service holds', () => {
  test('as it was is sent, by its last value', () => {
    expect(merged([first, second], 'a')).toMatchObject({
      updates: [],
      writes: [{ field: 'name', value: 'c' }],
      displaced: [],
    });
  });

  test('as it is wanted is settled, every step of it, and nothing is sent', () => {
    const there = { field: name, status: 'settled', settlement: 'alreadyThere' };
    expect(merged([first, second], 'c')).toEqual({
      ...nothing,
      updates: [
        { editId: editAt(1), ...there },
        { editId: editAt(2), ...there },
      ],
    });
  });

  test('as a step left it has that step settled, and the rest is sent', () => {
    const plan = merged([first, second], 'b');
    expect(plan.updates).toEqual([{ editId: editAt(1), field: name, status: 'settled', settlement: 'applied' }]);
    expect(plan.writes).toEqual([{ field: 'name', value: 'c' }]);
  });

  test('as an own recent write left it is sent', () => {
    expect(merged([first], 'x', { own: ['x'] })).toMatchObject({ updates: [], writes: [{ value: 'b' }] });
    expect(merged([first], 'x', { own: ['y'] }).writes).toEqual([]);
  });
});

describe('a field that somebody else changed', () => {
  test('waits for the person, with what the service holds and when', () => {
    const waits = { field: name, status: 'conflicted', server: 'theirs', serverSeenAtMs: 7 };
    expect(merged([first, second], 'theirs')).toEqual({
      ...nothing,
      updates: [
        { editId: editAt(1), ...waits },
        { editId: editAt(2), ...waits },
      ],
    });
  });

  test('is overwritten where mine wins, from their value on, which the history keeps with the last edit', () => {
    const plan = merged([first, second], 'theirs', { rule: 'mineWins' });
    expect(plan).toMatchObject({ updates: [], writes: [{ field: 'name', value: 'c' }], displaced: [] });
    expect(decidedByRule(plan)).toEqual({
      updates: [{ editId: editAt(1), field: name, base: 'theirs', server: null, serverSeenAtMs: null }],
      displaced: [{ field: name, value: 'theirs', from: 'server', editId: editAt(2) }],
    });
  });

  test('stays where the server wins, and the history keeps the value that gave way', () => {
    const plan = merged([first, second], 'theirs', { rule: 'serverWins' });
    expect(plan.updates.map(({ editId, status }) => [editId, status])).toEqual(
      expect.arrayContaining([
        [editAt(1), 'discarded'],
        [editAt(2), 'discarded'],
      ]),
    );
    expect(plan).toMatchObject({
      toSend: [],
      writes: [],
      displaced: [{ field: name, value: 'c', from: 'mine', editId: editAt(2) }],
    });
  });

  test('keeps no other field of the file back', () => {
    const plan = merged([first, aChange(3, 'red', 'blue', 'queued', 'key:colour')], 'theirs');
    expect(plan.updates).toHaveLength(1);
    expect(plan.writes).toEqual([{ field: 'key:colour', value: 'blue' }]);
  });
});

describe('a field in conflict', () => {
  const inConflict = [first, second].map((one) => ({ ...one, status: 'conflicted' as const, server: 'x' }));
  const both = (to: object) => [
    { editId: editAt(1), field: name, ...to },
    { editId: editAt(2), field: name, ...to },
  ];

  test('stays as it is while the service holds the value that it asks about, or one of ours', () => {
    expect(merged(inConflict, 'x')).toEqual(nothing);
    expect(merged(inConflict, 'z', { own: ['z'] })).toEqual(nothing);
  });

  test('asks about what somebody wrote since, with all its steps', () => {
    const to = { status: 'conflicted', server: 'y', serverSeenAtMs: 7 };
    expect(merged(inConflict, 'y')).toEqual({ ...nothing, updates: both(to) });
    expect(merged(inConflict, null)).toMatchObject({ updates: both({ ...to, server: null }), writes: [] });
  });

  test('is sent where the service holds what it started from, and settled where it holds what is wanted', () => {
    expect(merged(inConflict, 'a')).toMatchObject({ updates: both({ status: 'queued' }), writes: [{ value: 'c' }] });
    const there = { status: 'settled', settlement: 'alreadyThere' };
    expect(merged(inConflict, 'c').updates).toMatchObject([...both({ status: 'queued' }), ...both(there)]);
  });
});

describe('a plan with a removal', () => {
  const removal = aChange(2, 'red', null, 'queued', 'key:colour');
  const both = merged([first, removal], 'a');

  test('is sent in two parts where the service wants that', () => {
    expect(withoutRemovals(both)).toEqual({
      ...both,
      toSend: [both.toSend[0]],
      writes: [{ field: 'name', value: 'b' }],
    });
    expect(onlyRemovals(both)).toMatchObject({ writes: [{ field: 'key:colour', value: null }] });
  });

  test('has no other part where it holds nothing else, or no removal', () => {
    const [alone, none] = [merged([removal], 'a'), merged([first], 'a')];
    expect([withoutRemovals(alone), onlyRemovals(alone), withoutRemovals(none), onlyRemovals(none)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

import { expect, test } from 'vitest';
import { withUpdates } from '../../../src/domain/edits/change-update.ts';
import { decide, dequeue } from '../../../src/domain/edits/requeue.ts';
import type { FieldChange } from '../../../src/domain/edits/edit.ts';
import { aChange } from '../builders.ts';

const inConflict = (one: FieldChange, server: string | null): FieldChange => ({
  ...one,
  status: 'conflicted',
  server,
  serverSeenAtMs: 1,
});

const without = (
  changes: readonly FieldChange[],
  out: FieldChange,
): readonly (readonly [number, string | null, string])[] =>
  withUpdates(changes, dequeue(changes, [out], 'discarded')).map(({ seq, base, status }) => [seq, base, status]);

test('giving up the edit that brought a conflict about ends it for those above, which start from what is there', () => {
  const late = inConflict(aChange(1, 'a', 'b'), 'c');
  const sentSince = aChange(2, 'a', 'c', 'settled');
  const above = inConflict(aChange(3, 'b', 'd'), 'c');
  expect(without([late, sentSince, above], late)).toEqual([
    [1, 'a', 'discarded'],
    [2, 'a', 'settled'],
    [3, 'c', 'queued'],
  ]);
});

test('a conflict with somebody else stays one for the edits above the one given up', () => {
  const first = inConflict(aChange(1, 'a', 'b'), 'theirs');
  const above = inConflict(aChange(2, 'b', 'd'), 'theirs');
  expect(without([first, above], first)).toEqual([
    [1, 'a', 'discarded'],
    [2, 'a', 'conflicted'],
  ]);
});

test('a conflict ends where the edits that are left want what the service has', () => {
  const first = inConflict(aChange(1, 'a', 'b'), 'c');
  const above = inConflict(aChange(2, 'b', 'c'), 'c');
  expect(without([first, above], first)).toEqual([
    [1, 'a', 'discarded'],
    [2, 'a', 'queued'],
  ]);
  const last = inConflict(aChange(3, 'c', 'd'), 'c');
  expect(without([first, above, last], last)).toEqual([
    [1, 'a', 'queued'],
    [2, 'b', 'queued'],
    [3, 'c', 'discarded'],
  ]);
});

test('a conflict in another field is left as it is', () => {
  const first = aChange(1, 'a', 'b');
  const other = inConflict(aChange(2, 'x', 'y', 'queued', 'key:n'), 'x');
  expect(without([first, other], first)).toEqual([
    [1, 'a', 'discarded'],
    [2, 'x', 'conflicted'],
  ]);
});

test('of an edit with two fields each is taken out by itself', () => {
  const changes = [
    aChange(1, 'a', 'b'),
    aChange(1, 'x', 'y', 'queued', 'key:n'),
    aChange(2, 'y', 'z', 'queued', 'key:n'),
  ];
  const left = withUpdates(changes, dequeue(changes, changes.slice(0, 2), 'held'));
  expect(left.map(({ field, base, status }) => [field, base, status])).toEqual([
    ['name', 'a', 'held'],
    ['key:n', 'x', 'held'],
    ['key:n', 'x', 'queued'],
  ]);
});

test('conflicts of a field end together, in the order of the queue, and only those that the change brought about', () => {
  const late = inConflict(aChange(1, 'a', 'b'), 'c');
  const sentSince = aChange(2, 'a', 'c', 'settled');
  const above = inConflict(aChange(3, 'b', 'd'), 'c');
  const last = inConflict(aChange(4, 'd', 'e'), 'c');
  const beside = inConflict(aChange(3, 'c', 'd', 'queued', 'key:n'), 'c');
  const left = withUpdates(
    [last, beside, above, sentSince, late],
    dequeue([last, beside, above, sentSince, late], [late], 'discarded'),
  );
  expect(left.map(({ seq, field, status }) => [seq, field, status])).toEqual([
    [4, 'name', 'queued'],
    [3, 'key:n', 'conflicted'],
    [3, 'name', 'queued'],
    [2, 'name', 'settled'],
    [1, 'name', 'discarded'],
  ]);
});

test('a decision by hand moves edits that wait above onto what it leaves, and those above an earlier step onto theirs', () => {
  const steps = [inConflict(aChange(1, 'a', 'b'), 'theirs'), inConflict(aChange(2, 'b', 'c'), 'theirs')];
  const above = [aChange(3, 'c', 'd', 'held'), aChange(4, 'b', 'e', 'held'), aChange(5, 'q', 'r', 'held')];
  const { updates, displaced } = decide([...steps, ...above], 'name', { kind: 'byHand', value: 'x' });
  expect(withUpdates([...steps, ...above], updates).map(({ base, mine, status }) => [base, mine, status])).toEqual([
    ['a', 'b', 'discarded'],
    ['theirs', 'x', 'queued'],
    ['x', 'd', 'held'],
    ['theirs', 'e', 'held'],
    ['q', 'r', 'held'],
  ]);
  expect(displaced.map(({ value, from }) => [value, from])).toEqual([
    ['theirs', 'server'],
    ['c', 'mine'],
  ]);
  expect(decide(above, 'name', { kind: 'mine' })).toEqual({ updates: [], displaced: [] });
});

test('a conflict ends with the edit that brought it about, also where those above start from what is there already', () => {
  const late = inConflict(aChange(1, 'a', 'b'), 'c');
  const above = inConflict(aChange(2, 'c', 'd'), 'c');
  expect(without([late, above], late)).toEqual([
    [1, 'a', 'discarded'],
    [2, 'c', 'queued'],
  ]);
});

import { expect, test } from 'vitest';
import { withUpdates } from '../../../src/domain/edits/change-update.ts';
import { dequeue } from '../../../src/domain/edits/requeue.ts';
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

test('a conflict in another field is left as it is', () => {
  const first = aChange(1, 'a', 'b');
  const other = inConflict(aChange(2, 'x', 'y', 'queued', 'key:n'), 'x');
  expect(without([first, other], first)).toEqual([
    [1, 'a', 'discarded'],
    [2, 'x', 'conflicted'],
  ]);
});

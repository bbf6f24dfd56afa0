import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FieldChange } from '../../../src/domain/edits/edit.ts';
import {
  rebaseAfterRemoval,
  rebaseRequeued,
  rebaseAfterSavedAs,
  type Rebase,
} from '../../../src/domain/edits/rebase.ts';
import { aChange } from '../builders.ts';

const applied = (changes: readonly FieldChange[], rebases: readonly Rebase[]): readonly FieldChange[] =>
  changes.map((one) => ({ ...one, base: rebases.find(({ change }) => change === one)?.base ?? one.base }));
const withStatus = (
  changes: readonly FieldChange[],
  at: number,
  status: FieldChange['status'],
): readonly FieldChange[] => changes.map((one, index) => (index === at ? { ...one, status } : one));

describe('taking an edit out', () => {
  const first = aChange(1, 'a', 'b');
  const second = aChange(2, 'b', 'c');

  test('puts the next edit of its field onto its base', () => {
    expect(rebaseAfterRemoval([second, first], first)).toEqual([{ change: second, base: 'a' }]);
  });

  test.each<[string, readonly FieldChange[]]>([
    ['nothing follows', [first]],
    ['what follows is of another field', [first, aChange(2, 'b', 'c', 'queued', 'key:n')]],
    ['what follows is done with', [first, aChange(2, 'b', 'c', 'settled')]],
    ['what follows builds on something else', [first, aChange(2, 'x', 'c')]],
  ])('moves nothing when %s', (_when, changes) => {
    expect(rebaseAfterRemoval(changes, first)).toEqual([]);
  });

  test('passes over edits that are done with to the next open one', () => {
    const third = aChange(3, 'b', 'd', 'held');
    expect(rebaseAfterRemoval([first, aChange(2, 'b', 'x', 'discarded'), third], first)).toEqual([
      { change: third, base: 'a' },
    ]);
  });
});

test('taking out an edit that was let go late puts the next onto what was sent while it was held', () => {
  const late = aChange(1, 'a', 'b');
  const sentSince = aChange(2, 'a', 'c', 'settled');
  const above = aChange(3, 'b', 'd');
  expect(rebaseAfterRemoval([late, sentSince, above], late)).toEqual([{ change: above, base: 'c' }]);
  const savedAs: FieldChange = { ...sentSince, settlement: 'savedAs', server: 'C' };
  expect(rebaseAfterRemoval([late, savedAs, above], late)).toEqual([{ change: above, base: 'C' }]);
});

test('holding and releasing any edit of a chain leaves every base as it was', () => {
  const values = fc.uniqueArray(fc.string(), { minLength: 3, maxLength: 7 });
  fc.assert(
    fc.property(values, fc.nat(5), (names, pick) => {
      const steps = names.slice(1).map((mine, at) => aChange(at + 1, names[at] ?? null, mine));
      const at = pick % steps.length;
      const one = steps[at];
      if (one === undefined) return;
      const held = withStatus(applied(steps, rebaseAfterRemoval(steps, one)), at, 'held');
      for (const [index, step] of held.entries()) {
        // A value that will not reach the service is nobody's base.
        if (index !== at) expect(step.base).not.toBe(one.mine);
      }
      const heldOne = held[at];
      if (heldOne === undefined) return;
      expect(withStatus(applied(held, rebaseRequeued(held, heldOne)), at, 'queued')).toEqual(steps);
    }),
  );
});

test('an edit on top of one that was saved in another spelling starts from that spelling', () => {
  const first = aChange(1, 'a', 'b ', 'settled');
  const second = aChange(2, 'b ', 'c');
  expect(rebaseAfterSavedAs([first, second], first, 'b')).toEqual([{ change: second, base: 'b' }]);
  expect(rebaseAfterSavedAs([first, aChange(2, 'x', 'c')], first, 'b')).toEqual([]);
});

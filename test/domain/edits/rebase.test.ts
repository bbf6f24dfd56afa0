import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FieldChange } from '../../../src/domain/edits/edit.ts';
import {
  baseAskedAnew,
  baseOnReturn,
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

test('a value that the service was seen to have is the one that was sent last, whatever the order of the queue', () => {
  const again = aChange(1, 'a', 'b', 'conflicted');
  const heldAndSentLast = aChange(2, 'a', 'c', 'settled');
  const sentBefore = aChange(3, 'a', 'b', 'settled');
  const above: FieldChange = { ...aChange(4, 'b', 'd', 'conflicted'), server: 'c' };
  const changes = [again, heldAndSentLast, sentBefore, above];
  expect(rebaseAfterRemoval(changes, again)).toEqual([{ change: above, base: 'c' }]);
  const theirs: FieldChange = { ...above, server: 'theirs' };
  expect(rebaseAfterRemoval([...changes.slice(0, 3), theirs], again)).toEqual([{ change: theirs, base: 'b' }]);
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

test('of what was sent in between, the latest value of the same field is the base, and nothing below, above or beside', () => {
  const before = aChange(1, 'o', 'z', 'settled');
  const late = aChange(2, 'a', 'b');
  const beside = aChange(3, '1', '2', 'settled', 'key:n');
  const above = aChange(6, 'b', 'e');
  const after = aChange(7, 'e', 'f', 'settled');
  const around = [after, above, beside, late, before];
  expect(rebaseAfterRemoval(around, late)).toEqual([{ change: above, base: 'a' }]);
  const sent = [aChange(5, 'c', 'd', 'settled'), aChange(4, 'a', 'c', 'settled')];
  expect(rebaseAfterRemoval([...sent, ...around], late)).toEqual([{ change: above, base: 'd' }]);
});

test('an edit above one on its way with the same value stays where it is; one above a held edit does not', () => {
  const first = aChange(1, 'a', 'b');
  const third = aChange(3, 'b', 'd');
  expect(rebaseAfterRemoval([third, aChange(2, 'x', 'b'), first], first)).toEqual([]);
  expect(rebaseAfterRemoval([third, aChange(2, 'x', 'b', 'held'), first], first)).toEqual([
    { change: third, base: 'a' },
  ]);
});

describe('an edit that is back in the queue', () => {
  const returned = aChange(1, 'a', 'b');

  test('is what the next one on its way starts from, with those that are held in between, and no later one', () => {
    const held = aChange(2, 'a', 'x', 'held');
    const next = aChange(3, 'a', 'c');
    const later = aChange(4, 'a', 'd');
    expect(rebaseRequeued([later, next, held, returned], returned)).toEqual([
      { change: held, base: 'b' },
      { change: next, base: 'b' },
    ]);
    expect(rebaseRequeued([later, next, returned], returned)).toEqual([{ change: next, base: 'b' }]);
  });

  test('moves no edit that starts from something else', () => {
    expect(rebaseRequeued([returned, aChange(2, 'x', 'c')], returned)).toEqual([]);
  });
});

describe('the base of an edit that comes back', () => {
  test.each<[string, readonly FieldChange[], string]>([
    ['is its own while what it started from is on its way', [aChange(1, 'a', 'c')], 'c'],
    ['is its own after what it started from was sent', [aChange(1, 'a', 'c', 'settled')], 'c'],
    ['goes down past discarded edits, in the order of the queue', discardedBelow(), 'a'],
    ['does not go down an edit that left something else', [aChange(2, 'a', 'z', 'discarded')], 'c'],
    ['does not go down an edit of another field', [aChange(2, 'a', 'c', 'discarded', 'key:n')], 'c'],
    ['does not come up from an edit above', [aChange(5, 'a', 'c', 'discarded')], 'c'],
    ['goes up to what was put back meanwhile', [aChange(1, 'b', 'x'), ...discardedBelow().slice(0, 1)], 'x'],
    ['stays below an edit on its way that starts from something else', [aChange(1, 'q', 'x')], 'c'],
  ])('%s', (_what, below, base) => {
    expect(baseOnReturn(below, aChange(4, 'c', 'd', 'held'))).toBe(base);
  });

  function discardedBelow(): readonly FieldChange[] {
    return [aChange(3, 'b', 'c', 'discarded'), aChange(2, 'a', 'b', 'discarded')];
  }

  test('is the spelling that the service chose for what it started from', () => {
    const savedAs: FieldChange = { ...aChange(1, 'a', 'c ', 'settled'), settlement: 'savedAs', server: 'c' };
    expect(baseOnReturn([savedAs], aChange(2, 'c ', 'd', 'held'))).toBe('c');
  });
});

test.each<[string, readonly FieldChange[], string]>([
  ['its own, whatever somebody wrote since', [], 'a'],
  [
    'its own below an edit of another field, and one that was discarded',
    [aChange(3, 'k', 'l', 'settled', 'key:n'), aChange(4, 'a', 'c', 'discarded')],
    'a',
  ],
  ['the value of a newer edit that waits', [aChange(3, 'a', 'c', 'settled'), aChange(4, 'c', 'd')], 'd'],
  ['the value that a newer edit sent, where somebody wrote since', [aChange(3, 'a', 'c', 'settled')], 'c'],
  ['its own where a newer edit sent its very value, and somebody wrote since', [aChange(3, 'a', 'b', 'settled')], 'a'],
])('the base of an edit that is asked for anew is %s', (_what, others, base) => {
  const discarded = aChange(2, 'a', 'b', 'discarded');
  const shown = others.some(({ status }) => status === 'queued') ? 'd' : 'theirs';
  expect(baseAskedAnew([discarded, ...others], discarded, shown)).toBe(base);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coalesced, compare, isRemoval } from '../../../src/domain/edits/coalesce.ts';
import { type FieldChange, projectedRecord } from '../../../src/domain/edits/edit.ts';
import { fieldValue, type FieldValue } from '../../../src/domain/files/field.ts';
import { aChange, aRecord } from '../builders.ts';

const anyValue: fc.Arbitrary<FieldValue> = fc.constantFrom(null, 'a', 'b', 'c', 'd', 'e');

/** Edits as a person makes them: each starts from what the one before left. */
const anySteps = fc
  .tuple(anyValue, fc.array(anyValue, { minLength: 1, maxLength: 5 }))
  .map(([base, values]) =>
    values.map((mine, at): FieldChange => aChange(at + 1, at === 0 ? base : (values[at - 1] ?? null), mine)),
  );

const chainOf = (steps: readonly FieldChange[]) => {
  const [chain] = coalesced(steps);
  if (chain === undefined) throw new Error('There is no chain');
  return chain;
};

describe('a chain', () => {
  test('takes each field’s first base and last value, in the order of the queue', () => {
    const changes = [
      aChange(5, 'b', 'c'),
      aChange(2, 'a', 'b'),
      aChange(3, null, '1', 'queued', 'key:n'),
      aChange(1, 'x', 'a', 'settled'),
      aChange(4, '1', '2', 'held', 'key:n'),
    ];
    expect(coalesced(changes)).toEqual([
      { field: 'name', base: 'a', mine: 'c', steps: [changes[1], changes[0]] },
      { field: 'key:n', base: null, mine: '1', steps: [changes[2]] },
    ]);
  });

  test('does not pass a conflict of its field, and leaves other fields alone', () => {
    const changes = [
      aChange(1, 'a', 'b', 'conflicted'),
      aChange(2, 'b', 'c'),
      aChange(3, null, '1', 'queued', 'key:n'),
    ];
    expect(coalesced(changes).map(({ field }) => field)).toEqual(['key:n']);
  });

  test('makes of the service’s value what the person sees', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const chain = chainOf(steps);
        const shown = projectedRecord(aRecord({ name: chain.base }), steps);
        expect(chain.mine).toBe(fieldValue(shown, 'name'));
      }),
    );
  });

  test('composes associatively: two halves make the same step as the whole', () => {
    fc.assert(
      fc.property(anySteps, fc.nat(4), (steps, cut) => {
        const [head, tail] = [steps.slice(0, cut), steps.slice(cut)];
        if (head.length === 0 || tail.length === 0) return;
        expect([chainOf(head).base, chainOf(tail).mine]).toEqual([chainOf(steps).base, chainOf(steps).mine]);
        expect(chainOf(head).mine).toBe(chainOf(tail).base);
      }),
    );
  });
});

describe('the three-way comparison', () => {
  const steps = [aChange(1, 'a', 'b'), aChange(2, 'b', 'c'), aChange(3, 'c', 'd')];

  test.each<[FieldValue, unknown]>([
    ['d', { kind: 'alreadyThere' }],
    ['a', { kind: 'send', landed: 0 }],
    ['b', { kind: 'send', landed: 1 }],
    ['c', { kind: 'send', landed: 2 }],
    ['x', { kind: 'conflict' }],
    [null, { kind: 'conflict' }],
  ])('when the service has %j', (server, verdict) => {
    expect(compare(chainOf(steps), server)).toEqual(verdict);
  });

  test('a step that leads back to the base is sent with the rest: nobody can tell that it landed', () => {
    const backAndForth = [aChange(1, 'a', 'b'), aChange(2, 'b', 'a'), aChange(3, 'a', 'c')];
    expect(compare(chainOf(backAndForth), 'a')).toEqual({ kind: 'send', landed: 0 });
    expect(compare(chainOf(backAndForth), 'b')).toEqual({ kind: 'send', landed: 1 });
  });

  test('a value put back over what an own removal left is sent, and the retried removal below it is no take-back', () => {
    const [retried, putBack] = [aChange(1, 'x', null, 'queued', 'key:n'), aChange(2, 'null', 'x', 'queued', 'key:n')];
    expect(compare(chainOf([retried, putBack]), 'null')).toEqual({ kind: 'send', landed: 0 });
    expect(compare(chainOf([retried, putBack]), 'theirs')).not.toMatchObject({ kind: 'send' });
  });

  test('an absent key is a value like any other', () => {
    const removal = [aChange(1, 'x', null, 'queued', 'key:n')];
    expect(compare(chainOf(removal), null)).toEqual({ kind: 'alreadyThere' });
    expect(compare(chainOf(removal), 'x')).toEqual({ kind: 'send', landed: 0 });
    expect(compare(chainOf(removal), '')).toEqual({ kind: 'conflict' });
  });

  test('never writes over a value that is neither the base nor one of our own', () => {
    fc.assert(
      fc.property(anySteps, anyValue, (steps, server) => {
        const chain = chainOf(steps);
        const known = [chain.base, ...steps.map(({ mine }) => mine)];
        const verdict = compare(chain, server);
        expect(['conflict', 'takenBack'].includes(verdict.kind)).toBe(!known.includes(server));
        expect(verdict.kind === 'alreadyThere').toBe(server === chain.mine);
      }),
    );
  });

  test.each([
    ['an edit and its inverse want nothing of', [aChange(1, 'a', 'b'), aChange(2, 'b', 'a')], 'c', 'takenBack'],
    [
      'a repair wants its own value against',
      [aChange(1, 'a', 'a'), aChange(2, 'a', 'b'), aChange(3, 'b', 'a')],
      'c',
      'conflict',
    ],
    ['a repair by itself asks about', [aChange(1, 'a', 'a')], 'c', 'conflict'],
    ['an edit and its inverse ask about a removal of', [aChange(1, 'a', 'b'), aChange(2, 'b', 'a')], null, 'conflict'],
    ['an edit and its inverse send the first value over', [aChange(1, 'a', 'b'), aChange(2, 'b', 'a')], 'b', 'send'],
  ] as const)('%s what somebody else wrote', (_what, steps, server, kind) => {
    expect(compare(chainOf(steps), server).kind).toBe(kind);
  });

  test('counts as landed only steps up to the value found', () => {
    fc.assert(
      fc.property(anySteps, anyValue, (steps, server) => {
        const verdict = compare(chainOf(steps), server);
        if (verdict.kind !== 'send' || verdict.landed === 0) return;
        expect(steps[verdict.landed - 1]?.mine).toBe(server);
        expect(verdict.landed).toBeLessThan(steps.length);
      }),
    );
  });
});

test('a key without a value is a removal; a name without one is a name that nobody knows yet', () => {
  expect(isRemoval({ field: 'key:n', mine: null })).toBe(true);
  expect(isRemoval({ field: 'key:n', mine: '' })).toBe(false);
  expect(isRemoval({ field: 'name', mine: null })).toBe(false);
});

import { describe, expect, test } from 'vitest';
import {
  dryRunFile,
  type DryRunField,
  recordAfter,
  unremovableKey,
  withRemovalsRefused,
  withUpdateRefused,
  worstOf,
} from '../../../../src/domain/edits/dry-run/dry-run.ts';
import { aChange, aRecord } from '../../builders.ts';

const field = (over: Partial<DryRunField>): DryRunField => ({
  ...{ field: 'key:note', base: null, mine: 'x', server: null, verdict: 'wouldApply' },
  ...over,
});
const removal = field({ field: 'key:colour', base: 'red', mine: null, server: 'red' });

test('a dry run says of each queued field what the next send would do with it', () => {
  const changes = [
    aChange(1, 'a.pdf', 'b.pdf'),
    aChange(2, 'x', 'y', 'queued', 'key:colour'),
    aChange(3, null, 'ours', 'queued', 'key:own'),
    aChange(4, 'old', null, 'queued', 'key:gone'),
    aChange(5, null, 'x', 'held', 'key:held'),
  ];
  const record = aRecord({
    keyvalues: [
      ['colour', 'red'],
      ['own', 'older'],
    ],
  });
  const own = ({ field: of }: { readonly field: string }) => new Set(of === 'key:own' ? ['older'] : []);
  expect(dryRunFile(changes, record, 'ask', own)).toEqual([
    { field: 'name', base: 'a.pdf', mine: 'b.pdf', server: 'a.pdf', verdict: 'wouldApply' },
    { field: 'key:colour', base: 'x', mine: 'y', server: 'red', verdict: 'conflict' },
    { field: 'key:own', base: null, mine: 'ours', server: 'older', verdict: 'wouldApply' },
    { field: 'key:gone', base: 'old', mine: null, server: null, verdict: 'alreadyThere' },
  ]);
});

describe('where the service cannot remove a key', () => {
  test('the removal that would be sent is in the way, and no other', () => {
    expect(unremovableKey([field({}), removal], 'mergeWithoutRemoval')).toBe('colour');
    expect(unremovableKey([field({})], 'mergeWithoutRemoval')).toBeNull();
    expect(unremovableKey([{ ...removal, verdict: 'conflict' }], 'mergeWithoutRemoval')).toBeNull();
    expect(unremovableKey([removal], 'merge')).toBeNull();
  });

  test('that removal is refused, and everything else goes as it would', () => {
    const fields = [
      field({}),
      removal,
      { ...removal, verdict: 'alreadyThere' as const },
      field({ field: 'name', mine: null }),
    ];
    expect(withRemovalsRefused(fields).map(({ verdict }) => verdict)).toEqual([
      ...['wouldApply', 'refused', 'alreadyThere', 'wouldApply'],
    ]);
  });
});

test('an update that the service would refuse is refused in all the fields that it would carry', () => {
  const fields = [field({}), { ...removal, verdict: 'conflict' as const }];
  expect(withUpdateRefused(fields).map(({ verdict }) => verdict)).toEqual(['refused', 'conflict']);
});

test('the record after an update has the fields that it would carry', () => {
  const fields = [field({}), { ...removal, verdict: 'conflict' as const }];
  expect(recordAfter(aRecord(), fields).keyvalues).toEqual([
    ['colour', 'red'],
    ['note', 'x'],
  ]);
});

test('the worst of its fields stands for a file', () => {
  const worst = (...verdicts: readonly DryRunField['verdict'][]) =>
    worstOf(verdicts.map((verdict) => field({ verdict })));
  expect([
    worst('alreadyThere', 'wouldApply', 'refused', 'conflict'),
    worst('alreadyThere', 'wouldApply', 'refused'),
    worst('alreadyThere', 'wouldApply'),
    worst('alreadyThere'),
    worst(),
  ]).toEqual(['conflict', 'refused', 'wouldApply', 'alreadyThere', 'alreadyThere']);
});

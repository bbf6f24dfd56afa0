import { expect, test } from 'vitest';
import type { DryRunReason } from '../../../../src/domain/edits/dry-run/dry-run.ts';
import { dryRunGroups, tapeOfCounts } from '../../../../src/domain/edits/dry-run/dry-run-groups.ts';

const none = {
  ...{ wouldApply: 0, alreadyThere: 0, conflict: 0, wouldGiveWay: 0, refused: 0, gone: 0, unread: 0, unknown: 0 },
};

const reasonOf = (key: string): DryRunReason => ({ kind: 'cannotRemove', key });
const refused = (key: string | null) => ({ verdict: 'refused', reason: key === null ? null : reasonOf(key) }) as const;
const applies = { verdict: 'wouldApply', reason: null } as const;

test('files of a dry run are grouped by verdict, what needs a person first, and counted beyond the listed ones', () => {
  const groups = dryRunGroups({ ...none, wouldApply: 5_000, refused: 2, gone: 0 }, [
    applies,
    refused('env'),
    refused('env'),
  ]);
  expect(groups).toEqual([
    { verdict: 'refused', count: 2, reason: reasonOf('env'), files: [refused('env'), refused('env')] },
    { verdict: 'wouldApply', count: 5_000, reason: null, files: [applies] },
  ]);
});

test('a reason stands for a group only where every file of it has the same', () => {
  const sharedReason = (...files: ReturnType<typeof refused>[]) =>
    dryRunGroups({ ...none, refused: files.length }, files)[0]?.reason;
  expect([sharedReason(refused('a'), refused('b')), sharedReason(refused('a'), refused(null))]).toEqual([null, null]);
});

test('the tape of a dry run has a tick for each file, those that need a person first', () => {
  expect(tapeOfCounts({ ...none, wouldApply: 3, conflict: 1, alreadyThere: 2, unknown: 1 })).toBe('nhwwwoo');
});

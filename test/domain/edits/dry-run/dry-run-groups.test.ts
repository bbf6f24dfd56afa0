import { expect, test } from 'vitest';
import { dryRunGroups, tapeOfCounts } from '../../../../src/domain/edits/dry-run/dry-run-groups.ts';

const none = { wouldApply: 0, alreadyThere: 0, conflict: 0, refused: 0, gone: 0, unread: 0, unknown: 0 };

const refused = (message: string | null) => ({ verdict: 'refused', message }) as const;
const applies = { verdict: 'wouldApply', message: null } as const;

test('files of a dry run are grouped by verdict, what needs a person first, and counted beyond the listed ones', () => {
  const groups = dryRunGroups({ ...none, wouldApply: 5_000, refused: 2, gone: 0 }, [
    applies,
    refused('no room'),
    refused('no room'),
  ]);
  expect(groups).toEqual([
    { verdict: 'refused', count: 2, message: 'no room', files: [refused('no room'), refused('no room')] },
    { verdict: 'wouldApply', count: 5_000, message: null, files: [applies] },
  ]);
});

test('a message stands for a group only where every file of it has the same', () => {
  const messageOf = (...files: ReturnType<typeof refused>[]) =>
    dryRunGroups({ ...none, refused: files.length }, files)[0]?.message;
  expect([messageOf(refused('a'), refused('b')), messageOf(refused('a'), refused(null))]).toEqual([null, null]);
});

test('the tape of a dry run has a tick for each file, those that need a person first', () => {
  expect(tapeOfCounts({ ...none, wouldApply: 3, conflict: 1, alreadyThere: 2, unknown: 1 })).toBe('nhwwwoo');
});

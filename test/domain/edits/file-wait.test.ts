import { expect, test } from 'vitest';
import { type FileInQueue, fileWaitOf } from '../../../src/domain/edits/file-wait.ts';
import { keyField } from '../../../src/domain/files/field.ts';

const rarity = keyField('rarity');
const queued = (field: FileInQueue['changes'][number]['field'] = 'name') => ({ field, status: 'queued' as const });
const aFile = (given: Partial<FileInQueue> = {}): FileInQueue => ({
  changes: [queued()],
  ...{ isParked: false, request: null, retry: null, notBeforeMs: 0, isEarlierUnknown: false },
  ...given,
});
const retry = {
  failures: 2,
  retryAtMs: 24_000,
  lastFailure: { kind: 'answered', status: 500, words: 'Internal error' },
} as const;
const waitOf = (file: Partial<FileInQueue>, fields = ['name'] as Parameters<typeof queued>[0][]) =>
  fileWaitOf(aFile(file), new Set(fields.flatMap((field) => field ?? [])), 10_000);

test.each<[string, Partial<FileInQueue>, ReturnType<typeof fileWaitOf>]>([
  ['its turn', {}, { kind: 'turn' }],
  ['the answer to its update', { request: 'update' }, { kind: 'sending' }],
  ['the answer to the read before it', { request: 'read' }, { kind: 'reading' }],
  ['the next try', { retry }, { kind: 'retry', retry }],
  ['an earlier update', { notBeforeMs: 40_000, isEarlierUnknown: true }, { kind: 'earlierUpdate', untilMs: 40_000 }],
  ['a later turn', { notBeforeMs: 40_000 }, { kind: 'later', untilMs: 40_000 }],
  ['its turn after a time that is over', { notBeforeMs: 9_000, isEarlierUnknown: true }, { kind: 'turn' }],
  ['a word about parked edits', { isParked: true, retry }, { kind: 'parked' }],
])('an edit waits for %s', (_what, file, wait) => {
  expect(waitOf(file)).toEqual(wait);
});

test('nothing waits where nothing is queued', () => {
  expect(waitOf({ changes: [{ field: 'name', status: 'held' }] })).toBeNull();
  expect(waitOf({ changes: [queued(rarity)] })).toBeNull();
});

test('a refused or gone edit of the file keeps the others waiting for the person', () => {
  const behind = (status: 'refused' | 'gone') => waitOf({ changes: [{ field: rarity, status }, queued()], retry });
  expect([behind('refused'), behind('gone')]).toEqual([
    { kind: 'decision', about: 'refused' },
    { kind: 'decision', about: 'gone' },
  ]);
});

test('a conflict keeps later edits of its own field waiting, and no other', () => {
  const changes = [{ field: 'name' as const, status: 'conflicted' as const }, queued('name'), queued(rarity)];
  expect(waitOf({ changes })).toEqual({ kind: 'decision', about: 'conflicted' });
  expect(waitOf({ changes }, [rarity])).toEqual({ kind: 'turn' });
  expect(waitOf({ changes }, ['name', rarity])).toEqual({ kind: 'turn' });
});

test('of several reasons to wait the one that a person can do something about comes first', () => {
  const everything = { request: 'read', retry, notBeforeMs: 40_000, isEarlierUnknown: true } as const;
  const refused = [{ field: rarity, status: 'refused' as const }, queued()];
  expect(waitOf({ ...everything, changes: refused, isParked: true })).toEqual({ kind: 'parked' });
  expect(waitOf({ ...everything, changes: refused })).toEqual({ kind: 'decision', about: 'refused' });
  expect(waitOf(everything)).toEqual({ kind: 'reading' });
  expect(waitOf({ ...everything, request: null })).toEqual({ kind: 'retry', retry });
});

test('it is the turn of a file at its time, and not only after it', () => {
  expect(waitOf({ notBeforeMs: 10_000, isEarlierUnknown: true })).toEqual({ kind: 'turn' });
  expect(waitOf({ notBeforeMs: 10_001, isEarlierUnknown: true })).toEqual({ kind: 'earlierUpdate', untilMs: 10_001 });
});

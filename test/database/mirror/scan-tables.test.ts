import { expect, test } from 'vitest';
import { MOST_UNSEEN } from '../../../electron/database/mirror/mirror.ts';
import { numberOf } from '../../../electron/database/sqlite/column-parsers.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { aChange, aFile, connectionA, connectionB, fileOf, observed } from '../../support/builders.ts';
import { aMirror } from '../../support/database.ts';
import { unseenIds } from '../../support/unseen.ts';

test('of the scans that are over the mirror forgets all but the latest thousand, and never one that goes on', async () => {
  const { db, files } = aMirror();
  const see = (id: string, scanId: string): void =>
    void files.put(connectionA, [observed(aFile({ id }))], { seenAtMs: 1, requestSeq: 1, scanId }, () => []);
  const atStart = { position: null, done: 0, startedAtMs: 1, startedRequestSeq: 1, fruitlessPages: 0 };
  see('seen-long-ago', 'stopped');
  files.setCursor(connectionA, 'files:private', { ...atStart, job: 'files:private', scanId: 'stopped' });
  files.atomically(() => {
    for (let scan = 1; scan <= 4_000; scan += 1) see('seen-always', `scan-${scan}`);
  });
  expect(numberOf(db.prepare('SELECT count(*) FROM passes').pluck().get())).toBeLessThanOrEqual(1_002);
  const isSeen = (id: string, scanId: string) => files.isSeenIn(connectionA, fileOf(id), scanId);
  expect([isSeen('seen-long-ago', 'stopped'), isSeen('seen-always', 'stopped')]).toEqual([true, false]);
  expect([isSeen('seen-always', 'scan-4000'), isSeen('seen-always', 'scan-3999')]).toEqual([true, false]);
  expect(await unseenIds(files, 'public', 'scan-4000', 2)).toEqual(['seen-long-ago']);
});

test('other work has its turn while the end of a scan looks for files that it did not see, each of its own mirror', async () => {
  const { files } = aMirror();
  const put = (of: ConnectionId, name: string, scanId: string, requestSeq: number): void => {
    const listed = Array.from({ length: 10_000 }, (_, at) => observed(aFile({ id: `${name}-${at}` })));
    files.put(of, listed, { seenAtMs: 1, requestSeq, scanId }, () => []);
  };
  put(connectionA, 'seen', 'scan', 5);
  put(connectionB, 'of-another', 'other', 1);
  put(connectionA, 'gone', 'before', 1);
  let turns = 0;
  const yieldToEventLoop = (): Promise<void> => Promise.resolve(void (turns += 1));
  const missing = await files.notSeenIn(connectionA, 'public', {
    scanId: 'scan',
    startedRequestSeq: 5,
    yieldToEventLoop,
  });
  expect([missing.length, missing.every(({ id }) => id.startsWith('gone-'))]).toEqual([MOST_UNSEEN, true]);
  expect(turns).toBeGreaterThan(2);
});

test('of many files that a scan did not see the mirror names those with edits, and the ones whose last answer is the oldest', async () => {
  const { files } = aMirror();
  const put = (name: string, requestSeq: number, count: number): void => {
    const listed = Array.from({ length: count }, (_, at) => observed(aFile({ id: `${name}-${at}` })));
    files.put(connectionA, listed, { seenAtMs: 1, requestSeq, scanId: 'before' }, () => []);
  };
  put('newest', 4, 3 * MOST_UNSEEN);
  put('oldest', 1, 10);
  files.project(fileOf('newest-5999'), [aChange()]);
  const missing = await unseenIds(files, 'public', 'scan', 5);
  expect(missing).toHaveLength(MOST_UNSEEN + 1);
  expect(missing.slice(0, 10).every((id) => id.startsWith('oldest-'))).toBe(true);
  expect(missing).toContain('newest-5999');
});

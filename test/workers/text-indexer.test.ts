import { expect, test, vi } from 'vitest';
import { filesTable } from '../../electron/database/mirror/files-table.ts';
import { indexQueue } from '../../electron/database/text-index/index-queue.ts';
import { openToRead } from '../../electron/database/text-index/open-text-index.ts';
import { textIndexerClient } from '../../electron/workers/writer/clients.ts';
import { aChange, aFile, connectionA, fileOf, observed } from '../support/builders.ts';
import { aProfile, closedAfterwards } from '../support/database.ts';

test('a thread of its own takes what is put, and what is changed, into the index', async () => {
  const profile = aProfile();
  const files = filesTable(profile.mirror);
  const progress = indexQueue(profile.mirror);
  const bugs: unknown[] = [];
  const told: string[] = [];
  const index = textIndexerClient(profile, (error) => void bugs.push(error));
  const announce = index.listening((name: string) => void told.push(name));
  const db = closedAfterwards(openToRead(profile.mirrorPath, 1));
  const indexed = (word: string): unknown =>
    db.prepare('SELECT count(*) FROM search_index WHERE search_index MATCH ?').pluck().get(`"${word}"`);
  const untilIndexed = () => vi.waitFor(() => expect(progress.isBehind()).toBe(false), { timeout: 50_000 });

  const put = (from: number, to: number): void => {
    const many = Array.from({ length: to - from }, (_, at) => observed(aFile({ id: `f${from + at}`, name: 'before' })));
    files.put(connectionA, many, { seenAtMs: 1, requestSeq: 1, scanId: null }, () => []);
  };

  put(0, 2_500);
  index.wake();
  await untilIndexed();
  expect([indexed('before'), indexed('after')]).toEqual([2_500, 0]);

  files.project(fileOf('f7'), [aChange({ mine: 'after' })]);
  put(2_500, 2_501);
  announce('files.changed');
  await untilIndexed();
  expect([indexed('before'), indexed('after')]).toEqual([2_500, 1]);
  await index.close();
  expect([told, bugs]).toEqual([['files.changed'], []]);
});

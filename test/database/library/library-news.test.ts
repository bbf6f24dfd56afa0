import { expect, test } from 'vitest';
import { dayAt } from '../../../src/domain/library/days.ts';
import { aChange, aFile, connectionA, connectionB, fileOf } from '../../support/builders.ts';
import { aLibrary } from '../../support/database.ts';

const nowMs = Date.UTC(2026, 5, 15, 12);
const DAY_MS = 86_400_000;
const added = (id: string, ageDays: number, group: string | null = null) =>
  aFile({ id, groupId: group, sizeBytes: 10, createdAt: new Date(nowMs - ageDays * DAY_MS).toISOString() });

test('new files are those that the service made since the last look, and none that are still to come', async () => {
  const library = aLibrary(
    added('old', 3),
    added('a', 1, 'g'),
    added('b', 0.5, 'g'),
    added('c', 0.1, 'h'),
    added('ahead', -1),
  );
  const since = () => library.reader.libraryNews(connectionA, nowMs - 2 * DAY_MS, nowMs);
  expect((await since()).newFiles).toEqual({ files: 3, isMore: false, sizeBytes: 30, group: { group: 'g', files: 2 } });
  expect((await library.reader.libraryNews(connectionA, null, nowMs)).newFiles).toBeNull();
  expect((await library.reader.libraryNews(connectionB, 0, nowMs)).newFiles).toBeNull();
});

test('files that others changed are counted once, by day each time, and of this connection alone', async () => {
  const library = aLibrary(added('a', 90), added('b', 90), added('c', 90));
  const note = (id: string, ageDays: number) =>
    library.files.noteRemoteChange(fileOf(id), {
      ...{ atMs: nowMs - ageDays * DAY_MS, beforeAtMs: 0 },
      fields: [{ field: 'name', value: 'n', before: null }],
    });
  for (const [id, ageDays] of [
    ['a', 0],
    ['a', 0],
    ['b', 1],
    ['c', 4],
  ] as const)
    note(id, ageDays);
  library.files.project(fileOf('b'), [aChange()]);
  const { elsewhere, elsewhereByDay } = await library.reader.libraryNews(connectionA, nowMs - 2 * DAY_MS, nowMs);
  expect(elsewhere).toEqual({ files: 2, alsoHere: 1 });
  const days = elsewhereByDay.filter(({ count }) => count > 0).map(({ day, count }) => [day, count]);
  expect(days).toEqual([
    [dayAt(nowMs - 4 * DAY_MS), 1],
    [dayAt(nowMs - DAY_MS), 1],
    [dayAt(nowMs), 2],
  ]);
  expect(elsewhereByDay).toHaveLength(30);
});

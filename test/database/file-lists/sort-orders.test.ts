import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openReader } from '../../../electron/database/read-only-database.ts';
import { filesTable } from '../../../electron/database/mirror/files-table.ts';
import type { FilesTable } from '../../../electron/database/mirror/mirror.ts';
import { fileColumn, type FileColumn } from '../../../src/domain/files/queries.ts';
import { aChange, aFile, aFileQuery, connectionA, fileOf, observed } from '../../support/builders.ts';
import { aProfile, noPause, makeSortIndexes } from '../../support/database.ts';

const columns = fileColumn.options;
type Step = (files: FilesTable) => void;

const id = fc.integer({ min: 0, max: 12 }).map((number) => `f${number}`);
const name = fc.oneof(fc.constant(null), fc.constantFrom('a', 'b', 'ä', 'B 2', 'b 10', '𝛼', '\uffee'), fc.string());
const size = fc.option(fc.nat(3));

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(id, name, size).map(([of, called, sizeBytes]) => put(of, called, sizeBytes)) },
  { weight: 3, arbitrary: fc.tuple(id, fc.string()).map(([of, mine]) => rename(of, mine)) },
  {
    weight: 2,
    arbitrary: id.map(
      (of): Step =>
        (files) =>
          files.remove(fileOf(of)),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Step>((files) => files.wipe(connectionA)) },
);

const put = (of: string, called: string | null, sizeBytes: number | null): Step => {
  const file = observed(aFile({ id: of, name: called, sizeBytes }));
  return (files) => void files.put(connectionA, [file], { seenAtMs: 1, requestSeq: 1, scanId: null }, () => []);
};
const rename = (of: string, mine: string): Step => {
  return (files) => files.project(fileOf(of), mine === '' ? [] : [aChange({ mine })]);
};

/** Every row of a view, as a reader that has just been opened sees it, or one that has followed from the start. */
async function idsIn(reader: ReturnType<typeof openReader>, column: FileColumn): Promise<readonly string[]> {
  const { viewId, count } = await reader.open(connectionA, aFileQuery({ sort: { column, descending: false } }));
  const windows = await Promise.all(
    Array.from({ length: Math.ceil(count / 200) }, (_, at) => reader.window(viewId, at * 200, at * 200 + 200)),
  );
  reader.closeView(viewId);
  return windows.flatMap((rows) => rows?.map((row) => row.id) ?? []);
}

describe('a reader that follows what changes', () => {
  test.each([
    ['without indexes', false],
    ['with indexes', true],
  ] as const)('has every order as one that reads it anew, %s', async (_how, isIndexed) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { maxLength: 6 }), { maxLength: 5 }), async (batches) => {
        const profile = aProfile();
        const files = filesTable(profile.mirror);
        if (isIndexed) makeSortIndexes(profile.mirror);
        const following = openReader(profile.mirrorPath, noPause);
        for (const steps of batches) {
          for (const one of steps) one(files);
          const anew = openReader(profile.mirrorPath, noPause);
          for (const column of columns) {
            expect(await idsIn(following, column), column).toEqual(await idsIn(anew, column));
          }
          anew.close();
        }
        following.close();
        profile.close();
      }),
      { numRuns: 25 },
    );
  });

  test('sees a file whose row took the number of one that went, below the last it knew', async () => {
    const profile = aProfile();
    const files = filesTable(profile.mirror);
    const reader = openReader(profile.mirrorPath, noPause);
    for (const of of ['f1', 'f2']) put(of, of, 1)(files);
    files.remove(fileOf('f1'));
    expect(await idsIn(reader, 'name')).toEqual(['f2']);
    files.remove(fileOf('f2'));
    put('f3', 'f3', 1)(files);
    expect(await idsIn(reader, 'name')).toEqual(['f3']);
    reader.close();
  });

  test('is told of no new file one by one that only adds to the rows', () => {
    const { mirror } = aProfile();
    const files = filesTable(mirror);
    for (const of of ['f1', 'f2', 'f3']) put(of, of, 1)(files);
    files.wipe(connectionA);
    const before = mirror.prepare('SELECT count(*) FROM row_changes').pluck().get();
    for (const of of ['f4', 'f5']) put(of, of, 1)(files);
    expect(mirror.prepare('SELECT count(*) FROM row_changes').pluck().get()).toBe(before);
  });

  test('begins anew when it has missed more than is written down', async () => {
    const profile = aProfile();
    const files = filesTable(profile.mirror);
    for (const of of ['f1', 'f2', 'f3']) put(of, of, 1)(files);
    const reader = openReader(profile.mirrorPath, noPause);
    expect(await idsIn(reader, 'name')).toEqual(['f1', 'f2', 'f3']);
    files.wipe(connectionA);
    for (const of of ['f3', 'f2', 'f1']) put(of, `again ${of}`, 1)(files);
    expect(await idsIn(reader, 'name')).toEqual(['f1', 'f2', 'f3']);
    expect(await idsIn(reader, 'size')).toEqual(['f3', 'f2', 'f1']);
    reader.close();
  });
});

describe('an order of many rows is read in slices', () => {
  test('equal values keep the order they came in, and others have their turn in between', async () => {
    const profile = aProfile();
    const files = filesTable(profile.mirror);
    const many = Array.from({ length: 25_000 }, (_, number) =>
      observed(aFile({ id: `f${number}`, name: `${number % 3}`, sizeBytes: number % 2 === 0 ? null : 7 })),
    );
    files.put(connectionA, many, { seenAtMs: 1, requestSeq: 1, scanId: null }, () => []);
    makeSortIndexes(profile.mirror);
    let turns = 0;
    const reader = openReader(profile.mirrorPath, async () => void (turns += 1));
    const numbers = many.map((_, number) => number);
    const inOrder = (...groups: readonly number[][]) => groups.flat().map((number) => `f${number}`);
    expect(await idsIn(reader, 'name')).toEqual(
      inOrder(...[0, 1, 2].map((rest) => numbers.filter((one) => one % 3 === rest))),
    );
    expect(turns).toBeGreaterThan(2);
    expect(await idsIn(reader, 'size')).toEqual(
      inOrder(...[1, 0].map((rest) => numbers.filter((one) => one % 2 === rest))),
    );
    expect(await idsIn(reader, 'network')).toEqual(inOrder(numbers));
    reader.close();
  });

  test('a reader that is closed in between gives up without a fault', async () => {
    const profile = aProfile();
    const files = filesTable(profile.mirror);
    put('f1', 'a', 1)(files);
    const reader = openReader(profile.mirrorPath, async () => reader.close());
    expect(await reader.open(connectionA, aFileQuery())).toMatchObject({ count: 0 });
  });
});

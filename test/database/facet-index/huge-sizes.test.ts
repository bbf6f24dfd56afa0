import { expect, test } from 'vitest';
import { facetSizeReader } from '../../../electron/database/facet-index/facet-sizes.ts';
import { filesTable } from '../../../electron/database/mirror/files-table.ts';
import { mirrorIds } from '../../../electron/database/mirror/mirror-ids.ts';
import { aFile, connectionA, fileOf, observed, uuid } from '../../support/builders.ts';
import { aLibrary, aProfile } from '../../support/database.ts';

const seen = { seenAtMs: 1, requestSeq: 1, scanId: null };

// Past 2^53 a number has no single bytes any more, and past 2^63 SQLite has no integer.
test.each([Number.MAX_SAFE_INTEGER, 9e18])(
  'files of %d bytes have a sum, to the digits that a number has',
  (sizeBytes) => {
    const { mirror } = aProfile();
    const files = filesTable(mirror);
    const many = [1, 2, 3].map((number) => observed(aFile({ id: uuid(number), sizeBytes })));
    files.put(connectionA, many, seen, () => []);
    const { files: counted, sizeBytes: sum } = facetSizeReader(mirror).total(
      mirrorIds(mirror).findOrMake(connectionA),
      'type',
    );
    expect([counted, sum / (3 * sizeBytes)]).toEqual([3, expect.closeTo(1, 12)]);
  },
);

test('sums are right again once a service has corrected sizes that no file has', async () => {
  const { files, reader } = aLibrary();
  const put = (sizeBytes: number): void => {
    const many = [1, 2, 3].map((number) => observed(aFile({ id: uuid(number), groupId: 'g', sizeBytes })));
    files.put(connectionA, many, seen, () => []);
  };
  const sums = async () => {
    const { all, groups, types, months } = await reader.libraryContents(connectionA, Date.UTC(2026, 1));
    return [all, groups.rows[0], types.rows[0], months.rows[0]].map((one) => one?.sizeBytes);
  };
  for (const wrong of [Number.MAX_SAFE_INTEGER, 9e18]) {
    put(wrong);
    put(1_001);
    expect(await sums()).toEqual([3_003, 3_003, 3_003, 3_003]);
    expect(reader.counts(connectionA).sizeBytes).toBe(3_003);
  }
  put(9e18);
  files.remove(fileOf(uuid(1)));
  expect((await sums()).map((sum) => (sum ?? 0) > 9e18)).toEqual([true, true, true, true]);
});

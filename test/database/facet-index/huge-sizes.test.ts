import { expect, test } from 'vitest';
import { facetSizeReader } from '../../../electron/database/facet-index/facet-sizes.ts';
import { filesTable } from '../../../electron/database/mirror/files-table.ts';
import { mirrorIds } from '../../../electron/database/mirror/mirror-ids.ts';
import { aFile, connectionA, observed, uuid } from '../../support/builders.ts';
import { aProfile } from '../../support/database.ts';

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

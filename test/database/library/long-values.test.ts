import { expect, test } from 'vitest';
import { aFile, connectionA, fileOf } from '../../support/builders.ts';
import { aLibrary } from '../../support/database.ts';

const long = { groupId: 'g'.repeat(101), mimeType: `application/${'x'.repeat(101)}` };
const without = { groupId: null, mimeType: null };

test('the bytes of files whose group or type has a long name are of the others, and not of the files without one', async () => {
  const { files, reader } = aLibrary(
    aFile({ id: 'long-1', ...long, sizeBytes: 1_000 }),
    aFile({ id: 'long-2', ...long, sizeBytes: 200 }),
    aFile({ id: 'without', ...without, sizeBytes: 30 }),
    aFile({ id: 'short', groupId: 'g', mimeType: 'image/png', sizeBytes: 4 }),
  );
  const sums = async () => {
    const { groups, types } = await reader.libraryContents(connectionA, 0);
    return [groups, types].map(({ others, none }) => ({ others, none }));
  };
  const none = { files: 1, sizeBytes: 30 };
  const both = (others: typeof none) => [
    { others, none },
    { others, none },
  ];
  expect(await sums()).toEqual(both({ files: 2, sizeBytes: 1_200 }));
  files.remove(fileOf('long-1'));
  expect(await sums()).toEqual(both({ files: 1, sizeBytes: 200 }));
});

test('the sum of a long name is right again once a service has corrected a size that no file has', async () => {
  const { put, reader } = aLibrary(aFile({ id: 'long', ...long, sizeBytes: 9e18 }));
  put(aFile({ id: 'long', ...long, sizeBytes: 7 }));
  const { groups } = await reader.libraryContents(connectionA, 0);
  expect(groups).toMatchObject({ others: { files: 1, sizeBytes: 7 }, none: { files: 0, sizeBytes: 0 } });
});

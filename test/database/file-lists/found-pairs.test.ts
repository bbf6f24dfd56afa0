import { expect, test } from 'vitest';
import { filesTable } from '../../../electron/database/mirror/files-table.ts';
import { openReader } from '../../../electron/database/read-only-database.ts';
import { aFile, aFileQuery, connectionA, observed, uuid } from '../../support/builders.ts';
import { aProfile } from '../../support/database.ts';

test('each row of a search tells the first pair that holds it, unless the name holds it', async () => {
  const profile = aProfile();
  const files = filesTable(profile.mirror);
  const given = [
    aFile({ id: uuid(1), name: 'a Hafen.png', keyvalues: [['place', 'hafen']] }),
    aFile({
      id: uuid(2),
      name: 'b.png',
      keyvalues: [
        ['scene', 'Häfen'],
        ['note', 'none'],
        ['place', 'old HÄFEN wall'],
      ],
    }),
    aFile({ id: uuid(3), name: 'c.png', keyvalues: [['note', `${'x'.repeat(5_000)}hafen`]] }),
    aFile({ id: uuid(4), name: 'd.png', keyvalues: [['note', 'none']] }),
  ];
  files.put(
    connectionA,
    given.map((file) => observed(file)),
    { seenAtMs: 1, requestSeq: 1, scanId: null },
    () => [],
  );
  const reader = openReader(profile.mirrorPath, () => Promise.resolve());
  const found = async (search: string) => {
    const { viewId } = await reader.open(connectionA, aFileQuery({ search }));
    return (await reader.window(viewId, 0, 200))!.map((row) => ('foundPair' in row ? row.foundPair : null));
  };
  expect(await found(' hafen ')).toEqual([null, { key: 'place', value: 'old HÄFEN wall' }, null]);
  expect(await found('')).toEqual([null, null, null, null]);
  reader.close();
});

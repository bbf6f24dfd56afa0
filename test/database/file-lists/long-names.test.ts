import { expect, test } from 'vitest';
import { filesTable } from '../../../electron/database/mirror/files-table.ts';
import { openReader } from '../../../electron/database/read-only-database.ts';
import { aFile, aFileQuery, connectionA, observed, uuid } from '../../support/builders.ts';
import { aProfile } from '../../support/database.ts';

const noYield = (): Promise<void> => Promise.resolve();

test('a list gives the beginning of a name of a megabyte, and the mirror keeps the whole', async () => {
  const profile = aProfile();
  const files = filesTable(profile.mirror);
  const whole = `begin \u{1f600}${'n'.repeat(1_000_000)}`;
  const many = Array.from({ length: 50 }, (_, at) => observed(aFile({ id: uuid(at + 1), name: `${whole}${at}` })));
  const short = observed(aFile({ id: uuid(99), name: 'a short name' }));
  files.put(connectionA, [...many, short], { seenAtMs: 1, requestSeq: 1, scanId: null }, () => []);
  const reader = openReader(profile.mirrorPath, noYield);
  const { viewId, count } = await reader.open(connectionA, aFileQuery());
  const rows = (await reader.window(viewId, 0, 200))!;
  reader.close();
  expect([count, rows[0]!.name, 'nameLength' in rows[0]!]).toEqual([51, 'a short name', false]);
  expect(rows.slice(1).map(({ name, nameLength }) => [name, nameLength])).toEqual(
    many.map((_, at) => [[...whole].slice(0, 1_000).join(''), [...`${whole}${at}`].length]),
  );
  expect(files.get({ connectionId: connectionA, network: 'public', id: many[0]!.record.id })!.record.name).toBe(
    `${whole}0`,
  );
});

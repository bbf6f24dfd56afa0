import { expect, test } from 'vitest';
import { fromCsv } from '../../electron/sync/bulk/table-format.ts';
import { bulkMessages as german } from '../../src/views/bulk/bulk-messages.de.ts';
import { bulkMessages } from '../../src/views/bulk/bulk-messages.ts';

test('a line without a network is not said to have no id: both together name a file', () => {
  expect(fromCsv('network,id,name\n,f1,one\n').map(({ key }) => key)).toEqual([null]);
  expect(bulkMessages.problems.reason.noFileId).toMatch(/network/);
  expect(german.problems.reason.noFileId).toMatch(/Netz/);
});

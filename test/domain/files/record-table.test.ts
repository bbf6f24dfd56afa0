import { expect, test } from 'vitest';
import { metadataColumns, recordObject, recordTable } from '../../../src/domain/files/record-table.ts';
import { aRecord } from '../builders.ts';

const file = aRecord({
  name: '=SUM(1)',
  cid: 'bafkrei1',
  sizeBytes: null,
  keyvalues: [
    ['__proto__', 'a'],
    ['tier', ''],
  ],
});

test('a table and an object tell the same of a record, under the same names', () => {
  const { head, lineOf } = recordTable(['cid', 'name', 'size_bytes', 'state'], metadataColumns([file]));
  expect(head).toBe('cid,name,size_bytes,state,key:__proto__,key:tier\r\n');
  expect(lineOf({ ...file, state: 'waiting' })).toBe(`bafkrei1,'=SUM(1),,waiting,a,'\r\n`);
  expect(JSON.stringify(recordObject({ ...file, state: 'waiting' }, ['cid', 'name', 'size_bytes', 'state']))).toBe(
    '{"cid":"bafkrei1","name":"=SUM(1)","size_bytes":null,"state":"waiting","keyvalues":{"__proto__":"a","tier":""}}',
  );
});

test('each record has a cell for each column, whichever keys it has', () => {
  const other = aRecord({ name: 'other', keyvalues: [['series', 'x']] });
  const { lineOf } = recordTable(['name'], metadataColumns([file, other]));
  expect([lineOf(file), lineOf(other)]).toEqual([`'=SUM(1),a,,'\r\n`, 'other,,x,\r\n']);
});

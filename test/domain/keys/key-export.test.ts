import { expect, test } from 'vitest';
import { keyOfRow } from '../../../electron/remote/record-rows.ts';
import { conditionOf, useLimit } from '../../../src/domain/keys/api-key.ts';
import { keyExport, type ExportedKey } from '../../../src/domain/keys/key-export.ts';

const listed = {
  id: 'k1',
  name: '=HYPERLINK("http://evil")',
  key: 'abc123',
  secret: 'CANARY-1',
  max_uses: 10,
  uses: 3,
  user_id: 'u1',
  revoked: false,
  scopes: { admin: false, endpoints: { pinning: { pinFileToIPFS: true, unpin: false } }, jwt: 'CANARY-2' },
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: null,
  api_secret: 'CANARY-3',
};

function tabled(scopes: object = listed.scopes): ExportedKey {
  const read = keyOfRow({ ...listed, scopes });
  if (!read.ok) throw new Error(read.failure);
  const { key } = read.value;
  const state = { condition: conditionOf(key), limit: useLimit(key) };
  return { key, ...state, seenAtMs: Date.UTC(2026, 0, 2), missingSinceMs: null, idleSinceMs: Date.UTC(2026, 0, 1) };
}

test('a table of keys as CSV has a column for each fact, and no cell that a spreadsheet would run', () => {
  const [head, row, end] = keyExport([tabled()], 'csv').split('\r\n');
  expect([head, end]).toEqual([
    'id,name,key,condition,revoked,uses,limit,may,scopes,created_at,updated_at,unused_since,seen_at,no_longer_listed_since',
    '',
  ]);
  expect(row).toContain(`"'=HYPERLINK(""http://evil"")"`);
  expect(row).toContain(',limited,false,3,10,add,pinning.pinFileToIPFS,2026-01-01T00:00:00.000Z,,');
});

test('a key without scopes has empty cells for them, and a name that is empty is told apart by its guard', () => {
  const { key, ...facts } = tabled({});
  const [, row] = keyExport([{ key: { ...key, name: '' }, ...facts }], 'csv').split('\r\n');
  expect(row).toBe(
    "k1,',abc123,limited,false,3,10,,,2026-01-01T00:00:00.000Z,,2026-01-01T00:00:00.000Z,2026-01-02T00:00:00.000Z,",
  );
});

test('a table of keys as JSON holds the same facts', () => {
  expect(JSON.parse(keyExport([tabled()], 'json'))).toMatchObject([
    { id: 'k1', name: listed.name, uses: 3, limit: 10, may: ['add'], scopes: ['pinning.pinFileToIPFS'] },
  ]);
});

test('no secret of a listed key gets into either', () => {
  const text = keyExport([tabled()], 'csv') + keyExport([tabled()], 'json');
  expect(text).not.toContain('CANARY');
  expect(text).not.toMatch(/secret|jwt/i);
});

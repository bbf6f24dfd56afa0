import { describe, expect, test } from 'vitest';
import { parseStrictly } from '../../electron/remote/strict-json.ts';
import { readKeyList } from '../../electron/remote/wire-format.ts';
import { permissionGroupsOf } from '../../src/domain/keys/scopes.ts';

const parsed = (text: string): unknown => {
  const read = parseStrictly(text);
  if (!read.ok) throw new Error(read.failure);
  return read.value;
};
const key = (members: string) => readKeyList(parsed(`{"keys":[{"id":"k1",${members}}],"count":1}`))?.items[0];

describe('a list of keys', () => {
  const row = {
    id: 'k1',
    name: 'upload',
    key: 'ab12',
    max_uses: 3,
    uses: '2',
    user_id: 'u1',
    scopes: { endpoints: { pinning: { pinByHash: true } }, resources: ['org:files:read'], admin: false, secret: true },
    revoked: false,
    createdAt: '2024-01-01T00:00:00.000Z',
    updatedAt: '2024-01-02T00:00:00.000Z',
    more: { note: 1 },
  };

  test('has each key read and raw', () => {
    expect(readKeyList({ keys: [row], count: '12' })).toEqual({
      items: [
        {
          key: {
            id: 'k1',
            name: 'upload',
            key: 'ab12',
            maxUses: 3,
            uses: 2,
            userId: 'u1',
            revoked: false,
            scopesJson: JSON.stringify(row.scopes),
            createdAt: row.createdAt,
            updatedAt: row.updatedAt,
          },
          raw: JSON.stringify(row),
        },
      ],
      setAside: 0,
      setAsideReason: null,
      rows: 1,
      count: 12,
    });
  });

  test.each([
    '"secret":"s3cr3t"',
    '"SECRET":"s3cr3t"',
    '"more":{"pinata_api_secret":"s3cr3t"}',
    '"JWT":"s3cr3t"',
    '"scopes":{"secret":"s3cr3t"}',
    '"hidden":"s3cr3t0123456789abcdef0123456789"',
    '"more":{"key":"s3cr3t0123456789abcdef0123456789"}',
    '"parts":["eyJhbGciOiJIUzI1NiJ9.s3cr3t.signature"]',
    '"scopes":{"of":"s3cr3t0123456789abcdef0123456789"}',
  ])('drops the secret in %s', (members) => {
    expect(JSON.stringify(key(members))).not.toContain('s3cr3t');
  });

  test.each([
    '"scopes":"s3cr3t0123456789abcdef0123456789"',
    '"scopes":["org:files:read","s3cr3t0123456789abcdef0123456789"]',
    '"scopes":{"resources":["s3cr3t0123456789abcdef0123456789"]}',
  ])('keeps the place of a scope of that form, so that its key is none that may do nothing: %s', (members) => {
    const scopesJson = key(members)?.key.scopesJson ?? '';
    expect(scopesJson).not.toContain('s3cr3t');
    expect(permissionGroupsOf(scopesJson)).toContain('other');
  });

  test.each([
    '"key":"0123456789abcdef01234567"',
    '"user_id":"0123456789abcdef01234567"',
    '"more":{"big":100000000000000000000}',
    '"more":{"secret":false}',
    '"more":"a sentence of more than 20 letters"',
  ])('keeps %s, which is no secret', (members) => {
    expect(key(members)?.raw).toBe(`{"id":"k1",${members}}`);
  });

  test.each(['"max_uses":null', '"max_uses":"x"', '"more":1'])('without a limit to read has none: %s', (members) => {
    expect(key(members)?.key.maxUses).toBeNull();
  });

  test.each([
    ['"max_uses":0', 0],
    ['"max_uses":-1', -1],
    ['"max_uses":"25"', 25],
  ])('keeps %s as received', (members, maxUses) => {
    expect(key(members)?.key.maxUses).toBe(maxUses);
  });

  test('lives without all but its id', () => {
    expect(key('"more":1')).toEqual({
      key: {
        id: 'k1',
        name: null,
        key: null,
        maxUses: null,
        uses: null,
        userId: null,
        revoked: false,
        scopesJson: '{}',
        createdAt: null,
        updatedAt: null,
      },
      raw: '{"id":"k1","more":1}',
    });
  });

  test('sets rows aside whose revocation cannot be read', () => {
    expect(readKeyList({ keys: [{ id: 'k1', revoked: 'no' }], count: null })).toEqual({
      items: [],
      setAside: 1,
      setAsideReason: 'API key: revoked: Invalid input: expected boolean, received string',
      rows: 1,
      count: null,
    });
  });

  test.each([null, [], {}, { data: { keys: [] } }, { keys: {} }])('is not %j', (json) => {
    expect(readKeyList(json)).toBeNull();
  });
});

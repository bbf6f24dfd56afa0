import { expect, test } from 'vitest';
import { keysTable } from '../../electron/database/keys-table.ts';
import { openReader } from '../../electron/database/reader.ts';
import { keyId } from '../../src/domain/ids.ts';
import type { ApiKey } from '../../src/domain/api-key.ts';
import type { KeyQuery } from '../../src/domain/view-query.ts';
import { aKey, aKeyQuery, connectionA, connectionB, observedKey } from '../support/builders.ts';
import { aProfile, noPause } from '../support/database.ts';

const seen = { seenAtMs: 10, passId: 'first' };

function aRing(...keys: readonly ApiKey[]) {
  const profile = aProfile();
  const table = keysTable(profile.mirror);
  const reader = openReader(profile.mirrorPath, noPause);
  table.put(
    connectionA,
    keys.map((key) => observedKey(key)),
    seen,
  );
  const ids = (query: Partial<KeyQuery>) =>
    reader.keysPage(connectionA, aKeyQuery(query), 0, 100).rows.map(({ key }) => key.id);
  return { db: profile.mirror, table, reader, ids };
}

const unlimited = [null, 0, -1].map((maxUses, number) => aKey({ id: `u${number}`, name: `u${number}`, maxUses }));
const limited = aKey({ id: 'limited', name: 'CI 100%', maxUses: 10, uses: 3 });
const exhausted = aKey({ id: 'spent', name: 'ci_build', maxUses: 3, uses: 3 });
const revoked = aKey({ id: 'revoked', name: null, revoked: true, maxUses: 1, uses: 1 });

test('every spelling of "no limit" is unlimited, and the sharpest condition wins', () => {
  const { reader } = aRing(...unlimited, limited, exhausted, revoked);
  expect(reader.keyCounts(connectionA)).toEqual({ all: 6, active: 3, limited: 1, exhausted: 1, revoked: 1 });
  expect(reader.keyCounts(connectionB)).toEqual({ all: 0, active: 0, limited: 0, exhausted: 0, revoked: 0 });
});

test('the filters mean what the service means by them', () => {
  const { ids } = aRing(...unlimited, limited, exhausted, revoked);
  expect([
    ids({ revoked: true }),
    ids({ revoked: false, limitedUse: true }),
    ids({ limitedUse: true, exhausted: true }),
    ids({ exhausted: true, revoked: false }),
    ids({ name: 'ci%' }),
    ids({ name: 'CI_b%' }),
    ids({ name: '%100\\%' }),
    ids({ name: 'ci' }),
  ]).toEqual([
    ['revoked'],
    ['limited', 'spent'],
    ['spent', 'revoked'],
    ['limited', 'spent', 'u0', 'u1', 'u2'],
    ['limited', 'spent'],
    ['spent'],
    ['limited'],
    [],
  ]);
});

test('a scope finds the keys that may do it, admins included', () => {
  const { ids } = aRing(
    aKey({ id: 'pins', scopesJson: '{"endpoints":{"pinning":{"pinFileToIPFS":true,"unpin":false}}}' }),
    aKey({ id: 'reads', scopesJson: '{"endpoints":{"data":{"pinList":true}}}' }),
    aKey({ id: 'boss', scopesJson: '{"admin":true}' }),
    aKey({ id: 'odd', scopesJson: '["org:files:read"]' }),
  );
  expect([ids({ scope: 'PINFILE' }), ids({ scope: 'unpin' }), ids({ scope: 'pinlist' })]).toEqual([
    ['boss', 'pins'],
    ['boss'],
    ['boss', 'reads'],
  ]);
});

test('keys sort by any column, those without a value last', () => {
  const { ids } = aRing(...unlimited.slice(0, 1), limited, exhausted, revoked, aKey({ id: 'never', uses: null }));
  const order = (column: KeyQuery['sort']['column'], descending: boolean) => ids({ sort: { column, descending } });
  expect([order('name', false), order('name', true), order('uses', true), order('condition', true)]).toEqual([
    ['never', 'limited', 'spent', 'u0', 'revoked'],
    ['u0', 'spent', 'limited', 'never', 'revoked'],
    ['u0', 'spent', 'limited', 'revoked', 'never'],
    ['revoked', 'spent', 'limited', 'u0', 'never'],
  ]);
});

test('a page says how many keys there are in all', () => {
  const { reader } = aRing(...unlimited);
  const page = reader.keysPage(connectionA, aKeyQuery(), 1, 2);
  expect([page.count, page.rows.map(({ key }) => key.id)]).toEqual([3, ['u1']]);
});

test('one key comes with what the service said of it', () => {
  const { reader } = aRing(limited);
  expect(reader.keyGet(connectionA, keyId.parse('limited'))).toEqual({
    key: limited,
    condition: 'limited',
    limit: 10,
    seenAtMs: 10,
    missingSinceMs: null,
    raw: JSON.stringify(limited),
  });
  expect(reader.keyGet(connectionA, keyId.parse('nobody'))).toBeNull();
});

test('a key that a complete pass did not meet is marked missing, and comes back when it is met again', () => {
  const { reader, table } = aRing(limited, exhausted);
  const missing = () => reader.keysPage(connectionA, aKeyQuery(), 0, 9).rows.map((row) => row.missingSinceMs);
  expect(table.put(connectionA, [observedKey(limited)], { seenAtMs: 20, passId: 'second' })).toBe(1);
  expect(table.put(connectionA, [observedKey(limited)], { seenAtMs: 21, passId: 'second' })).toBe(0);
  expect(table.markMissing(connectionA, 'second', 30)).toBe(1);
  expect(missing()).toEqual([null, 30]);
  table.put(connectionA, [observedKey(exhausted)], { seenAtMs: 40, passId: 'third' });
  expect(missing()).toEqual([null, null]);
});

test('uses are sampled once for each change', () => {
  const { db, table } = aRing(limited);
  const put = (uses: number, atMs: number) =>
    table.put(connectionA, [observedKey({ ...limited, uses })], { seenAtMs: atMs, passId: `pass ${atMs}` });
  put(3, 20);
  put(5, 30);
  table.put(connectionA, [observedKey({ ...limited, uses: 5, name: 'renamed' })], { seenAtMs: 40, passId: 'x' });
  put(3, 50);
  expect(db.prepare('SELECT at_ms, uses FROM key_uses ORDER BY at_ms').raw().all()).toEqual([
    [10, 3],
    [30, 5],
    [50, 3],
  ]);
  table.wipe(connectionA);
  expect(db.prepare('SELECT (SELECT count(*) FROM key_uses) + (SELECT count(*) FROM api_keys)').pluck().get()).toBe(0);
});

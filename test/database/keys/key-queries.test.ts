import { expect, test } from 'vitest';
import { earlierUsesTable, keysTable } from '../../../electron/database/keys/keys-table.ts';
import { openReader } from '../../../electron/database/read-only-database.ts';
import { keyId } from '../../../src/domain/core/ids.ts';
import type { ApiKey } from '../../../src/domain/keys/api-key.ts';
import { aKey, aKeyQuery, connectionA, connectionB, observedKey } from '../../support/builders.ts';
import { aProfile, noPause } from '../../support/database.ts';
import type { KeyQuery } from '../../../src/domain/keys/queries.ts';

const nowMs = Date.UTC(2026, 5, 1);
const seen = { seenAtMs: 10, scanId: 'first' };

function aRing(...keys: readonly ApiKey[]) {
  const profile = aProfile();
  const table = keysTable(profile.mirror);
  const reader = openReader(profile.mirrorPath, noPause);
  table.put(
    connectionA,
    keys.map((key) => observedKey(key)),
    seen,
  );
  const ids = async (query: Partial<KeyQuery>) =>
    (await reader.keysChosen(connectionA, aKeyQuery(query), nowMs)).map(({ key }) => key.id);
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

test('the filters mean what the service means by them', async () => {
  const { ids } = aRing(...unlimited, limited, exhausted, revoked);
  const found = [
    ids({ revoked: true }),
    ids({ revoked: false, limitedUse: true }),
    ids({ limitedUse: true, exhausted: true }),
    ids({ exhausted: true, revoked: false }),
    ids({ name: 'ci%' }),
    ids({ name: 'CI_b%' }),
    ids({ name: '%100\\%' }),
    ids({ name: 'ci' }),
  ];
  expect(await Promise.all(found)).toEqual([
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

test('a scope finds the keys that may do it, admins included', async () => {
  const { ids } = aRing(
    aKey({ id: 'pins', scopesJson: '{"endpoints":{"pinning":{"pinFileToIPFS":true,"unpin":false}}}' }),
    aKey({ id: 'reads', scopesJson: '{"endpoints":{"data":{"pinList":true}}}' }),
    aKey({ id: 'boss', scopesJson: '{"admin":true}' }),
    aKey({ id: 'odd', scopesJson: '["org:files:read"]' }),
  );
  expect(await Promise.all([ids({ scope: 'PINFILE' }), ids({ scope: 'unpin' }), ids({ scope: 'pinlist' })])).toEqual([
    ['boss', 'pins'],
    ['boss'],
    ['boss', 'reads'],
  ]);
});

test('keys sort by any column, those without a value last', async () => {
  const { ids } = aRing(...unlimited.slice(0, 1), limited, exhausted, revoked, aKey({ id: 'never', uses: null }));
  const order = (column: KeyQuery['sort']['column'], descending: boolean) => ids({ sort: { column, descending } });
  const orders = [order('name', false), order('name', true), order('uses', true), order('condition', true)];
  expect(await Promise.all(orders)).toEqual([
    ['never', 'limited', 'spent', 'u0', 'revoked'],
    ['u0', 'spent', 'limited', 'never', 'revoked'],
    ['u0', 'spent', 'limited', 'revoked', 'never'],
    ['revoked', 'spent', 'limited', 'u0', 'never'],
  ]);
});

test('one key comes with what the service said of it', () => {
  const { reader } = aRing(limited);
  expect(reader.keyGet(connectionA, keyId.parse('limited'))).toEqual({
    key: limited,
    condition: 'limited',
    limit: 10,
    seenAtMs: 10,
    missingSinceMs: null,
    idleSinceMs: 10,
    runs: [{ fromMs: 10, toMs: 10, uses: 3, limit: 10 }],
    forecast: { kind: 'notEnoughData', observedMs: 0, usesSeen: 0 },
    raw: JSON.stringify(limited),
  });
  expect(reader.keyGet(connectionA, keyId.parse('nobody'))).toBeNull();
});

test('a key that a complete pass did not meet is marked missing, and comes back when it is met again', async () => {
  const { reader, table } = aRing(limited, exhausted);
  const missing = async () =>
    (await reader.keysChosen(connectionA, aKeyQuery(), nowMs)).map((row) => row.missingSinceMs);
  expect(table.put(connectionA, [observedKey(limited)], { seenAtMs: 20, scanId: 'second' })).toBe(1);
  expect(table.put(connectionA, [observedKey(limited)], { seenAtMs: 21, scanId: 'second' })).toBe(0);
  expect(table.markMissing(connectionA, ['second'], 30)).toBe(1);
  expect(await missing()).toEqual([null, 30]);
  table.put(connectionA, [observedKey(exhausted)], { seenAtMs: 40, scanId: 'third' });
  expect(await missing()).toEqual([null, null]);
});

test('every check samples the uses, and samples that say the same are one run', () => {
  const { db, reader, table } = aRing(limited);
  const put = (atMs: number, over: Partial<ApiKey>) =>
    table.put(connectionA, [observedKey({ ...limited, ...over })], { seenAtMs: atMs, scanId: `pass ${atMs}` });
  put(20, {});
  put(30, { uses: 5 });
  put(40, { uses: 5, name: 'renamed' });
  put(50, { uses: 5, maxUses: 20 });
  put(60, { uses: 3, maxUses: 20 });
  const id = keyId.parse('limited');
  expect(reader.keyGet(connectionA, id)).toMatchObject({
    runs: [
      { fromMs: 10, toMs: 20, uses: 3, limit: 10 },
      { fromMs: 30, toMs: 40, uses: 5, limit: 10 },
      { fromMs: 50, toMs: 50, uses: 5, limit: 20 },
      { fromMs: 60, toMs: 60, uses: 3, limit: 20 },
    ],
    idleSinceMs: 60,
  });
  table.wipe(connectionA);
  expect(db.prepare('SELECT (SELECT count(*) FROM key_uses) + (SELECT count(*) FROM api_keys)').pluck().get()).toBe(0);
});

test('old samples are thinned to one an hour, and after two months to one a day, without losing a fall', () => {
  const { reader, table } = aRing(aKey({ id: 'busy', maxUses: 10_000, uses: 0 }));
  const [minuteMs, dayMs] = [60_000, 86_400_000];
  const put = (atMs: number, uses: number) =>
    table.put(connectionA, [observedKey(aKey({ id: 'busy', maxUses: 10_000, uses }))], { seenAtMs: atMs, scanId: 'p' });
  for (let step = 0; step < 24; step++) put(dayMs + step * 10 * minuteMs, 100 + step);
  for (let step = 0; step < 12; step++) put(60 * dayMs + step * 10 * minuteMs, 200 + step);
  put(60 * dayMs + 115 * minuteMs, 5);
  for (let step = 0; step < 6; step++) put(69 * dayMs + step * 10 * minuteMs, 300 + step);
  table.markMissing(connectionA, ['p'], 70 * dayMs);
  const uses = reader.keyGet(connectionA, keyId.parse('busy'))?.runs.map((run) => run.uses);
  expect(uses).toEqual([0, 123, 205, 211, 5, 300, 301, 302, 303, 304, 305]);
});

test('keys are found by what they may do, by how long they were not used, by days and by whether they are listed', async () => {
  const { ids, table } = aRing(
    aKey({ id: 'boss', scopesJson: '{"admin":true}', uses: 1 }),
    aKey({ id: 'new', maxUses: 9, uses: 0, createdAt: '2026-05-20T12:00:00.000Z', updatedAt: null }),
    aKey({
      id: 'never',
      maxUses: 9,
      uses: 0,
      createdAt: '2026-01-15T12:00:00.000Z',
      scopesJson: '{"resources":["org:files:read"]}',
    }),
    aKey({ id: 'unclear', uses: null, createdAt: 'once' }),
  );
  const later = { seenAtMs: nowMs, scanId: 'second' };
  table.put(connectionA, [observedKey(aKey({ id: 'boss', scopesJson: '{"admin":true}', uses: 2 }))], later);
  table.put(
    connectionA,
    [observedKey(aKey({ id: 'new', maxUses: 9, uses: 0, createdAt: '2026-05-20T12:00:00.000Z' }))],
    later,
  );
  table.markMissing(connectionA, ['second'], nowMs);
  const found = [
    ids({ power: 'delete' }),
    ids({ power: 'add' }),
    ids({ unusedDays: 30 }),
    ids({ unusedDays: 10 }),
    ids({ created: { from: '2026-01-15', to: '2026-01-15' } }),
    ids({ created: { from: '2026-01-16', to: null } }),
    ids({ updated: { from: null, to: '2026-01-01' } }),
    ids({ listed: 'missing' }),
    ids({ listed: 'listed' }),
    ids({ condition: 'active', listed: 'missing' }),
  ];
  expect(await Promise.all(found)).toEqual([
    ['boss'],
    ['boss', 'new', 'unclear'],
    ['never'],
    ['never', 'new'],
    ['never'],
    ['new'],
    [],
    ['never', 'unclear'],
    ['boss', 'new'],
    ['unclear'],
  ]);
});

test('earlier uses stand before the first sample under its limit, and no sample is changed by them', () => {
  const { db, reader } = aRing(limited, exhausted);
  const table = earlierUsesTable(db);
  const runs = [
    { fromMs: 1, toMs: 4, uses: 0 },
    { fromMs: 5, toMs: 5, uses: 2 },
    { fromMs: 9, toMs: 12, uses: 3 },
  ];
  const histories = [
    { keyId: 'limited', runs },
    { keyId: 'nobody', runs },
  ];
  table.put(connectionA, histories);
  table.put(connectionA, histories);
  table.put(connectionB, histories);
  expect(reader.keyGet(connectionA, keyId.parse('limited'))?.runs).toEqual([
    { fromMs: 1, toMs: 4, uses: 0, limit: 10 },
    { fromMs: 5, toMs: 5, uses: 2, limit: 10 },
    { fromMs: 10, toMs: 10, uses: 3, limit: 10 },
  ]);
  expect(reader.keyGet(connectionA, keyId.parse('spent'))?.runs).toHaveLength(1);
});

test('what runs out within a month stands above what is half used, the next end first', async () => {
  const used = (id: string, uses: number) => aKey({ id, name: id, maxUses: 100, uses });
  const { reader, table } = aRing(used('half', 60), used('next week', 20), used('tomorrow', 20), used('quiet', 20));
  const dayMs = 86_400_000;
  // Uses each day, of which the last one leaves seven days, and one.
  const counts = {
    half: () => 60,
    'next week': (day: number) => 20 + day * 7,
    tomorrow: (day: number) => 20 + day * 13,
    quiet: () => 20,
  };
  for (let day = 0; day <= 5; day++)
    table.put(
      connectionA,
      Object.entries(counts).map(([id, count]) => observedKey(used(id, count(day)))),
      { seenAtMs: nowMs - (5 - day) * dayMs, scanId: `day ${day}` },
    );
  const query = aKeyQuery({ sort: { column: 'look', descending: false } });
  const inOrder = async () => (await reader.keysPage(connectionA, query, { from: 0, to: 9, nowMs })).rows;
  expect((await inOrder()).map(({ key }) => key.id)).toEqual(['tomorrow', 'next week', 'half', 'quiet']);
  table.put(connectionA, [observedKey({ ...used('tomorrow', 0) })], { seenAtMs: nowMs + 1, scanId: 'reset' });
  expect((await inOrder()).map(({ key }) => key.id)).toEqual(['next week', 'half', 'quiet', 'tomorrow']);
});

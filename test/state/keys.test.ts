import { expect, test } from 'vitest';
import type { KeyRow } from '../../src/contract/keys.ts';
import type { KeyCondition } from '../../src/domain/api-key.ts';
import { keyId } from '../../src/domain/ids.ts';
import { ok } from '../../src/domain/result.ts';
import { filtersOf, keyQueryOf, refined } from '../../src/state/key-filters.ts';
import { KeysState } from '../../src/state/keys.svelte.ts';
import { fakeBridge, later } from '../support/fake-bridge.ts';
import { portsOf } from './ports.ts';

const aRow = (id: string, condition: KeyCondition = 'active'): KeyRow => ({
  key: {
    id: keyId.parse(id),
    name: id,
    key: 'abc',
    maxUses: null,
    uses: 0,
    userId: null,
    revoked: condition === 'revoked',
    scopesJson: '{}',
    createdAt: null,
    updatedAt: null,
  },
  condition,
  limit: null,
  seenAtMs: 1,
  missingSinceMs: null,
});

const counts = { all: 3, active: 1, limited: 1, exhausted: 1, revoked: 0 };

const bridgeWith = (rows: readonly KeyRow[]) =>
  fakeBridge({
    'keys.counts': () => ok(counts),
    'keys.page': ({ from, to }) => ok({ rows: rows.slice(from, to), count: rows.length }),
  });

test('each condition asks with the nearest of the service’s own filters', () => {
  const asked = (['active', 'limited', 'exhausted', 'revoked'] as const).map((condition) => {
    const { revoked, limitedUse, exhausted } = keyQueryOf(filtersOf(condition));
    return [condition, revoked, limitedUse, exhausted];
  });
  expect(asked).toEqual([
    ['active', false, false, false],
    ['limited', false, true, false],
    ['exhausted', false, true, true],
    ['revoked', true, false, false],
  ]);
});

test('exhausted has no meaning without limited use', () => {
  const limited = refined(filtersOf(null), { limitedUse: true, exhausted: true });
  expect([limited.exhausted, refined(limited, { limitedUse: false }).exhausted]).toEqual([true, false]);
});

test('touching a filter of the service leaves the condition, typing a name does not', () => {
  const limited = filtersOf('limited');
  expect([refined(limited, { name: 'ci%' }).condition, refined(limited, { revoked: 'any' }).condition]).toEqual([
    'limited',
    null,
  ]);
});

test('a condition the service has no filter for shows exactly its keys', async () => {
  const others = Array.from({ length: 230 }, (_, index) => aRow(`limited ${index}`, 'limited'));
  const bridge = bridgeWith([aRow('first'), ...others, aRow('last')]);
  const keys = new KeysState(portsOf(bridge));
  await keys.open('active');
  expect({ count: keys.rows.count, keys: keys.rows.loaded.map((row) => row.key.name) }).toEqual({
    count: 2,
    keys: ['first', 'last'],
  });
});

test('coming back to the same condition keeps the filters, another one starts anew', async () => {
  const keys = new KeysState(portsOf(bridgeWith([aRow('a')])));
  await keys.open(null);
  await keys.filter({ name: '%ci%' });
  await keys.open(null);
  expect(keys.filters.name).toBe('%ci%');
  await keys.open('revoked');
  expect(keys.filters).toEqual(filtersOf('revoked'));
});

test('sorts by a column, and the other way round when asked again', async () => {
  const keys = new KeysState(portsOf(bridgeWith([])));
  await keys.open(null);
  await keys.sortBy('uses');
  await keys.sortBy('uses');
  expect(keys.filters.sort).toEqual({ column: 'uses', descending: true });
});

test('asks again when the copy of the keys has changed, until it stops watching', async () => {
  const bridge = bridgeWith([aRow('a')]);
  const keys = new KeysState(portsOf(bridge));
  const stop = keys.watch();
  await keys.open(null);
  bridge.answer('keys.page', () => ok({ rows: [aRow('b')], count: 1 }));
  bridge.announce('keys.changed');
  await expect.poll(() => keys.rows.at(0)?.key.name).toBe('b');
  stop();
  expect(bridge.listeners()).toBe(0);
});

test('a refused listing keeps what is shown and says why', async () => {
  const bridge = bridgeWith([aRow('a')]);
  const keys = new KeysState(portsOf(bridge));
  await keys.open(null);
  bridge.answer('keys.page', () => ({ ok: false, failure: { kind: 'hostGone' } }));
  await keys.refresh();
  expect([keys.rows.at(0)?.key.name, keys.rows.failure]).toEqual(['a', { kind: 'hostGone' }]);
});

test('the inspector shows the key asked for last, whatever arrives later', async () => {
  const bridge = bridgeWith([]);
  const { detail } = new KeysState(portsOf(bridge));
  const slow = later<'keys.get'>();
  bridge.answer('keys.get', () => slow.reply);
  const first = detail.open('slow');
  bridge.answer('keys.get', ({ id }) => ok({ ...aRow(id), raw: '{}' }));
  await detail.open('quick');
  slow.arrive({ ...aRow('slow'), raw: '{}' });
  await first;
  expect([detail.id, detail.detail?.key.name]).toEqual(['quick', 'quick']);
  await detail.open(null);
  expect([detail.id, detail.detail]).toEqual([null, null]);
});

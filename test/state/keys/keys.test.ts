import { expect, test } from 'vitest';
import type { Input, Output } from '../../../src/contract/index.ts';
import { keyId } from '../../../src/domain/core/ids.ts';
import type { ListedKey } from '../../../src/domain/keys/listed-key.ts';
import { ok } from '../../../src/domain/core/result.ts';
import type { KeyCondition } from '../../../src/domain/keys/api-key.ts';
import { filtersAsking, filtersOf, keyQueryOf, refined } from '../../../src/state/keys/key-filters.ts';
import { formatRoute, parseRoute } from '../../../src/state/app/route.ts';
import { KeysState } from '../../../src/state/keys/keys.svelte.ts';
import { aConnection, connectionA } from '../../support/builders.ts';
import { type FakeBridge, fakeBridge, later } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

const aRow = (id: string, condition: KeyCondition = 'active'): ListedKey => ({
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
  idleSinceMs: null,
  forecast: { kind: 'unlimited' },
  line: [],
});
function aDetail(id: string) {
  const { line: _, ...row } = aRow(id);
  return { ...row, raw: '{}', runs: [] };
}

const counts = { all: 3, active: 1, limited: 1, exhausted: 1, revoked: 0 };

const namesAsked = ({ asked }: FakeBridge) =>
  asked.flatMap(({ name, input }) => (name === 'keys.page' ? [(input as Input<'keys.page'>).query.name] : []));

const bridgeWith = (rows: readonly ListedKey[]) =>
  fakeBridge({
    'keys.counts': () => ok(counts),
    'keys.runOuts': () => ok({ usedUp: [], usedUpKeys: 0, ending: [], endsMs: [] }),
    'keys.page': ({ from, to }) => ok({ rows: rows.slice(from, to), count: rows.length }),
  });

test('a list that is scrolled down has its rows in sight also after another order, and after a filter that shortens it', async () => {
  const many = Array.from({ length: 900 }, (_, at) => aRow(`key-${at}`));
  let found = many;
  const bridge = bridgeWith(many);
  bridge.answer('keys.page', ({ from, to }) => ok({ rows: found.slice(from, to), count: found.length }));
  const keys = new KeysState(portsOf(bridge));
  await keys.open(null);
  await keys.rows.show(480, 510);
  await keys.sortBy('uses');
  expect([keys.rows.at(480)?.key.id, keys.rows.at(510)?.key.id]).toEqual(['key-480', 'key-510']);
  found = many.slice(0, 150);
  await keys.filter({ name: 'key' });
  expect([keys.rows.count, keys.rows.at(149)?.key.id]).toEqual([150, 'key-149']);
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

test('a condition the service has no filter for is asked of the copy as it is', async () => {
  const bridge = bridgeWith([aRow('first')]);
  const keys = new KeysState(portsOf(bridge));
  await keys.open('active');
  expect(bridge.asked.find(({ name }) => name === 'keys.page')?.input).toMatchObject({
    query: { condition: 'active' },
  });
  await keys.filter({ revoked: 'any' });
  expect(keys.query.condition).toBeNull();
});

test('a question comes back from being saved as it was asked, and a range that goes backwards asks nothing', () => {
  const asked = keyQueryOf(
    refined(filtersOf('limited'), {
      name: 'ci%',
      power: 'delete',
      unusedDays: 30,
      listed: 'missing',
      created: { from: '2026-01-02', to: '' },
      updated: { from: '2026-02-02', to: '2026-01-01' },
    }),
  );
  expect(asked).toMatchObject({ created: { from: '2026-01-02', to: null }, updated: null, unusedDays: 30 });
  expect(keyQueryOf(filtersAsking(asked))).toEqual(asked);
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
  bridge.answer('keys.get', ({ id }) => ok(aDetail(id)));
  await detail.open('quick');
  slow.arrive(aDetail('slow'));
  await first;
  expect([detail.id, detail.detail?.key.name]).toEqual(['quick', 'quick']);
  await detail.open(null);
  expect([detail.id, detail.detail]).toEqual([null, null]);
});

test('follows the address: the condition narrows the list, and the id opens a key', async () => {
  const bridge = bridgeWith([aRow('a'), aRow('b')]);
  bridge.answer('keys.get', ({ id }) => ok(aDetail(id)));
  const ports = portsOf(bridge);
  const keys = new KeysState(ports);
  const { router } = ports.app;
  router.go({ kind: 'keys', id: null, condition: 'revoked' });
  const stop = keys.watch();
  expect([keys.filters.condition, keys.detail.id]).toEqual(['revoked', null]);
  router.go({ kind: 'keys', id: 'b', condition: 'active' });
  await expect.poll(() => keys.detail.detail?.key.id).toBe('b');
  expect(keys.filters.condition).toBe('active');
  stop();
  router.go({ kind: 'keys', id: 'a', condition: null });
  expect([keys.filters.condition, keys.detail.id]).toEqual(['active', 'b']);
});

test('filters stand in the address, and an address brings them back', async () => {
  const bridge = bridgeWith([aRow('a'), aRow('b')]);
  bridge.answer('keys.get', ({ id }) => ok(aDetail(id)));
  const ports = portsOf(bridge);
  const { router } = ports.app;
  const keys = new KeysState(ports);
  router.go({ kind: 'keys', id: 'b', condition: 'active' });
  const stop = keys.watch();
  await keys.filter({ name: 'ci%', created: { from: '2026-02-02', to: '2026-02-01' } });
  expect(router.target).toMatchObject({ id: 'b', condition: 'active', query: { name: 'ci%', created: null } });
  expect(keys.filters.created).toEqual({ from: '2026-02-02', to: '2026-02-01' });
  const address = formatRoute({ connectionId: 'x', target: router.target });
  await keys.clearFilters();
  expect(router.target).toEqual({ kind: 'keys', id: 'b', condition: null });
  router.go(parseRoute(address).target);
  expect([keys.filters.condition, keys.filters.name, keys.detail.id]).toEqual(['active', 'ci%', 'b']);
  router.go({ kind: 'keys', id: null, condition: 'active' });
  expect([keys.filters.name, router.target]).toMatchObject(['ci%', { id: null, query: { name: 'ci%' } }]);
  stop();
});

test('the list follows what a list of connections says of the filter by name, once, and only where a name is asked for', async () => {
  const bridge = bridgeWith([aRow('a')]);
  const ports = portsOf(bridge);
  const refuted = ['wholeName', 'insideName'] as const;
  const connection = aConnection({ id: connectionA });
  const learnt = { ...connection.learnt, nameSearch: { refuted, decidedBy: null, evidence: null } };
  const list = [{ connection: { ...connection, learnt }, status: {} }];
  const keys = new KeysState(ports);
  const stop = keys.watch();
  const { connections } = ports.app;
  bridge.answer('connections.list', () => ok([] as Output<'connections.list'>));
  await connections.load();
  expect(namesAsked(bridge)).toEqual([]);
  await keys.filter({ name: 'c_i' });
  expect(namesAsked(bridge)).toEqual(['c_i']);
  bridge.answer('connections.list', () => ok(list as unknown as Output<'connections.list'>));
  await connections.load();
  await connections.load();
  expect(namesAsked(bridge)).toEqual(['c_i', '%c\\_i%']);
  await keys.filter({ name: '' });
  bridge.answer('connections.list', () => ok([] as Output<'connections.list'>));
  await connections.load();
  expect(namesAsked(bridge)).toEqual(['c_i', '%c\\_i%', null]);
  stop();
});

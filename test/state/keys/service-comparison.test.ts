import { expect, test } from 'vitest';
import type { ConnectionSummary } from '../../../src/contract/connections.ts';
import type { Input, Output } from '../../../src/contract/index.ts';
import { noTraits } from '../../../src/domain/connections/connection.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { type NameSearch, noNameSearch } from '../../../src/domain/service/name-search.ts';
import { KeysState } from '../../../src/state/keys/keys.svelte.ts';
import { aConnection } from '../../support/builders.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

const anAnswer: Output<'keys.askService'> = {
  ...{ askedAtMs: 1, requests: 2, found: 29, isWhole: true, setAside: 0, same: 29, onlyThere: [], onlyHere: [] },
  ...{ onlyThereKeys: { made: 0, changed: 0, notCopied: 0, filter: 0 }, onlyHereKeys: 0 },
  ...{ nameSearch: 'insideLiterally', isNameSearchNew: false },
};

/** A list of no keys, which the service is asked about too. */
function noKeys() {
  const bridge = fakeBridge({
    'keys.page': () => ok({ rows: [], count: 0 }),
    'keys.runOuts': () => fail({ kind: 'notFound' }),
    'connections.list': () => learnt([]),
  });
  const ports = portsOf(bridge);
  return { bridge, keys: new KeysState(ports), connections: ports.app.connections };
}

/** The connection, as its engine finds the network and the service. */
const listedWith = (status: Partial<ConnectionSummary['status']>) =>
  ok([{ connection: aConnection({}), status: { ...atRest, ...status } }]);

/** The connection, whose answers have refuted these readings of a name. */
const learnt = (refuted: readonly NameSearch[]) => {
  const traits = { ...noTraits, nameSearch: { ...noNameSearch, refuted } };
  return ok([{ connection: aConnection({ learnt: traits }), status: atRest }]);
};

const atRest: ConnectionSummary['status'] = {
  ...({ mode: 'running', network: 'up', work: 'none', job: null, setAside: 0 } as const),
  ...{ trouble: null, pushTrouble: null, retry: null, setAsideReason: null, caughtUpAtMs: 0, fullCheckAtMs: 0 },
  replay: { current: null, ended: null },
  counts: { waiting: 0, needsYou: 0, refused: 0, held: 0, gone: 0, parked: 0 },
};

test('the list follows what an answer of the service shows of its filter by name', async () => {
  const { bridge, keys } = noKeys();
  bridge.answer('keys.askService', () => {
    bridge.answer('connections.list', () => learnt(['wholeName', 'insideName']));
    return ok({ ...anAnswer, isNameSearchNew: true });
  });
  const names = () =>
    bridge.asked.flatMap(({ name, input }) => (name === 'keys.page' ? [(input as Input<'keys.page'>).query.name] : []));
  await keys.filter({ name: 'c_i' });
  expect(names().at(-1)).toBe('c_i');
  await keys.comparison.ask();
  await expect.poll(() => names().at(-1)).toBe('%c\\_i%');
  expect([keys.nameSearch, keys.query.name, keys.filters.name]).toEqual(['insideLiterally', 'c_i', 'c_i']);
  expect(bridge.asked.find(({ name }) => name === 'keys.askService')?.input).toMatchObject({
    filters: { name: 'c_i' },
  });
});

test('the answer of the service to another question is not shown while that to the present one is on its way', async () => {
  const { bridge, keys } = noKeys();
  bridge.answer('keys.askService', () => ok(anAnswer));
  await keys.filter({ name: 'ci%' });
  await keys.comparison.ask();
  expect(keys.comparison.answer?.found).toBe(29);
  await keys.filter({ name: 'deploy%' });
  const second = later<'keys.askService'>();
  bridge.answer('keys.askService', () => second.reply);
  const asking = keys.comparison.ask();
  expect(keys.comparison.answer).toBeNull();
  second.arrive({ ...anAnswer, found: 3 });
  await asking;
  expect(keys.comparison.answer?.found).toBe(3);
});

test('the service is asked once, although a person presses twice, and once more about another question', async () => {
  const { bridge, keys } = noKeys();
  const first = later<'keys.askService'>();
  bridge.answer('keys.askService', () => first.reply);
  const asking = [keys.comparison.ask(), keys.comparison.ask()];
  await keys.filter({ name: 'ci%' });
  asking.push(keys.comparison.ask());
  first.arrive(anAnswer);
  await Promise.all(asking);
  const asked = bridge.asked.filter(({ name }) => name === 'keys.askService').map(({ input }) => input);
  expect(asked).toMatchObject([{ filters: { name: null } }, { filters: { name: 'ci%' } }]);
});

test('the list reads names as another service does once the connection is moved there, and as the rest of the app does', async () => {
  const { bridge, connections, keys } = noKeys();
  bridge.answer('keys.askService', () => {
    bridge.answer('connections.list', () => learnt(['wholeName', 'insideName']));
    return ok({ ...anAnswer, isNameSearchNew: true });
  });
  await keys.filter({ name: 'ci' });
  await keys.comparison.ask();
  expect(keys.nameSearch).toBe('insideLiterally');
  bridge.answer('connections.list', () => learnt([]));
  await connections.load();
  expect(keys.nameSearch).toBe('wholeName');
});

const away = {
  kind: 'service',
  reason: 'unreachable',
  detail: 'there is no network (ENETUNREACH)',
  requestId: null,
} as const;
const unreached = {
  reason: 'unreachable',
  attempt: 1,
  retryAtMs: 1,
  detail: 'there is no network (ENETUNREACH)',
} as const;

test.each([{ network: 'down' }, { trouble: unreached }] as const)(
  'a question that found no network is put again once, when the service is reached again: %j',
  async (status) => {
    const { bridge, connections, keys } = noKeys();
    const askedTimes = () => bridge.asked.filter(({ name }) => name === 'keys.askService').length;
    const stop = keys.watch();
    bridge.answer('connections.list', () => listedWith(status));
    await connections.load();
    bridge.answer('keys.askService', () => fail(away));
    await keys.comparison.ask();
    expect([keys.comparison.isOffline, askedTimes()]).toEqual([true, 1]);
    await connections.load();
    expect(askedTimes()).toBe(1);
    bridge.answer('keys.askService', () => ok(anAnswer));
    bridge.answer('connections.list', () => listedWith({}));
    await connections.load();
    await expect.poll(() => keys.comparison.answer?.found).toBe(29);
    await connections.load();
    expect([keys.comparison.isOffline, askedTimes()]).toEqual([false, 2]);
    stop();
  },
);

test.each(['paused', 'noToken'] as const)(
  'a question that found no network stays unasked while the connection is %s',
  async (mode) => {
    const { bridge, connections, keys } = noKeys();
    const stop = keys.watch();
    bridge.answer('connections.list', () => listedWith({ network: 'down' }));
    await connections.load();
    bridge.answer('keys.askService', () => fail(away));
    await keys.comparison.ask();
    bridge.answer('connections.list', () => listedWith({ mode }));
    await connections.load();
    expect(bridge.asked.filter(({ name }) => name === 'keys.askService')).toHaveLength(1);
    stop();
  },
);

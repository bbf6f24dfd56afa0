import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Output } from '../../../src/contract/index.ts';
import { ok } from '../../../src/domain/core/result.ts';
import type { UsedKey } from '../../../src/domain/keys/key-usage.ts';
import { TokenKeyState } from '../../../src/state/keys/token-key.svelte.ts';
import { aConnection, aKey, connectionA } from '../../support/builders.ts';
import { type FakeBridge, fakeBridge } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Any time after which nothing is on its way any more. */
const LONG_MS = 60_000;

const usedUp = (value: string): UsedKey => ({
  key: aKey({ id: `key-${value}`, key: value, maxUses: 1, uses: 1 }),
  ...{ condition: 'exhausted', limit: 1, seenAtMs: 1, missingSinceMs: null, idleSinceMs: null, runs: [] },
  forecast: { kind: 'over' },
});

/** The core of one connection whose token names a key, and the state of that key with the list of connections that it reads. */
function tokenOf(tokenKey: string) {
  const core = { tokenKey };
  const listed = () => [{ connection: aConnection({ id: connectionA, ...core }), status: {} }];
  const bridge = fakeBridge({
    'connections.list': () => ok(listed() as unknown as Output<'connections.list'>),
    'keys.byValue': ({ value }) => ok(usedUp(value)),
  });
  const ports = portsOf(bridge);
  return { core, bridge, ports, own: new TokenKeyState(ports) };
}

const valuesAsked = ({ asked }: FakeBridge) =>
  asked.flatMap(({ name, input }) => (name === 'keys.byValue' ? [(input as { value: string }).value] : []));

test('the key of a replaced token is looked up, also when no scan follows and the list of connections comes last', async () => {
  const { core, bridge, ports, own } = tokenOf('old');
  const stops = [ports.app.connections.watch()];
  await vi.advanceTimersByTimeAsync(LONG_MS);
  stops.push(own.watch());
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect([own.value, own.held?.key.key]).toEqual(['old', 'old']);
  core.tokenKey = 'new';
  bridge.announce('connections.changed');
  bridge.announce('status.changed');
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect([own.value, own.held?.key.key, own.warning(1)]).toEqual(['new', 'new', 'over']);
  stops.forEach((stop) => stop());
  expect(bridge.listeners()).toBe(0);
});

test('the key of a token is looked up once the first list of connections has come', async () => {
  const { ports, own } = tokenOf('first');
  const stops = [own.watch(), ports.app.connections.watch()];
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(own.held?.key.key).toBe('first');
  stops.forEach((stop) => stop());
});

test('a list of connections in which the token is the same asks for no key, and nothing does once nobody watches', async () => {
  const { core, bridge, ports, own } = tokenOf('same');
  const stops = [ports.app.connections.watch(), own.watch()];
  await vi.advanceTimersByTimeAsync(LONG_MS);
  const before = valuesAsked(bridge).length;
  bridge.announce('status.changed');
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(valuesAsked(bridge)).toHaveLength(before);
  bridge.announce('keys.changed');
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(valuesAsked(bridge)).toHaveLength(before + 1);
  stops.forEach((stop) => stop());
  core.tokenKey = 'other';
  await ports.app.connections.load();
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(valuesAsked(bridge)).toEqual(Array.from({ length: before + 1 }, () => 'same'));
});

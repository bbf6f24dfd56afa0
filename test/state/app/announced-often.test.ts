import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Channel, EventName } from '../../../src/contract/index.ts';
import { fail } from '../../../src/domain/core/result.ts';
import type { PageClock } from '../../../src/state/app/clock.svelte.ts';
import { ConnectionsState } from '../../../src/state/app/connections.svelte.ts';
import type { ScreenPorts } from '../../../src/state/app/ports.ts';
import { KeysState } from '../../../src/state/keys/keys.svelte.ts';
import { DiagnosticsState } from '../../../src/state/settings/settings.svelte.ts';
import { SignatureState } from '../../../src/state/signatures/signature.svelte.ts';
import { fakeBridge } from '../../support/fake-bridge.ts';
import { heldClock } from '../held-clock.ts';
import { portsOf } from '../ports.ts';

type Watch = (ports: ScreenPorts, clock: PageClock) => () => void;

const watches: readonly (readonly [Channel, EventName, Watch])[] = [
  [
    'connections.list',
    'status.changed',
    ({ bridge, app }, clock) => new ConnectionsState(bridge, app.router, clock).watch(),
  ],
  [
    'diagnostics.get',
    'status.changed',
    ({ bridge, connectionId }, clock) => new DiagnosticsState(bridge, clock).watch(connectionId),
  ],
  ['keys.page', 'keys.changed', (ports, clock) => new KeysState(ports, clock).watch()],
  [
    'signatures.get',
    'signatures.changed',
    (ports, clock) => {
      const signature = new SignatureState(ports, clock);
      void signature.load('public', 'a cid');
      return signature.watch();
    },
  ],
];

test.each(watches)('%s is asked again once in a rest, however often %s is announced', async (channel, event, watch) => {
  const failing = () => fail({ kind: 'notFound' as const });
  const bridge = fakeBridge({
    ...{ 'connections.list': failing, 'diagnostics.get': failing, 'signatures.get': failing },
    ...{ 'keys.page': failing, 'keys.counts': failing, 'keys.runOuts': failing },
  });
  const { clock, rested } = heldClock();
  const asked = (): number => bridge.asked.filter(({ name }) => name === channel).length;
  const stop = watch(portsOf(bridge), clock);
  await nextTurn();
  rested();
  const before = asked();
  for (let times = 0; times < 5; times += 1) {
    bridge.announce(event);
    await nextTurn();
  }
  expect(asked() - before).toBe(1);
  rested();
  await nextTurn();
  expect(asked() - before).toBe(2);
  stop();
});

test('the facts of a connection that is no longer on screen are not asked for after the rest', async () => {
  const bridge = fakeBridge({ 'diagnostics.get': () => fail({ kind: 'notFound' }) });
  const { clock, rested } = heldClock();
  const diagnostics = new DiagnosticsState(bridge, clock);
  const stop = diagnostics.watch('before');
  bridge.announce('status.changed');
  stop();
  await nextTurn();
  diagnostics.watch('after');
  rested();
  await nextTurn();
  expect(bridge.asked.map(({ input }) => input)).toEqual([{ connectionId: 'before' }, { connectionId: 'after' }]);
});

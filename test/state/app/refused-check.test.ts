import { expect, test } from 'vitest';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { aConnection, connectionA, connectionB } from '../../support/builders.ts';
import { allFiles } from '../../../src/state/app/route.ts';
import { fakeBridge } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

test('a check that the core refuses is said, although the connections are read again', async () => {
  const bridge = fakeBridge({
    'connections.list': () => ok([{ connection: aConnection({ id: connectionA }), status: {} as never }]),
    'connections.checkNow': () => fail({ kind: 'noToken' }),
    'connections.answerCeiling': () => fail({ kind: 'readOnly' }),
  });
  const { connections } = portsOf(bridge).app;
  await connections.load();
  await connections.checkNow();
  const said = connections.actionFailure;
  await connections.answerCeiling('goOn');
  expect([said, connections.actionFailure, connections.failure]).toEqual([
    { kind: 'noToken' },
    { kind: 'readOnly' },
    null,
  ]);
});

test('a check that the core refuses is said until the core takes one, whatever becomes of the status', async () => {
  const bridge = fakeBridge({
    'connections.list': () => ok([{ connection: aConnection({ id: connectionA }), status: {} as never }]),
    'connections.checkNow': () => fail({ kind: 'noToken' }),
  });
  const { connections } = portsOf(bridge).app;
  const stop = connections.watch();
  await connections.load();
  await connections.checkNow();
  bridge.announce('status.changed');
  await connections.load();
  const said = connections.actionFailure;
  bridge.answer('connections.checkNow', () => ok(null));
  await connections.checkNow();
  stop();
  expect([said, connections.actionFailure]).toEqual([{ kind: 'noToken' }, null]);
});

test('a check that the core refused is not said of another connection', async () => {
  const bridge = fakeBridge({
    'connections.list': () =>
      ok([connectionA, connectionB].map((id) => ({ connection: aConnection({ id }), status: {} as never }))),
    'connections.checkNow': () => fail({ kind: 'noToken' }),
  });
  const { connections, router } = portsOf(bridge).app;
  await connections.load();
  router.go(allFiles, connectionA);
  await connections.checkNow();
  router.go(allFiles, connectionB);
  const there = connections.actionFailure;
  router.go(allFiles, connectionA);
  expect([there, connections.actionFailure]).toEqual([null, { kind: 'noToken' }]);
});

test('a connection that could not be paused says why', async () => {
  const bridge = fakeBridge({
    'connections.list': () => ok([{ connection: aConnection({ id: connectionA }), status: {} as never }]),
    'connections.change': () => fail({ kind: 'notSaved', reason: 'diskFull', detail: '' }),
  });
  const { connections } = portsOf(bridge).app;
  await connections.load();
  await connections.pause(true);
  expect(connections.actionFailure).toEqual({ kind: 'notSaved', reason: 'diskFull', detail: '' });
});

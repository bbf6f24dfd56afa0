import { expect, test } from 'vitest';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { aConnection, connectionA } from '../../support/builders.ts';
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
  const said = connections.failure;
  await connections.answerCeiling('goOn');
  expect([said, connections.failure]).toEqual([{ kind: 'noToken' }, { kind: 'readOnly' }]);
});

import { expect, test } from 'vitest';
import type { SyncStatus } from '../../../src/contract/connections.ts';
import { isPassing, sendObstacle } from '../../../src/state/changes/send-obstacle.ts';
import { aConnection } from '../../support/builders.ts';
import { atRest } from './change-sets.ts';

const waiting = { counts: { ...atRest.counts, waiting: 3 } };
const withStatus = (status: Partial<SyncStatus>, readOnly = false) => ({
  connection: aConnection({ readOnly }),
  status: { ...atRest, ...status },
});

test.each([
  ['readOnly', withStatus({ ...waiting, mode: 'paused' }, true), false],
  ['nothingWaits', withStatus({ mode: 'noToken', network: 'down' }), false],
  ['paused', withStatus({ ...waiting, mode: 'paused', network: 'down' }), true],
  ['noToken', withStatus({ ...waiting, mode: 'noToken', network: 'down' }), true],
  ['offline', withStatus({ ...waiting, network: 'down' }), true],
  [null, withStatus(waiting), false],
] as const)(
  'of what keeps edits from being sent, %s is told, and whether it may go by itself',
  (obstacle, at, passes) => {
    expect([sendObstacle(at), isPassing(sendObstacle(at))]).toEqual([obstacle, passes]);
  },
);

test('a service that does not answer, or refused the token, is asked again', () => {
  const trouble = { reason: 'token', detail: '401', requestId: null, atMs: 0 } as unknown as SyncStatus['trouble'];
  expect(sendObstacle(withStatus({ ...waiting, trouble }))).toBeNull();
});

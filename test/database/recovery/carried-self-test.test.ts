import { join } from 'node:path';
import { expect, test } from 'vitest';
import { selfTestsTable } from '../../../electron/database/profile/profile-tables.ts';
import { recoveryActions } from '../../../electron/database/recovery/recovery-actions.ts';
import type { SelfTestTrace } from '../../../src/domain/connections/self-test.ts';
import { fileId } from '../../../src/domain/core/ids.ts';
import { connectionA, uuid } from '../../support/builders.ts';
import { aProfile, openedAtMs } from '../../support/database.ts';
import { closedProfile, damage } from './damaged-queue.ts';

test('a fresh queue still knows the key that a self-test may have left on the service', () => {
  const trace: SelfTestTrace = {
    ...{
      file: { network: 'public', id: fileId.parse(uuid(1)) },
      binding: { origin: 'https://service.test', account: 'a' },
      key: 'self_test',
    },
    ...{ startedAtMs: 1, sentAtMs: 2, standing: 'stays' },
  };
  const directory = closedProfile(({ outbox }) => selfTestsTable(outbox).put(connectionA, trace));
  damage(directory);
  recoveryActions(join(directory, 'outbox.db'), () => openedAtMs).startFresh();
  expect(selfTestsTable(aProfile(directory).outbox).get(connectionA)).toEqual(trace);
});

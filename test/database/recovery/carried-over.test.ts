import { join } from 'node:path';
import { expect, test } from 'vitest';
import { savedViewsTable, selfTestsTable } from '../../../electron/database/profile/profile-tables.ts';
import { recoveryActions } from '../../../electron/database/recovery/recovery-actions.ts';
import type { SelfTestTrace } from '../../../src/domain/connections/self-test.ts';
import { fileId } from '../../../src/domain/core/ids.ts';
import { type SavedView, savedViewId } from '../../../src/domain/files/queries.ts';
import { aFileQuery, connectionA, uuid } from '../../support/builders.ts';
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

test('a fresh queue keeps each saved view that can be read: a damaged one stays behind alone', () => {
  const sound: SavedView = { id: savedViewId.parse(uuid(1)), name: 'one', about: 'files', query: aFileQuery() };
  const directory = closedProfile(({ outbox }) => {
    savedViewsTable(outbox).set(connectionA, [sound]);
    const views = JSON.stringify([{ ...sound, name: 7 }, sound]);
    outbox.prepare('UPDATE saved_views SET views_json = ?').run(views);
  });
  damage(directory);
  recoveryActions(join(directory, 'outbox.db'), () => openedAtMs).startFresh();
  const { outbox } = aProfile(directory);
  expect(outbox.prepare('SELECT json_array_length(views_json) FROM saved_views').pluck().all()).toEqual([1]);
  expect(savedViewsTable(outbox).list(connectionA)).toEqual([sound]);
});

import { expect, test } from 'vitest';
import { keyAlertsTable } from '../../../electron/database/keys/key-alerts-table.ts';
import { keyId } from '../../../src/domain/core/ids.ts';
import { connectionA, uuid } from '../../support/builders.ts';
import { aProfile } from '../../support/database.ts';

const raised = (key: number, raisedAtMs: number) => ({
  ...{ keyId: keyId.parse(uuid(key)), kind: 'share' as const, raisedAtMs },
  ...{ name: `key ${key}`, uses: 81, limit: 100, runsOutMs: null, dismissed: false },
});

test('an alert that was raised since a person saw the others stays news', () => {
  const alerts = keyAlertsTable(aProfile().outbox);
  alerts.change(connectionA, [raised(1, 1)], []);
  const seen = alerts.list(connectionA);
  alerts.change(connectionA, [raised(2, 1)], []);
  alerts.dismiss(connectionA, seen);
  expect(alerts.list(connectionA).map(({ name, dismissed }) => [name, dismissed])).toEqual([
    ['key 1', true],
    ['key 2', false],
  ]);
});

test('an alert that was cleared and raised again since a person saw it stays news', () => {
  const alerts = keyAlertsTable(aProfile().outbox);
  alerts.change(connectionA, [raised(1, 1)], []);
  const seen = alerts.list(connectionA);
  alerts.change(connectionA, [], seen);
  alerts.change(connectionA, [raised(1, 2)], []);
  alerts.dismiss(connectionA, seen);
  expect(alerts.list(connectionA)).toMatchObject([{ raisedAtMs: 2, dismissed: false }]);
});

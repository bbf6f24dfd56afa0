import { expect, test } from 'vitest';
import { keyAlertsTable } from '../../../electron/database/keys/key-alerts-table.ts';
import { keysTable } from '../../../electron/database/keys/keys-table.ts';
import { raiseKeyAlerts } from '../../../electron/sync/keys/raise-key-alerts.ts';
import { aKey, connectionA, observedKey } from '../../support/builders.ts';
import { aProfile } from '../../support/database.ts';

const DAY_MS = 86_400_000;

/** 250 keys, each of which was seen crossing 80 % of its uses. */
function manyKeys() {
  const profile = aProfile();
  const keys = keysTable(profile.mirror);
  const alerts = keyAlertsTable(profile.outbox);
  for (const [scan, uses] of [10, 90].entries()) {
    const all = Array.from({ length: 250 }, (_, at) => observedKey(aKey({ id: `key-${at}`, maxUses: 100, uses })));
    keys.put(connectionA, all, { seenAtMs: (scan + 1) * DAY_MS, scanId: `${scan}` });
  }
  const [stored, told]: [number[], number[]] = [[], []];
  let changes = 0;
  const ports = {
    ...{ keys, alerts, horizonDays: () => 7 },
    clock: { yieldToEventLoop: async () => void stored.push(alerts.list(connectionA).length) },
    changed: () => void (changes += 1),
    notify: (raised: readonly unknown[]) => void told.push(raised.length),
  };
  return { keys, alerts, ports, stored, told, changes: () => changes };
}

test('other questions are answered between slices of thousands of keys, of which one notification tells', async () => {
  const { alerts, ports, stored, told, changes } = manyKeys();
  await raiseKeyAlerts(ports, connectionA, 3 * DAY_MS);
  expect([stored, alerts.list(connectionA).length, told, changes()]).toEqual([[100, 200], 250, [250], 3]);
  await raiseKeyAlerts(ports, connectionA, 4 * DAY_MS);
  expect([stored, told, changes()]).toEqual([[100, 200, 250, 250], [250], 3]);
});

test('what is stored before a full disk is told, because it is raised no second time', async () => {
  const { alerts, ports, told } = manyKeys();
  const full = new Error('database or disk is full');
  const change: typeof alerts.change = (...input) => {
    if (alerts.list(connectionA).length >= 100) throw full;
    alerts.change(...input);
  };
  const ending = raiseKeyAlerts({ ...ports, alerts: { ...alerts, change } }, connectionA, 3 * DAY_MS);
  await expect(ending).rejects.toThrow(full);
  expect(told).toEqual([100]);
  await raiseKeyAlerts(ports, connectionA, 4 * DAY_MS);
  expect(told).toEqual([100, 150]);
});

test('keys whose mirror is deleted between two slices raise nothing', async () => {
  const { keys, alerts, ports } = manyKeys();
  const clock = { yieldToEventLoop: async () => void keys.wipe(connectionA) };
  await raiseKeyAlerts({ ...ports, clock }, connectionA, 3 * DAY_MS);
  expect(alerts.list(connectionA)).toHaveLength(100);
});

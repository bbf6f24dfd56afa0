import { expect, test } from 'vitest';
import { keyAlertsTable } from '../../../electron/database/keys/key-alerts-table.ts';
import { keysTable } from '../../../electron/database/keys/keys-table.ts';
import { raiseKeyAlerts } from '../../../electron/sync/keys/raise-key-alerts.ts';
import { keyAlertNotification } from '../../../electron/workers/writer/compose-keys.ts';
import type { KeyAlert } from '../../../src/domain/keys/key-alert.ts';
import { aKey, connectionA, observedKey } from '../../support/builders.ts';
import { aProfile, noPause } from '../../support/database.ts';

const DAY_MS = 86_400_000;

/** One key, checked once a day, or after as many days as a check says; what is told is remembered. */
function watching(maxUses = 100) {
  const profile = aProfile();
  const keys = keysTable(profile.mirror);
  const alerts = keyAlertsTable(profile.outbox);
  const told: (readonly KeyAlert[])[] = [];
  /** What was there whenever it was said that the alerts have changed. */
  const seen: (readonly string[])[] = [];
  let day = 0;
  const ports = {
    ...{ keys, alerts, horizonDays: () => 7, clock: { yieldToEventLoop: noPause } },
    changed: () => void seen.push(alerts.list(connectionA).map(({ kind }) => kind)),
    notify: (raised: readonly KeyAlert[]) => void told.push(raised),
  };
  type Over = Parameters<typeof aKey>[0];
  const check = async (uses: number | null, over: Over = {}, days = 1): Promise<readonly string[]> => {
    const atMs = (day += days) * DAY_MS;
    const before = told.length;
    const key = observedKey(aKey({ name: 'Deploy', maxUses, uses, ...over }));
    keys.put(connectionA, [key], { seenAtMs: atMs, scanId: `${day}` });
    keys.markMissing(connectionA, [`${day}`], atMs);
    await raiseKeyAlerts(ports, connectionA, atMs);
    return told.slice(before).flatMap((raised) => raised.map(({ kind }) => kind));
  };
  const checkEach = async (
    all: readonly (number | null)[],
    over: Over = {},
  ): Promise<readonly (readonly string[])[]> => {
    const each: (readonly string[])[] = [];
    for (const uses of all) each.push(await check(uses, over));
    return each;
  };
  return { check, checkEach, alerts, keys, told, seen, ports };
}

test('a key is told of when it crosses 80 %, and not again however often it is checked', async () => {
  const { checkEach, alerts } = watching();
  expect(await checkEach([10, 11, 81, 82, 83])).toEqual([[], [], ['share', 'forecast'], [], []]);
  expect(alerts.list(connectionA)).toMatchObject([
    { kind: 'forecast', uses: 81, limit: 100, dismissed: false },
    { kind: 'share', name: 'Deploy', uses: 81, limit: 100, dismissed: false },
  ]);
});

test('the screens hear of alerts that came and of alerts that went, and of nothing else', async () => {
  const { checkEach, seen } = watching();
  await checkEach([10, 11, 81, 82, 0, 1]);
  expect(seen).toEqual([['forecast', 'share'], []]);
});

test('a new mirror notifies of nothing twice', async () => {
  const { checkEach, alerts, keys } = watching();
  await checkEach([10, 11, 81]);
  keys.wipe(connectionA);
  expect(await checkEach([82, 83])).toEqual([[], []]);
  expect(alerts.list(connectionA)).toHaveLength(2);
});

test('a reset arms it again, dismissing does not', async () => {
  const { check, checkEach, alerts } = watching();
  await checkEach([10, 11, 81]);
  alerts.dismiss(connectionA, alerts.list(connectionA));
  expect(await check(84)).toEqual([]);
  expect(alerts.list(connectionA).map(({ dismissed }) => dismissed)).toEqual([true, true]);
  expect(await check(0)).toEqual([]);
  expect(alerts.list(connectionA)).toEqual([]);
  expect(await check(90)).toEqual(['share']);
});

test('a forecast is told once, also after an absence that leaves no pace of a key that was reset long before', async () => {
  const { check, checkEach, alerts } = watching(1000);
  const kinds = () => alerts.list(connectionA).map(({ kind }) => kind);
  expect((await checkEach([500, 100, 200, 300, 400, 500])).flat()).toEqual(['forecast']);
  expect([await check(600, {}, 40), kinds()]).toEqual([[], ['forecast']]);
  expect((await checkEach([650, 700, 750])).flat()).toEqual([]);
  expect(kinds()).toEqual(['forecast']);
});

test('a reset arms the forecast again: below the count of the alert, above it, and unseen by a new mirror', async () => {
  for (const [reset, isNewMirror] of [
    [0, false],
    [400, false],
    [0, true],
  ] as const) {
    const { check, checkEach, alerts, keys } = watching(1000);
    await checkEach([100, 200, 300, 400, 500]);
    expect(alerts.list(connectionA)).toMatchObject([{ kind: 'forecast', uses: 300 }]);
    if (isNewMirror) keys.wipe(connectionA);
    expect([await check(reset, {}, 40), alerts.list(connectionA)]).toEqual([[], []]);
    expect((await checkEach([reset + 200, reset + 400])).flat()).toContain('forecast');
  }
});

test('a scan in which the service leaves the uses out changes no alert', async () => {
  const { checkEach, alerts, seen } = watching();
  await checkEach([10, 11, 81]);
  const before = [alerts.list(connectionA), seen.length];
  expect((await checkEach([null, 82, null, 83])).flat()).toEqual([]);
  expect([alerts.list(connectionA), seen.length]).toEqual(before);
});

test('no forecast of a used up key is told when the service leaves its uses out', async () => {
  const { check, checkEach } = watching();
  expect((await checkEach([10, 11, 100])).flat()).toEqual(['share']);
  expect(await check(null)).toEqual([]);
});

test('what was told of a key goes when the key is revoked or has no limit any more', async () => {
  const { check, checkEach, alerts } = watching();
  await checkEach([10, 11, 81]);
  await check(81, { maxUses: null });
  expect(alerts.list(connectionA)).toEqual([]);
  const revoked = watching();
  await revoked.checkEach([10, 11, 81, null]);
  expect(revoked.alerts.list(connectionA)).toHaveLength(2);
  await revoked.check(null, { revoked: true });
  expect(revoked.alerts.list(connectionA)).toEqual([]);
});

test('keys that were near their end before they were first seen are not told of', async () => {
  expect(await watching().check(95)).toEqual([]);
});

test('a notification carries what was found, and when the key is likely to run out', async () => {
  const { checkEach, told, alerts } = watching();
  await checkEach([10, 11, 81]);
  const found = { keyId: 'key-1', name: 'Deploy', uses: 81, limit: 100, dismissed: false, raisedAtMs: 3 * DAY_MS };
  expect(told).toEqual([
    [
      { ...found, kind: 'share', runsOutMs: expect.any(Number) },
      { ...found, kind: 'forecast', runsOutMs: expect.any(Number) },
    ],
  ]);
  expect(alerts.list(connectionA).map(({ runsOutMs }) => (runsOutMs ?? 0) > 3 * DAY_MS)).toEqual([true, true]);
});

test('a share that is crossed without a forecast has no time of its end', async () => {
  const { check, checkEach, told } = watching();
  await checkEach([0, 0, 0, 0, 0, 0, 0, 0, 79, 79]);
  for (let day = 0; day < 60; day++) await check(79);
  await check(80);
  expect(told.at(-1)).toMatchObject([{ kind: 'share', runsOutMs: null }]);
});

test('each key is told of by itself', async () => {
  const { check, checkEach, alerts } = watching();
  await checkEach([10, 11, 81]);
  await checkEach([10, 11], { id: 'key-2' });
  expect(await check(81, { id: 'key-2' })).toEqual(['share', 'forecast']);
  expect(alerts.list(connectionA)).toHaveLength(4);
});

test('a check without news writes nothing, and one that only takes something back notifies of nothing', async () => {
  const { check, checkEach, alerts, told, ports } = watching();
  let writes = 0;
  Object.assign(ports, {
    alerts: {
      ...alerts,
      change: (...input: Parameters<typeof alerts.change>) => {
        writes += 1;
        alerts.change(...input);
      },
    },
  });
  await checkEach([10, 11, 12]);
  expect(writes).toBe(0);
  await check(81);
  await check(0);
  expect([writes, told.length]).toEqual([2, 1]);
});

test('one check makes one notification, in plain text whatever the keys are named', () => {
  const alert = (number: number, given: Partial<KeyAlert> = {}): KeyAlert => ({
    keyId: aKey({ id: `k${number}` }).id,
    kind: 'share',
    raisedAtMs: 1,
    name: `Key ${number}`,
    uses: 80,
    limit: 100,
    runsOutMs: null,
    dismissed: false,
    ...given,
  });
  expect([
    keyAlertNotification('Studio', [alert(1), alert(1, { kind: 'forecast' })]),
    keyAlertNotification('Studio', [alert(1, { kind: 'forecast', name: `\u202Eevil ${'x'.repeat(80)}` })]),
    keyAlertNotification(
      'S',
      [1, 2, 3, 4, 5].map((number) => alert(number)),
    ),
  ]).toEqual([
    { title: 'API keys of Studio', body: 'Key 1 has used 80 of 100.' },
    { title: 'API keys of Studio', body: `\uFFFDevil ${'x'.repeat(33)}… is running out: 20 uses left.` },
    { title: 'API keys of S', body: '5 keys are near their end: Key 1, Key 2, Key 3 and 2 more.' },
  ]);
  expect([
    keyAlertNotification('Studio', [alert(1)], 'de'),
    keyAlertNotification('Studio', [alert(1), alert(2)], 'de'),
  ]).toEqual([
    { title: 'API-Schlüssel von Studio', body: 'Key 1: 80 von 100 Nutzungen verbraucht.' },
    { title: 'API-Schlüssel von Studio', body: '2 Schlüssel gehen zu Ende: Key 1, Key 2.' },
  ]);
});

test('a notification writes numbers as its language does, and has a singular', () => {
  const alert = (given: Partial<KeyAlert>): KeyAlert => ({
    ...{ keyId: aKey().id, kind: 'share', raisedAtMs: 1, name: 'ci', uses: 80_000, limit: 100_000, runsOutMs: null },
    ...{ dismissed: false, ...given },
  });
  const bodies = (['en', 'de'] as const).flatMap((language) =>
    [alert({}), alert({ kind: 'forecast', uses: 99_999 })].map(
      (one) => keyAlertNotification('S', [one], language).body,
    ),
  );
  expect(bodies).toEqual([
    'ci has used 80,000 of 100,000.',
    'ci is running out: 1 use left.',
    'ci: 80.000 von 100.000 Nutzungen verbraucht.',
    'ci geht zu Ende: noch 1 Nutzung.',
  ]);
});

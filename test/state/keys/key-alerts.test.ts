import { expect, test } from 'vitest';
import { keyId } from '../../../src/domain/core/ids.ts';
import { ok } from '../../../src/domain/core/result.ts';
import type { KeyAlert } from '../../../src/domain/keys/key-alert.ts';
import { KeyAlertsState } from '../../../src/state/keys/key-alerts.svelte.ts';
import { uuid } from '../../support/builders.ts';
import { fakeBridge } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

const alert = (key: number, dismissed: boolean): KeyAlert => ({
  ...{ keyId: keyId.parse(uuid(key)), kind: 'share', raisedAtMs: key, name: null, uses: 81, limit: 100 },
  ...{ runsOutMs: null, dismissed },
});

test('what is put away is the news that the page shows, and nothing that came since', async () => {
  const shown = [alert(2, false), alert(1, true)];
  const bridge = fakeBridge({ 'keys.alerts': () => ok({ alerts: shown }) });
  const alerts = new KeyAlertsState(portsOf(bridge));
  alerts.watch();
  await expect.poll(() => alerts.news.length).toBe(1);
  bridge.answer('keys.dismissAlerts', () => ok({ alerts: [alert(3, false), alert(2, true)] }));
  await alerts.dismiss();
  const asked = bridge.asked.find(({ name }) => name === 'keys.dismissAlerts');
  expect(asked?.input).toMatchObject({ seen: [{ keyId: uuid(2), kind: 'share', raisedAtMs: 2 }] });
  expect(alerts.news).toEqual([alert(3, false)]);
});

import { expect, test } from 'vitest';
import { ok } from '../../../src/domain/core/result.ts';
import { DiagnosticsState } from '../../../src/state/settings/settings.svelte.ts';
import { connectionA, connectionB } from '../../support/builders.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';

test('crash reports that are removed while another connection is shown leave its facts on screen', async () => {
  const removing = later<'diagnostics.removeCrashes'>();
  const bridge = fakeBridge({
    'diagnostics.get': ({ connectionId }) => ok({ report: connectionId } as never),
    'diagnostics.removeCrashes': () => removing.reply,
  });
  const diagnostics = new DiagnosticsState(bridge);
  await diagnostics.load(connectionA);
  const removed = diagnostics.removeCrashes(connectionA);
  await diagnostics.load(connectionB);
  const asked = bridge.asked.length;
  removing.arrive(null);
  await removed;
  expect([diagnostics.facts?.report, bridge.asked.slice(asked)]).toEqual([
    connectionB,
    [{ name: 'diagnostics.get', input: { connectionId: connectionB } }],
  ]);
});

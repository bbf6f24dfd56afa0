// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { fail, ok } from '../../src/domain/core/result.ts';
import ServiceComparison from '../../src/views/keys/ServiceComparison.svelte';
import { connectionA } from '../support/builders.ts';
import { fakeBridge } from '../support/fake-bridge.ts';
import { show } from './show-component.ts';

let leave = (): void => undefined;
afterEach(() => leave());

test('why the service could not be asked is said once: an alert within a status would be read out twice', async () => {
  const bridge = fakeBridge({ 'keys.page': () => ok({ rows: [], count: 0 }) });
  bridge.answer('keys.askService', () => fail({ kind: 'hostGone' }));
  const shown = show(bridge, ServiceComparison, {});
  ({ leave } = shown);
  await shown.app.screensOf(connectionA).keys.comparison.ask();
  flushSync();
  expect(document.querySelectorAll('[role=alert]')).toHaveLength(1);
  expect(document.querySelectorAll('[role=status] [role=alert]')).toHaveLength(0);
  expect(document.querySelectorAll('[role=status]')).toHaveLength(1);
});

test('that there is no network is told as working offline, and is no failure', async () => {
  const bridge = fakeBridge({ 'keys.page': () => ok({ rows: [], count: 0 }) });
  const detail = 'there is no network (ENETUNREACH)';
  bridge.answer('keys.askService', () => fail({ kind: 'service', reason: 'unreachable', detail, requestId: null }));
  const shown = show(bridge, ServiceComparison, {});
  ({ leave } = shown);
  const before = document.querySelector('[role=status]');
  await shown.app.screensOf(connectionA).keys.comparison.ask();
  flushSync();
  expect(document.querySelectorAll('[role=alert], .notice.failed')).toHaveLength(0);
  expect(before?.querySelector('.notice.offline')?.textContent).toMatch(
    /Working offline.*There is no network\..*network is back/s,
  );
});

// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { ok } from '../../src/domain/core/result.ts';
import { recoveryMessages } from '../../src/views/recovery/recovery-messages.ts';
import RecoveryView from '../../src/views/recovery/RecoveryView.svelte';
import { portsOf } from '../state/ports.ts';
import { fakeBridge, later } from '../support/fake-bridge.ts';
import { button, show } from './show-component.ts';

let leave = (): void => undefined;
afterEach(() => leave());

test('the edits are taken out once, although a person presses twice before they are read', () => {
  const bridge = fakeBridge({ 'app.exportPending': () => later<'app.exportPending'>().reply });
  bridge.answer('recovery.contents', () => later<'recovery.contents'>().reply);
  bridge.answer('recovery.copies', () => ok({ copies: [] }));
  const { app } = portsOf(bridge);
  ({ leave } = show(bridge, RecoveryView, { states: app }, app));
  const takeOut = button(recoveryMessages.takeOut);
  takeOut?.click();
  takeOut?.click();
  expect(bridge.asked.filter(({ name }) => name === 'app.exportPending')).toHaveLength(1);
});

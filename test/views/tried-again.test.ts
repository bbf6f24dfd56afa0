// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { fail, ok } from '../../src/domain/core/result.ts';
import { appMessages } from '../../src/views/messages/app-messages.ts';
import SignaturesView from '../../src/views/signatures/SignaturesView.svelte';
import { signaturesMessages } from '../../src/views/signatures/signatures-messages.ts';
import { portsOf } from '../state/ports.ts';
import { fakeBridge } from '../support/fake-bridge.ts';
import { button, show } from './show-component.ts';

let leave = (): void => undefined;
afterEach(() => leave());

test('signatures that could not be listed can be asked for again where that is said', async () => {
  const bridge = fakeBridge();
  for (const channel of ['signatures.page', 'signatures.counts', 'signatures.unfetched'] as const)
    bridge.answer(channel, () => fail({ kind: 'unexpected', reference: 'r-1' }));
  const { app } = portsOf(bridge);
  app.router.go({ kind: 'signatures', status: null, signer: null });
  ({ leave } = show(bridge, SignaturesView, {}, app));
  await expect.poll(() => button(appMessages.tryAgain)).not.toBeNull();
  bridge.answer('signatures.page', () => ok({ rows: [], count: 0 }));
  button(appMessages.tryAgain)?.click();
  await expect.poll(() => document.querySelector('h2')?.textContent).toBe(signaturesMessages.nothing);
  expect(button(appMessages.tryAgain)).toBeNull();
});

// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { ok } from '../../src/domain/core/result.ts';
import type { KnownSigner } from '../../src/domain/signatures/known-signer.ts';
import SignerItem from '../../src/views/settings/signers/SignerItem.svelte';
import { fakeBridge } from '../support/fake-bridge.ts';
import { button, show, turn } from './show-component.ts';

let leave = (): void => undefined;
afterEach(() => leave());

test('the second press of a double click removes no signer: it falls on the next one', async () => {
  const bridge = fakeBridge({ 'signers.remove': () => ok({ signers: [] }) });
  const signer = { address: `0x${'ab'.repeat(20)}`, label: 'Printer', addedAtMs: 0 } as unknown as KnownSigner;
  ({ leave } = show(bridge, SignerItem, { signer }));
  const removals = (): number => bridge.asked.filter(({ name }) => name === 'signers.remove').length;
  const remove = button('Remove Printer');
  remove?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }));
  await turn();
  expect(removals()).toBe(0);
  remove?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
  await turn();
  expect(removals()).toBe(1);
});

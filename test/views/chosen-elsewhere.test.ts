// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { ok } from '../../src/domain/core/result.ts';
import { signerAddress } from '../../src/domain/signatures/known-signer.ts';
import MoreKeyFilters from '../../src/views/keys/filters/MoreKeyFilters.svelte';
import SignatureFilters from '../../src/views/signatures/SignatureFilters.svelte';
import { portsOf } from '../state/ports.ts';
import { connectionA } from '../support/builders.ts';
import { fakeBridge } from '../support/fake-bridge.ts';
import { show } from './show-component.ts';

let leave = (): void => undefined;
afterEach(() => leave());

test('a number of days that is none of those offered stands in the list that chose it', async () => {
  const bridge = fakeBridge({ 'keys.page': () => ok({ rows: [], count: 0 }) });
  const { app, ...shown } = show(bridge, MoreKeyFilters, {});
  ({ leave } = shown);
  const chosen = async (unusedDays: number): Promise<readonly (string | undefined)[]> => {
    await app.screensOf(connectionA).keys.filter({ unusedDays });
    flushSync();
    return [...document.querySelectorAll('select')].map((list) => list.selectedOptions[0]?.textContent);
  };
  expect(await chosen(45)).toContain('45 days or longer');
  expect(await chosen(1)).toContain('1 day or longer');
});

test('a signer who is known no more stands in the list that chose the signatures of them', async () => {
  const [gone, other] = [signerAddress.parse(`0x${'1'.repeat(40)}`), signerAddress.parse(`0x${'2'.repeat(40)}`)];
  const signer = { address: other, label: 'Printer', addedAtMs: 0 } as never;
  const bridge = fakeBridge({ 'signers.list': () => ok({ signers: [signer] }) });
  bridge.answer('signatures.page', () => ok({ rows: [], count: 0 }));
  const { app } = portsOf(bridge);
  const screens = app.screensOf(connectionA);
  await screens.signers.load();
  await screens.signatures.show({ status: null, signer: gone });
  ({ leave } = show(bridge, SignatureFilters, {}, app));
  const list = document.querySelectorAll('select')[1];
  expect(list?.selectedOptions[0]?.textContent).toBe(`${gone} (0)`);
});

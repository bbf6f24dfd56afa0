// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { connectionA } from '../support/builders.ts';
import { fakeBridge } from '../support/fake-bridge.ts';
import KeyAlerts from '../../src/views/keys/alerts/KeyAlerts.svelte';
import Palette from '../../src/views/palette/Palette.svelte';
import CidLookupDialog from '../../src/views/signatures/lookup/CidLookupDialog.svelte';
import { show } from './show-component.ts';

// jsdom has no window that could be narrow.
window.matchMedia ??= () => new EventTarget() as MediaQueryList;

test('the alerts about keys do not open again on a return to a connection that was left with them', () => {
  const { app, leave } = show(fakeBridge(), KeyAlerts, {});
  const { keyAlerts } = app.screensOf(connectionA);
  keyAlerts.isOpen = true;
  leave();
  expect(keyAlerts.isOpen).toBe(false);
});

test('a CID that is looked up is not open again on a return to a connection that was left with it', () => {
  const { app, leave } = show(fakeBridge(), CidLookupDialog, {});
  const { cidLookup } = app.screensOf(connectionA);
  cidLookup.open();
  leave();
  expect(cidLookup.isOpen).toBe(false);
});

test('the palette does not open again on a return to a connection that was left with it', () => {
  const { app, leave } = show(fakeBridge(), Palette, { places: () => [], showKeys: () => undefined });
  const { palette } = app.screensOf(connectionA);
  palette.open();
  leave();
  expect(palette.isOpen).toBe(false);
});

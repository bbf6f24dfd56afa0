// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import Omnibox from '../../src/views/frame/Omnibox.svelte';
import { allFiles } from '../../src/state/app/route.ts';
import { fakeBridge } from '../support/fake-bridge.ts';
import { connectionA } from '../support/builders.ts';
import { show, turn } from './show-component.ts';

let leave = (): void => undefined;
afterEach(() => leave());

/** The search box on the library, after a search of the files. */
async function onLibrary(search: string) {
  const shown = show(fakeBridge(), Omnibox, {});
  ({ leave } = shown);
  const { router } = shown.app;
  const { files } = shown.app.screensOf(connectionA);
  router.go({ ...allFiles, search, edited: true }, connectionA);
  files.query.follow();
  router.go({ kind: 'library' });
  await turn();
  const box = document.querySelector('input')!;
  const link = document.createElement('a');
  link.href = '#';
  box.closest('main')!.prepend(link);
  box.focus();
  const press = (key: string) =>
    box.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  return { router, box, link, press };
}

test('Esc leaves the box on another screen, with the search and the screen as they are', async () => {
  const { box, press, router } = await onLibrary('aurora');
  press('Escape');
  expect([router.target.kind, box.value]).toEqual(['library', 'aurora']);
});

test('Enter goes from another screen to the files with the search that the box holds', async () => {
  const { press, router } = await onLibrary('aurora');
  press('Enter');
  expect(router.target).toEqual({ ...allFiles, search: 'aurora' });
});

test.each(['Enter', 'Escape'])('%s leaves an empty box for what the screen has', async (key) => {
  const { link, press, router } = await onLibrary('');
  press(key);
  expect([router.target.kind, document.activeElement]).toEqual(['library', link]);
});

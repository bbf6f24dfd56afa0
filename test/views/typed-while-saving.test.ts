// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import type { FileDetail } from '../../src/contract/files.ts';
import { ok } from '../../src/domain/core/result.ts';
import { allFiles } from '../../src/state/app/route.ts';
import MetadataPart from '../../src/views/files/inspector/MetadataPart.svelte';
import { portsOf } from '../state/ports.ts';
import { aFile, connectionA, fileOf, uuid } from '../support/builders.ts';
import { fakeBridge, later } from '../support/fake-bridge.ts';
import { show, turn } from './show-component.ts';

let leave = (): void => undefined;
afterEach(() => leave());

const detailOf = (tier: string): FileDetail => {
  const record = aFile({
    id: uuid(1),
    keyvalues: [
      ['env', 'prod'],
      ['tier', tier],
    ] as never,
  });
  return { record, shown: record, raw: '{}', seenAtMs: 1, state: 'onServer', changes: [], refusal: null, wait: null };
};
const values = (): HTMLInputElement[] => [...document.querySelectorAll<HTMLInputElement>('.pair input:not([name])')];

/** The editor of a file, and a save of it that the core has yet to answer. */
async function saving() {
  const slow = later<'files.edit'>();
  const bridge = fakeBridge({
    'files.get': () => ok(detailOf('gold')),
    'files.edit': () => slow.reply,
    'files.facetValues': () => ok({ values: [] } as never),
    'drafts.list': () => ok({ drafts: [] }),
    'drafts.keep': () => ok(null),
    'drafts.discard': () => ok(null),
  });
  const { app } = portsOf(bridge);
  const { inspector } = app.screensOf(connectionA);
  app.router.go({ ...allFiles, file: fileOf(uuid(1)) }, connectionA);
  const stop = inspector.watch();
  await turn();
  const props = {
    formId: 'form',
    get detail() {
      return inspector.detail ?? detailOf('gold');
    },
  };
  const shown = show(bridge, MetadataPart, props, app);
  document.querySelector('main')!.id = 'inspector';
  leave = () => (stop(), shown.leave());
  await inspector.edit();
  flushSync();
  const type = (text: string): void => {
    const field = values()[1]!;
    field.focus();
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.setSelectionRange(text.length - 1, text.length);
    flushSync();
  };
  type('silver');
  document.querySelector('form')!.requestSubmit();
  bridge.answer('files.get', () => ok(detailOf('silver')));
  return { inspector, slow, type };
}

test('a field that is typed into while its file is saved keeps the focus and the place in it', async () => {
  const { inspector, slow, type } = await saving();
  type('silver plate');
  slow.arrive({ changeSetId: uuid(9) as never });
  await turn();
  flushSync();
  const field = values()[1];
  expect([inspector.draft?.changes.length, field?.value]).toEqual([1, 'silver plate']);
  expect(document.activeElement).toBe(field);
  expect([field?.selectionStart, field?.selectionEnd]).toEqual([11, 12]);
});

test('an editor that was saved whole gives the focus to the inspector', async () => {
  const { inspector, slow } = await saving();
  slow.arrive({ changeSetId: uuid(9) as never });
  await turn();
  flushSync();
  expect([inspector.draft, values()]).toEqual([null, []]);
  expect(document.activeElement?.tagName).not.toBe('INPUT');
});

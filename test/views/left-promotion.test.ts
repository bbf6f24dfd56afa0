// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import type { FileDetail } from '../../src/contract/files.ts';
import LocalNote from '../../src/views/files/local-words/LocalNote.svelte';
import { localWordsMessages as messages } from '../../src/views/files/local-words/local-words-messages.ts';
import { aFile, uuid } from '../support/builders.ts';
import { fakeBridge, later } from '../support/fake-bridge.ts';
import { button, show, turn } from './show-component.ts';

let leave = (): void => undefined;
afterEach(() => leave());

/** A note that is on its way to become metadata. */
async function promoting() {
  const record = aFile({ id: uuid(1) });
  const detail: FileDetail = {
    ...{ record, shown: record, raw: '{}', seenAtMs: 1, state: 'onServer', changes: [], refusal: null, wait: null },
    note: 'ask Ada',
  };
  const slow = later<'files.edit'>();
  ({ leave } = show(fakeBridge({ 'files.edit': () => slow.reply }), LocalNote, { detail }));
  button(messages.promote)?.click();
  await expect.poll(() => document.querySelector('form input')).not.toBeNull();
  await turn();
  document.querySelector<HTMLElement>('form input')?.focus();
  document.querySelector('form')!.requestSubmit();
  return async (): Promise<void> => {
    slow.arrive({ changeSetId: uuid(9) as never });
    await turn();
    flushSync();
    await turn();
  };
}

test('a note that became metadata gives the focus back to its button', async () => {
  const arrive = await promoting();
  await arrive();
  expect(document.activeElement).toBe(button(messages.promote));
});

test('a note that became metadata leaves the focus of a person who has gone on', async () => {
  const arrive = await promoting();
  const note = document.querySelector('textarea')!;
  note.focus();
  await arrive();
  expect([document.querySelector('form'), document.activeElement]).toEqual([null, note]);
});

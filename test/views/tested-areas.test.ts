// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { fail, ok } from '../../src/domain/core/result.ts';
import FirstRunView from '../../src/views/first-run/FirstRunView.svelte';
import { aFile } from '../support/builders.ts';
import { fakeBridge } from '../support/fake-bridge.ts';
import { show, turn } from './show-component.ts';

let leave = (): void => undefined;
afterEach(() => leave());

const yes = { kind: 'yes', checkedAtMs: 1 } as const;
const notChecked = { kind: 'notChecked' } as const;

/** The form after a test that learnt nothing of signatures and updates. */
async function tested() {
  const found = { host: 'files.example', keys: yes, listing: yes, signatures: notChecked, updates: notChecked };
  const { network, id, name } = aFile();
  const bridge = fakeBridge({
    'connections.test': () => ok({ ...found, sample: { network, id, name } }),
    'connections.tryUpdate': () => ok({ updates: notChecked, isSame: null, refusal: 'no field' }),
    'connections.list': () => ok([]),
  });
  bridge.answer('updates.get', () => fail({ kind: 'hostGone' }));
  const { app, ...shown } = show(bridge, FirstRunView, {});
  ({ leave } = shown);
  app.firstRun.baseUrl = 'https://files.example/v3';
  app.firstRun.token = 'abc';
  await app.firstRun.check();
  await turn();
  flushSync();
  return app.firstRun;
}

const rowOf = (area: string): string =>
  [...document.querySelectorAll('tbody tr')].find(({ textContent }) => textContent.includes(area))?.textContent ?? '';
const said = (): string[] => [...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent);

test('what was asked for without an answer that tells is not known, and is not called untried', async () => {
  await tested();
  expect(rowOf('Read signatures')).toMatch(/not known.*no answer came that tells/);
  expect(rowOf('Rename files')).toContain('not tried');
  expect(said().join(' ')).toContain('Read signatures: not known. Rename files and change metadata: not tried.');
});

test('an update that was tried and decided nothing is not called untried', async () => {
  const firstRun = await tested();
  await firstRun.tryUpdate();
  await turn();
  flushSync();
  expect(rowOf('Rename files')).toMatch(/not known.*says nothing about the token/);
  expect(said().join(' ')).toContain('change metadata: not known.');
});

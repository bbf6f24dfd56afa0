// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import ConnectForm from '../../src/views/first-run/ConnectForm.svelte';
import { firstRunMessages as messages } from '../../src/views/first-run/first-run-messages.ts';
import { fakeBridge } from '../support/fake-bridge.ts';
import { button, show, turn } from './show-component.ts';

let leave = (): void => undefined;
afterEach(() => leave());

test('what is missing for a connection is said once a person goes on, and of what is missing still', () => {
  const { app, ...shown } = show(fakeBridge(), ConnectForm, { isFirst: false, onconnect: turn, onuntested: turn });
  ({ leave } = shown);
  const said = (): string | undefined => {
    flushSync();
    return document.querySelector('.missing')?.textContent;
  };
  const before = said();
  button(messages.test)?.click();
  const both = said();
  app.firstRun.token = 'abc';
  const address = said();
  app.firstRun.baseUrl = 'https://files.example/v3';
  expect([before, both, address, said()]).toEqual(['', messages.missing.both, messages.missing.address, '']);
});

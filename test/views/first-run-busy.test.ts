// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { fail, ok } from '../../src/domain/core/result.ts';
import FirstRunView from '../../src/views/first-run/FirstRunView.svelte';
import { firstRunMessages as messages } from '../../src/views/first-run/first-run-messages.ts';
import { fakeBridge, later } from '../support/fake-bridge.ts';
import { button, show, turn } from './show-component.ts';

let leave = (): void => undefined;
afterEach(() => leave());

test('what has to wait for the end of a test is grey meanwhile: a press would do nothing', async () => {
  const slow = later<'connections.test'>();
  const bridge = fakeBridge({ 'connections.test': () => slow.reply, 'connections.list': () => ok([]) });
  bridge.answer('updates.get', () => fail({ kind: 'hostGone' }));
  const { app, ...shown } = show(bridge, FirstRunView, {});
  ({ leave } = shown);
  app.firstRun.baseUrl = 'https://files.example/v3';
  app.firstRun.token = 'abc';
  flushSync();
  const waiting = [messages.practiseGo, messages.guide, messages.go].map((name) => button(name));
  const grey = (): (string | null | undefined)[] => waiting.map((one) => one?.getAttribute('aria-disabled'));
  const before = grey();
  button(messages.test)?.click();
  flushSync();
  const during = grey();
  slow.fail({ kind: 'hostGone' });
  await turn();
  flushSync();
  const [no, yes] = ['false', 'true'];
  expect([before, during, grey()]).toEqual([
    [no, no, no],
    [yes, yes, yes],
    [no, no, no],
  ]);
});

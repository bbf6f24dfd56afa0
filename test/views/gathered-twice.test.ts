// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { ok } from '../../src/domain/core/result.ts';
import SignaturesView from '../../src/views/signatures/SignaturesView.svelte';
import { signaturesMessages } from '../../src/views/signatures/signatures-messages.ts';
import { fakeBridge, later } from '../support/fake-bridge.ts';
import { button, show, turn } from './show-component.ts';

let leave = (): void => undefined;
afterEach(() => leave());

const gathering = {
  fetch: { status: 'gathering', total: 0, done: 0, failed: 0, failure: null, retryAtMs: null },
  check: null,
} as const;

test('a second press asks for no signatures that are being gathered: it would be told that it has to wait for itself', async () => {
  const slow = later<'signatures.start'>();
  const statuses = { valid: 0, noMatch: 0, unchecked: 0, malformed: 0, notSigned: 1 };
  const bridge = fakeBridge({
    'signatures.counts': () => ok({ all: 1, statuses, signers: [] }),
    'signatures.unfetched': () => ok({ files: 0 }),
    'signatures.page': () => ok({ rows: [], count: 0 }),
    'signatures.start': () => slow.reply,
    'signatures.work': () => ok(gathering),
  });
  ({ leave } = show(bridge, SignaturesView, {}));
  await turn();
  flushSync();
  const again = button(signaturesMessages.fetchAgain);
  const press = async (): Promise<void> => {
    again?.click();
    await turn();
    flushSync();
  };
  await press();
  expect(again?.getAttribute('aria-disabled')).toBe('true');
  await press();
  slow.arrive(gathering);
  await press();
  await press();
  expect(bridge.asked.filter(({ name }) => name === 'signatures.start')).toHaveLength(1);
});

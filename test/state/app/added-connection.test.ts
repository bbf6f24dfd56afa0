import { expect, test } from 'vitest';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { FirstRunState } from '../../../src/state/app/first-run.svelte.ts';
import { aConnection } from '../../support/builders.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';

const yes = { kind: 'yes', checkedAtMs: 0 } as const;
const tested = {
  host: 'api.example.com',
  ...{ keys: yes, updates: yes, listing: yes, signatures: yes },
  sample: null,
} as const;

test('a connection that could not be added leaves what was typed, and is added by the next press', async () => {
  const made = aConnection();
  const bridge = fakeBridge({
    'connections.test': () => ok(tested),
    'connections.add': () => fail({ kind: 'hostGone' }),
  });
  const state = new FirstRunState(bridge);
  Object.assign(state, { baseUrl: 'https://api.example.com/v3', name: 'Studio', token: 'abc' });
  expect([await state.connect(), state.failure, state.failedWork]).toEqual([null, { kind: 'hostGone' }, 'connect']);
  expect([state.baseUrl, state.name, state.token]).toEqual(['https://api.example.com/v3', 'Studio', 'abc']);
  bridge.answer('connections.add', () => ok(made));
  expect([await state.connect(), state.failure]).toEqual([made.id, null]);
});

test('a connection that is being added is added once, and what is typed meanwhile does not leave it', async () => {
  const made = aConnection();
  const adding = later<'connections.add'>();
  const bridge = fakeBridge({ 'connections.test': () => ok(tested), 'connections.add': () => adding.reply });
  const state = new FirstRunState(bridge);
  Object.assign(state, { baseUrl: 'https://api.example.com/v3', token: 'abc' });
  await state.check();
  const connecting = state.connect();
  expect([await state.connectUntested(), await state.check()]).toEqual([null, false]);
  state.name = 'Studio';
  state.forgetTest();
  expect(state.busy).toBe('connect');
  adding.arrive(made);
  expect([await connecting, state.busy]).toEqual([made.id, null]);
  expect(bridge.asked.map(({ name }) => name)).toEqual(['connections.test', 'connections.add']);
});

test('without an address or a token nothing is added, also by who leaves out the test', async () => {
  const bridge = fakeBridge();
  const state = new FirstRunState(bridge);
  state.baseUrl = 'https://api.example.com/v3';
  expect([await state.connectUntested(), bridge.asked]).toEqual([null, []]);
});

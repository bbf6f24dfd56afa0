import { expect, test } from 'vitest';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { FirstRunState } from '../../../src/state/app/first-run.svelte.ts';
import { aConnection } from '../../support/builders.ts';
import { fakeBridge } from '../../support/fake-bridge.ts';

test('the token is cleaned, and the host it goes to is shown', () => {
  const state = new FirstRunState(fakeBridge());
  state.baseUrl = ' https://api.example.com/v3/ ';
  state.token = '"Bearer abc.def\n.ghi"';
  expect([state.host, state.bareToken, state.isReady]).toEqual(['api.example.com', 'abc.def.ghi', true]);
});

test.each(['http://api.example.com/v3', 'https://me:secret@api.example.com', 'api.example.com', 'https://x.test/?a=b'])(
  'a token is not sent to %s',
  async (baseUrl) => {
    const bridge = fakeBridge();
    const state = new FirstRunState(bridge);
    state.baseUrl = baseUrl;
    state.token = 'abc';
    await state.check();
    expect([await state.connect(), state.isReady, bridge.asked]).toEqual([null, false, []]);
  },
);

test('without a name the connection is called after its host, and the token is forgotten once it is stored', async () => {
  const made = aConnection();
  const bridge = fakeBridge({ 'connections.add': () => ok(made) });
  const state = new FirstRunState(bridge);
  state.baseUrl = 'https://api.example.com/v3';
  state.token = 'abc';
  expect([await state.connect(), state.token, bridge.asked]).toEqual([
    made.id,
    '',
    [
      {
        name: 'connections.add',
        input: { baseUrl: 'https://api.example.com/v3', token: 'abc', name: 'api.example.com' },
      },
    ],
  ]);
});

test('what was typed stays when the service cannot be reached', async () => {
  const unreachable = { kind: 'service', reason: 'unreachable', detail: 'ENOTFOUND', requestId: null } as const;
  const state = new FirstRunState(fakeBridge({ 'connections.test': () => fail(unreachable) }));
  state.baseUrl = 'https://api.example.com/v3';
  state.token = 'abc';
  await state.check();
  expect([state.failure, state.token, state.busy]).toEqual([unreachable, 'abc', null]);
});

import { expect, test } from 'vitest';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { FirstRunState } from '../../../src/state/app/first-run.svelte.ts';
import { aConnection } from '../../support/builders.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';

test('the token is cleaned, and the host it goes to is shown', () => {
  const state = new FirstRunState(fakeBridge());
  state.baseUrl = ' https://api.example.com/v3/ ';
  state.token = '"Bearer abc.def\n.ghi"';
  expect([state.host, state.bareToken, state.isReady]).toEqual(['api.example.com', 'abc.def.ghi', true]);
});

test.each(['http://api.example.com/v3', 'https://me:secret@api.example.com', 'api', 'https://x.test/?a=b'])(
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

const yes = { kind: 'yes', checkedAtMs: 0 } as const;
const no = { kind: 'no', checkedAtMs: 0, words: '401: "no"', requestId: null } as const;
const tested = {
  host: 'api.example.com',
  ...{ keys: yes, updates: yes, listing: yes, signatures: yes },
  sample: null,
} as const;
const untried = { ...tested, updates: { kind: 'notChecked' as const } };
const unreachable = { kind: 'service', reason: 'unreachable', detail: 'ENOTFOUND', requestId: null } as const;

test('without a name the connection is called after its host, and the token is forgotten once it is stored', async () => {
  const made = aConnection();
  const bridge = fakeBridge({ 'connections.test': () => ok(tested), 'connections.add': () => ok(made) });
  const state = new FirstRunState(bridge);
  state.baseUrl = 'https://api.example.com/v3';
  state.token = 'abc';
  expect([await state.connect(), state.token, bridge.asked]).toEqual([
    made.id,
    '',
    [
      { name: 'connections.test', input: { baseUrl: 'https://api.example.com/v3', token: 'abc' } },
      {
        name: 'connections.add',
        input: { baseUrl: 'https://api.example.com/v3', token: 'abc', name: 'api.example.com' },
      },
    ],
  ]);
});

test('the form for another connection begins empty, as it does after a restart', async () => {
  const bridge = fakeBridge({ 'connections.test': () => ok(tested), 'connections.add': () => ok(aConnection()) });
  const state = new FirstRunState(bridge);
  state.baseUrl = 'api.example.com/v3';
  state.name = 'Studio';
  state.token = 'abc';
  await state.connect();
  expect([state.baseUrl, state.name, state.token, state.scheme, state.host]).toEqual(['', '', '', null, null]);
});

test('what a person left out below a test is left out of the new connection, and chosen anew for the next', async () => {
  const bridge = fakeBridge({ 'connections.test': () => ok(tested), 'connections.add': () => ok(aConnection()) });
  const state = new FirstRunState(bridge);
  state.baseUrl = 'https://api.example.com/v3';
  state.token = 'abc';
  await state.check();
  state.copiedParts = ['public'];
  await state.connect();
  expect(bridge.asked.at(-1)!.input).toMatchObject({ copiedParts: ['public'] });
  expect(state.copiedParts).toEqual(['public', 'private', 'keys']);
});

test('what was typed stays when the service cannot be reached', async () => {
  const state = new FirstRunState(fakeBridge({ 'connections.test': () => fail(unreachable) }));
  state.baseUrl = 'https://api.example.com/v3';
  state.token = 'abc';
  await state.check();
  expect([state.failure, state.token, state.busy]).toEqual([unreachable, 'abc', null]);
});

test('connecting tests first, and makes no connection to a host that does not exist', async () => {
  const bridge = fakeBridge({
    'connections.test': () => fail(unreachable),
    'connections.add': () => ok(aConnection()),
  });
  const state = new FirstRunState(bridge);
  state.baseUrl = 'https://api.exmaple.com/v3';
  state.token = 'abc';
  expect(await state.connect()).toBe(null);
  expect([state.failure, state.token, state.mayConnectUntested]).toEqual([unreachable, 'abc', true]);
  expect(bridge.asked.map(({ name }) => name)).toEqual(['connections.test']);
  expect(await state.connectUntested()).toBe(aConnection().id);
});

test('a token that is refused for everything makes no connection, and the refusal is shown', async () => {
  const refused = { ...tested, keys: no, updates: no, listing: no, signatures: no };
  const state = new FirstRunState(fakeBridge({ 'connections.test': () => ok(refused) }));
  state.baseUrl = 'https://api.example.com/v3';
  state.token = 'abc';
  expect([await state.connect(), state.test, state.mayConnectUntested]).toEqual([null, refused, true]);
  state.forgetTest();
  expect(state.mayConnectUntested).toBe(false);
});

test('a test that was good is not repeated when the person connects', async () => {
  const bridge = fakeBridge({ 'connections.test': () => ok(tested), 'connections.add': () => ok(aConnection()) });
  const state = new FirstRunState(bridge);
  state.baseUrl = 'https://api.example.com/v3';
  state.token = 'abc';
  await state.check();
  await state.connect();
  expect(bridge.asked.map(({ name }) => name)).toEqual(['connections.test', 'connections.add']);
});

test('a token that is pasted first stays while the address is typed, and goes to its host alone', () => {
  const state = new FirstRunState(fakeBridge());
  state.token = 'abc';
  for (const typed of ['https://a', 'https://a.example', 'https://a.example/v3']) state.baseUrl = typed;
  expect([state.token, state.host]).toEqual(['abc', 'a.example']);
  state.leaveAddress();
  state.baseUrl = 'https://a.example/v4';
  expect([state.token, state.forgottenFor]).toEqual(['abc', null]);
  state.baseUrl = 'https://b.example/v4';
  expect([state.token, state.forgottenFor]).toEqual(['', 'a.example']);
  state.token = 'def';
  expect(state.forgottenFor).toBe(null);
  state.baseUrl = 'https://c.example';
  expect([state.token, state.forgottenFor]).toEqual(['', 'b.example']);
});

test('a token that was sent to one host is not sent to another', async () => {
  const bridge = fakeBridge({ 'connections.test': () => fail(unreachable) });
  const state = new FirstRunState(bridge);
  state.token = 'abc';
  state.baseUrl = 'https://a.example/v3';
  await state.check();
  state.baseUrl = 'https://b.example/v3';
  await state.check();
  expect(bridge.asked.map(({ input }) => input)).toEqual([{ baseUrl: 'https://a.example/v3', token: 'abc' }]);
});

test('an address without its scheme gets one, which is shown once the field is left, and a version when asked', () => {
  const state = new FirstRunState(fakeBridge());
  state.token = '"abc"';
  state.baseUrl = 'files.example.com';
  expect([state.host, state.isReady, state.scheme, state.lacksVersion]).toEqual([
    'files.example.com',
    true,
    null,
    true,
  ]);
  state.leaveAddress();
  expect([state.baseUrl, state.scheme, state.takenOff]).toEqual(['https://files.example.com', 'https://', ['quotes']]);
  state.addVersion('v3');
  expect([state.baseUrl, state.lacksVersion, state.token]).toEqual(['https://files.example.com/v3', false, '"abc"']);
});

test('a failure is told of the work that failed', async () => {
  const state = new FirstRunState(fakeBridge({ 'connections.addPractice': () => fail(unreachable) }));
  expect(state.failedWork).toBe(null);
  await state.practise();
  expect(state.failedWork).toBe('practise');
});

test('an update is tried only when asked for, and what was typed meanwhile keeps no result', async () => {
  const answer = later<'connections.tryUpdate'>();
  const bridge = fakeBridge({ 'connections.test': () => ok(untried), 'connections.tryUpdate': () => answer.reply });
  const state = new FirstRunState(bridge);
  state.baseUrl = 'https://api.example.com/v3';
  state.token = 'abc';
  await state.tryUpdate();
  await state.check();
  expect(bridge.asked.map(({ name }) => name)).toEqual(['connections.test']);
  const trying = state.tryUpdate();
  state.forgetTest();
  answer.arrive({ updates: yes, isSame: true, refusal: null });
  await trying;
  expect([state.test, state.trial]).toEqual([null, null]);
});

test('a trial that was answered changes the verdict, and the next test begins without it', async () => {
  const trial = { updates: no, isSame: null, refusal: null };
  const bridge = fakeBridge({ 'connections.test': () => ok(untried), 'connections.tryUpdate': () => ok(trial) });
  const state = new FirstRunState(bridge);
  state.baseUrl = 'https://api.example.com/v3';
  state.token = 'abc';
  await state.check();
  await state.tryUpdate();
  expect([state.test?.updates, state.trial]).toEqual([no, trial]);
  await state.check();
  expect([state.test?.updates.kind, state.trial]).toEqual(['notChecked', null]);
});

test('a test of what was typed before is no test of what stands there now, and connects to nothing', async () => {
  const slow = [later<'connections.test'>(), later<'connections.test'>()] as const;
  const bridge = fakeBridge({ 'connections.test': () => slow[0].reply });
  const state = new FirstRunState(bridge);
  state.baseUrl = 'https://api.example.com/v3';
  state.token = 'abc';
  const connecting = state.connect();
  state.token = 'def';
  state.forgetTest();
  slow[0].arrive(tested);
  const connected = [await connecting, state.test, state.busy];
  bridge.answer('connections.test', () => slow[1].reply);
  const checking = state.check();
  state.token = 'ghi';
  state.forgetTest();
  slow[1].fail({ kind: 'hostGone' });
  await checking;
  expect([connected, state.test, state.failure, state.mayConnectUntested]).toEqual([
    [null, null, null],
    null,
    null,
    false,
  ]);
});

test('a trial that fails after something else was typed is not told of that', async () => {
  const slow = later<'connections.tryUpdate'>();
  const bridge = fakeBridge({ 'connections.test': () => ok(untried), 'connections.tryUpdate': () => slow.reply });
  const state = new FirstRunState(bridge);
  state.baseUrl = 'https://api.example.com/v3';
  state.token = 'abc';
  await state.check();
  const trying = state.tryUpdate();
  state.token = 'def';
  state.forgetTest();
  slow.fail({ kind: 'hostGone' });
  await trying;
  expect([state.trial, state.failure]).toEqual([null, null]);
});

test('an address that is corrected is tested at once, although the test of the mistyped one waits for an answer', async () => {
  const slow = later<'connections.test'>();
  const bridge = fakeBridge({
    'connections.test': ({ baseUrl }) => (baseUrl.includes('exmaple') ? slow.reply : ok(tested)),
    'connections.add': () => ok(aConnection()),
  });
  const state = new FirstRunState(bridge);
  state.token = 'abc';
  state.baseUrl = 'https://api.exmaple.com/v3';
  const connecting = state.connect();
  expect(state.busy).toBe('test');
  state.baseUrl = 'https://api.example.com/v3';
  state.token = 'abc';
  state.forgetTest();
  expect(state.busy).toBeNull();
  await state.check();
  expect([state.test, state.failure, state.busy]).toEqual([tested, null, null]);
  // Only what was pressed for the present address makes a connection.
  slow.fail(unreachable);
  expect([await connecting, state.test, state.failure]).toEqual([null, tested, null]);
  expect(bridge.asked.map(({ name }) => name)).toEqual(['connections.test', 'connections.test']);
});

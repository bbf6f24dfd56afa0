import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { SettingsState } from '../../../src/state/settings/settings.svelte.ts';
import { allFiles, allSettings } from '../../../src/state/app/route.ts';
import { aConnection, connectionA, connectionB } from '../../support/builders.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

const settingsOver = (bridge: ReturnType<typeof fakeBridge>) => new SettingsState(portsOf(bridge));

test('a token is cleaned before it is given, and forgotten on the page after', async () => {
  const bridge = fakeBridge({ 'connections.replaceToken': () => fail({ kind: 'noToken' }) });
  const { connection } = settingsOver(bridge);
  connection.token = ' "Bearer abc.def"\n';
  await connection.replaceToken(connectionA);
  const kept = connection.token;
  bridge.answer('connections.replaceToken', () => ok({} as never));
  await connection.replaceToken(connectionA);
  expect([bridge.asked.map((one) => one.input), kept, connection.token, connection.tokenReplaced]).toEqual([
    [
      { id: connectionA, token: 'abc.def' },
      { id: connectionA, token: 'abc.def' },
    ],
    ' "Bearer abc.def"\n',
    '',
    true,
  ]);
});

test('what cannot be a token is not given to anyone', async () => {
  const bridge = fakeBridge();
  const { connection } = settingsOver(bridge);
  connection.token = 'schlüssel';
  await connection.replaceToken(connectionA);
  expect([connection.tokenFits, bridge.asked]).toEqual([false, []]);
});

test('signing out says whether the copy goes too', async () => {
  const bridge = fakeBridge({ 'connections.signOut': () => ok(null) });
  const { connection } = settingsOver(bridge);
  expect(await connection.signOut(connectionA, true)).toBe(true);
  expect(bridge.asked).toEqual([{ name: 'connections.signOut', input: { id: connectionA, wipeCopy: true } }]);
});

test('a change that failed says why, and the next one that succeeds takes it back', async () => {
  const bridge = fakeBridge({
    'connections.probeAgain': () => fail({ kind: 'hostGone' }),
    'connections.checkNow': () => ok(null),
  });
  const { connection } = settingsOver(bridge);
  await connection.probeAgain(connectionA);
  const said = connection.failure;
  await connection.checkNow(connectionA);
  expect([said, connection.failure, connection.doing]).toEqual([{ kind: 'hostGone' }, null, null]);
});

test('choices made in quick succession all count, in their order', async () => {
  const bridge = fakeBridge({
    'connections.change': () => ok({} as never),
    'connections.checkNow': () => ok(null),
  });
  const { connection } = settingsOver(bridge);
  const done = [
    connection.change(connectionA, { checkEveryMinutes: 60 }),
    connection.change(connectionA, { paused: true }),
    connection.checkNow(connectionA),
  ];
  expect(await Promise.all(done)).toEqual([true, true, true]);
  expect(bridge.asked.map(({ input }) => input)).toEqual([
    { id: connectionA, checkEveryMinutes: 60 },
    { id: connectionA, paused: true },
    { id: connectionA },
  ]);
});

test('nothing typed for one connection is left for the next', () => {
  const settings = settingsOver(fakeBridge());
  settings.connection.token = 'abc';
  settings.show('another');
  expect([settings.shownId, settings.connection.token]).toEqual(['another', '']);
});

test('a question about signing out belongs to the connection it was asked of, and begins without a tick', () => {
  const settings = settingsOver(fakeBridge());
  settings.askToRemove();
  const asked = [settings.asksToSignOut, settings.wipesCopy];
  settings.show('another');
  const left = settings.asksToSignOut;
  settings.askToSignOut();
  expect([asked, left, settings.asksToSignOut, settings.wipesCopy]).toEqual([[true, true], false, true, false]);
});

test('the export of waiting edits is handed over as it came, or says why not', async () => {
  const bridge = fakeBridge({ 'app.exportPending': () => ok({ json: '{"edits":[]}' }) });
  const { pending } = settingsOver(bridge);
  const exported = await pending.make();
  bridge.answer('app.exportPending', () => fail({ kind: 'hostGone' }));
  expect([exported, await pending.make(), pending.failure]).toEqual(['{"edits":[]}', null, { kind: 'hostGone' }]);
});

test('the open section stands in the address, a return finds it, and Back opens the one before', () => {
  const ports = portsOf(fakeBridge({ 'app.info': () => ok({} as never) }));
  const { router } = ports.app;
  const settings = new SettingsState(ports);
  router.go(allSettings, connectionA);
  const stop = settings.watch();
  expect([settings.section, router.target]).toEqual(['connections', { kind: 'settings', section: 'connections' }]);
  settings.open('keyboard');
  expect(router.target).toEqual({ kind: 'settings', section: 'keyboard' });
  router.go(allFiles);
  router.go(allSettings);
  expect([settings.section, router.target]).toEqual(['keyboard', { kind: 'settings', section: 'keyboard' }]);
  router.go({ kind: 'settings', section: 'about' });
  expect(settings.section).toBe('about');
  stop();
});

test('a token that is replaced after another connection was opened is said of neither, and clears nothing typed', async () => {
  const slow = later<'connections.replaceToken'>();
  const settings = settingsOver(fakeBridge({ 'connections.replaceToken': () => slow.reply }));
  const { connection } = settings;
  connection.token = 'abc';
  const replacing = connection.replaceToken(connectionA);
  settings.show('another');
  connection.token = 'def';
  slow.arrive({} as never);
  expect([await replacing, connection.token, connection.tokenReplaced]).toEqual([true, 'def', false]);
});

test('a change that fails after another connection was opened is not said of that one', async () => {
  const slow = later<'connections.probeAgain'>();
  const settings = settingsOver(fakeBridge({ 'connections.probeAgain': () => slow.reply }));
  const probing = settings.connection.probeAgain(connectionA);
  settings.show('another');
  slow.fail({ kind: 'hostGone' });
  await probing;
  expect([settings.connection.failure, settings.connection.doing]).toEqual([null, null]);
});

test('a person who is signed out while the service is probed waits for no answer of the service', async () => {
  const probe = later<'connections.probeAgain'>();
  const slow = later<'connections.signOut'>();
  const bridge = fakeBridge({
    'connections.probeAgain': () => probe.reply,
    'connections.signOut': () => slow.reply,
  });
  const settings = settingsOver(bridge);
  const probing = settings.connection.probeAgain(connectionA);
  settings.askToSignOut();
  const leaving = [settings.signOut(), settings.signOut()];
  slow.arrive(null);
  await Promise.all(leaving);
  const asked = bridge.asked.filter(({ name }) => name === 'connections.signOut');
  expect([settings.asksToSignOut, asked.length]).toEqual([false, 1]);
  probe.arrive({} as never);
  await probing;
});

test('a sign-out that is answered late closes no question about another connection, and is refused in none', async () => {
  const answers = [later<'connections.signOut'>(), later<'connections.signOut'>()] as const;
  const bridge = fakeBridge({ 'connections.signOut': ({ id }) => answers[id === connectionA ? 0 : 1].reply });
  const settings = settingsOver(bridge);
  settings.askToSignOut();
  const first = settings.signOut();
  settings.show(connectionB);
  settings.askToSignOut();
  answers[0].arrive(null);
  await first;
  const asked = settings.asksToSignOut;
  const second = settings.signOut();
  settings.show(connectionA);
  settings.askToSignOut();
  answers[1].fail({ kind: 'hostGone' });
  await second;
  expect([asked, settings.asksToSignOut, settings.isSignOutRefused]).toEqual([true, true, false]);
});

test('a token that is typed while another one is stored stays', async () => {
  const slow = later<'connections.replaceToken'>();
  const { connection } = settingsOver(fakeBridge({ 'connections.replaceToken': () => slow.reply }));
  connection.token = 'abc';
  const replacing = connection.replaceToken(connectionA);
  connection.token = 'def';
  slow.arrive({} as never);
  expect([await replacing, connection.token, connection.tokenReplaced]).toEqual([true, 'def', true]);
});

test('a move that ends after another connection was opened is said of neither, and clears nothing typed', async () => {
  const slow = later<'connections.move'>();
  const { move } = settingsOver(fakeBridge({ 'connections.move': () => slow.reply }));
  const [one, other] = [connectionA, connectionB].map((id) => aConnection({ id, kind: 'service' }));
  move.reset(one!);
  move.baseUrl = 'https://elsewhere.example/v3';
  move.token = 'abc';
  const going = move.go(one!);
  move.reset(other!);
  move.token = 'def';
  const busy = move.busy;
  slow.arrive({} as never);
  await going;
  expect([busy, move.token, move.failure]).toEqual([false, 'def', null]);
});

test('the facts of one connection never stand for those of another', async () => {
  const slow = later<'diagnostics.get'>();
  const bridge = fakeBridge({ 'diagnostics.get': () => ok({ report: 'of the first' } as never) });
  const { diagnostics } = settingsOver(bridge);
  await diagnostics.load(connectionA);
  const first = diagnostics.facts?.report;
  bridge.answer('diagnostics.get', () => slow.reply);
  const again = diagnostics.load(connectionA);
  const kept = diagnostics.facts?.report;
  const other = diagnostics.load(connectionB);
  const between = diagnostics.facts;
  slow.fail({ kind: 'unexpected', reference: 'r-1' });
  await Promise.all([again, other]);
  expect([first, kept, between, diagnostics.facts]).toEqual(['of the first', 'of the first', null, null]);
  expect(diagnostics.failure).toEqual({ kind: 'unexpected', reference: 'r-1' });
});

test('a connection that another window removed gives its place to the one on screen, and nothing typed for it', async () => {
  const summaryOf = (id: typeof connectionA) => ({ connection: aConnection({ id }), status: {} as never });
  const bridge = fakeBridge({
    'connections.list': () => ok([connectionA, connectionB].map(summaryOf)),
    'app.info': () => fail({ kind: 'noToken' }),
  });
  const ports = portsOf(bridge);
  await ports.app.connections.load();
  const settings = new SettingsState(ports);
  const stop = settings.watch();
  settings.show(connectionB);
  settings.connection.token = 'abc.def';
  settings.askToSignOut();
  bridge.announce('connections.changed');
  await nextTurn();
  const kept = [settings.shownId, settings.connection.token, settings.asksToSignOut];
  bridge.answer('connections.list', () => ok([summaryOf(connectionA)]));
  bridge.announce('connections.changed');
  await nextTurn();
  stop();
  expect([kept, settings.shownId, settings.connection.token, settings.asksToSignOut]).toEqual([
    [connectionB, 'abc.def', true],
    connectionA,
    '',
    false,
  ]);
});

import { expect, onTestFinished, test, vi } from 'vitest';
import type { GatewayImage } from '../../../src/contract/gateways.ts';
import type { Connection } from '../../../src/domain/connections/connection.ts';
import { fileId } from '../../../src/domain/core/ids.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { GatewaySettingState } from '../../../src/state/gateways/gateway-setting.svelte.ts';
import { GatewayState } from '../../../src/state/gateways/gateway.svelte.ts';
import { aConnection, connectionA } from '../../support/builders.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

const CID = 'bafybeicg2rebjoofv4kbyovkw7af3rpiitvnl6i7ckcywaq6xjcxnc2mby';
const file = { network: 'public' as const, id: fileId.parse('a'), cid: CID };
const picture: GatewayImage = { kind: 'image', type: 'image/png', base64: 'eA==', sizeBytes: 1, check: 'matches' };
const set = { address: 'https://gateway.example', showsImages: true };

async function aGateway(gateway: Connection['gateway'] = set) {
  const bridge = fakeBridge({
    'connections.list': () => ok([{ connection: aConnection({ gateway }), status: atRest }]),
    'gateways.image': () => ok(picture),
  });
  const ports = portsOf(bridge);
  await ports.app.connections.load();
  const due: (() => void)[] = [];
  const after = (_: number, work: () => void) => {
    due.push(work);
    return () => void due.splice(due.indexOf(work), 1);
  };
  const tabs: string[] = [];
  const state = new GatewayState(ports, { after, open: (url) => void tabs.push(url) });
  const asked = () => bridge.asked.filter(({ name }) => name === 'gateways.image').map(({ input }) => input);
  const lookLong = (): void => due.splice(0).forEach((work) => work());
  return { asked, bridge, lookLong, state, tabs };
}

const atRest = {
  ...({ mode: 'running', network: 'up', work: 'none', job: null, setAside: 0 } as const),
  ...{ trouble: null, pushTrouble: null, retry: null, setAsideReason: null, caughtUpAtMs: 0, fullCheckAtMs: 0 },
  replay: { current: null, ended: null },
  counts: { waiting: 0, needsYou: 0, refused: 0, held: 0, gone: 0, parked: 0 },
};
const asking = (id: string, evenPrivate: boolean) => ({
  connectionId: connectionA,
  key: { network: file.network, id },
  evenPrivate,
});

test('a picture is asked for once its file was looked at for a moment', async () => {
  const { asked, lookLong, state } = await aGateway();
  const leave = state.look(file);
  expect(asked()).toEqual([]);
  leave();
  state.look({ ...file, id: fileId.parse('b') });
  lookLong();
  await expect.poll(() => state.picture).toEqual(picture);
  expect(asked()).toEqual([asking('b', false)]);
});

test('the picture of the file before never stands beside another file', async () => {
  const { bridge, lookLong, state } = await aGateway();
  const first = later<'gateways.image'>();
  bridge.answer('gateways.image', () => first.reply);
  const leave = state.look(file);
  lookLong();
  leave();
  state.look({ ...file, id: fileId.parse('b') });
  first.arrive(picture);
  await new Promise((resolve) => setImmediate(resolve));
  expect(state.picture).toBeNull();
});

test('a private file is asked for when a person says so, and only that one', async () => {
  const { asked, bridge, lookLong, state } = await aGateway();
  bridge.answer('gateways.image', ({ evenPrivate }) =>
    ok(evenPrivate ? picture : { kind: 'none', problem: 'private' }),
  );
  const leave = state.look(file);
  lookLong();
  await expect.poll(() => state.picture).toEqual({ kind: 'none', problem: 'private' });
  await state.showPrivate();
  expect(state.picture).toEqual(picture);
  leave();
  state.look({ ...file, id: fileId.parse('b') });
  lookLong();
  await expect.poll(() => asked()).toHaveLength(3);
  expect(asked()).toEqual([asking('a', false), asking('a', true), asking('b', false)]);
});

test('a page in the browser opens a tab at the gateway, and without a gateway nothing', async () => {
  const { state, tabs } = await aGateway();
  await state.open(file);
  expect(tabs).toEqual([`https://gateway.example/ipfs/${CID}`]);
  const without = await aGateway(null);
  await without.state.open(file);
  expect([without.tabs, without.state.urlOf(CID)]).toEqual([[], null]);
});

test('an address that the system does not open is said, and so is a core that refuses', async () => {
  const { bridge, state } = await aGateway();
  const url = `https://gateway.example/ipfs/${CID}`;
  vi.stubGlobal('window', { pinfold: {} });
  onTestFinished(() => void vi.unstubAllGlobals());
  bridge.answer('gateways.open', () => ok({ isOpened: false }));
  await state.open(file);
  expect([state.unopened, state.openFailure]).toEqual([url, null]);
  bridge.answer('gateways.open', () => fail({ kind: 'notFound' }));
  await state.open(file);
  expect([state.unopened, state.openFailure]).toEqual([url, { kind: 'notFound' }]);
  bridge.answer('gateways.open', () => ok({ isOpened: true }));
  await state.open(file);
  expect([state.unopened, state.openFailure]).toEqual([null, null]);
  bridge.answer('gateways.open', () => ok({ isOpened: false }));
  await state.open(file);
  state.dismiss();
  expect(state.unopened).toBeNull();
});

test('a gateway is set as the core took it, and what was typed stays where the core refused', async () => {
  const { bridge } = await aGateway(null);
  const setting = new GatewaySettingState({ bridge });
  setting.reset(null);
  setting.typed = 'https://gateway.example/ipfs/';
  bridge.answer('gateways.choose', () => fail({ kind: 'unfit', what: 'gateway', problem: 'notHttps' }));
  await setting.choose(connectionA, { address: setting.typed, showsImages: false });
  expect([setting.typed, setting.failure?.kind]).toEqual(['https://gateway.example/ipfs/', 'unfit']);
  bridge.answer('gateways.choose', () => ok(aConnection({ gateway: set })));
  await setting.choose(connectionA, { address: setting.typed, showsImages: false });
  expect([setting.typed, setting.failure]).toEqual([set.address, null]);
});

test('an address that is typed stays when pictures are chosen for the one that is set, and so does what is typed on', async () => {
  const bridge = fakeBridge({ 'gateways.choose': ({ gateway }) => ok(aConnection({ gateway })) });
  const setting = new GatewaySettingState({ bridge });
  setting.reset(set);
  setting.typed = 'https://other.example';
  await setting.choose(connectionA, { ...set, showsImages: false });
  expect(setting.typed).toBe('https://other.example');
  const slow = later<'gateways.choose'>();
  bridge.answer('gateways.choose', () => slow.reply);
  const choosing = setting.choose(connectionA, { address: setting.typed, showsImages: false });
  setting.typed = 'https://other.example/deeper';
  slow.arrive(aConnection({ gateway: { address: 'https://other.example', showsImages: false } }));
  await choosing;
  expect(setting.typed).toBe('https://other.example/deeper');
});

test('a gateway that is set after another connection was opened does not stand in the form of that one', async () => {
  const slow = later<'gateways.choose'>();
  const setting = new GatewaySettingState({ bridge: fakeBridge({ 'gateways.choose': () => slow.reply }) });
  const choosing = setting.choose(connectionA, set);
  setting.reset(null);
  slow.arrive(aConnection({ gateway: set }));
  await choosing;
  expect([setting.typed, setting.failure]).toEqual(['', null]);
});

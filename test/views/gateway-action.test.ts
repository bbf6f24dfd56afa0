// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { ok } from '../../src/domain/core/result.ts';
import { chosenActions } from '../../src/views/palette/file-actions.ts';
import { aConnection, aFile, connectionA } from '../support/builders.ts';
import { aRow, core, open } from '../state/files/files-list.ts';

const gateway = { address: 'https://gateway.example', showsImages: false };
const cid = 'bafybeicg2rebjoofv4kbyovkw7af3rpiitvnl6i7ckcywaq6xjcxnc2mby';

test('the chosen file is opened through the gateway, and not the one that the inspector shows until that is here', async () => {
  const [before, chosen] = [
    { ...aRow(1), network: 'private' as const, cid },
    { ...aRow(2), cid },
  ];
  const bridge = core([before, chosen]);
  const connection = aConnection({ id: connectionA, gateway });
  bridge.answer('connections.list', () => ok([{ connection, status: {} as never }]));
  bridge.answer('files.get', () => ok({ shown: aFile(before), record: aFile(before), changes: [] } as never));
  const { app, stop } = open(bridge);
  stop();
  await app.connections.load();
  const screens = app.screensOf(connectionA);
  const stops = [screens.files.watch(), screens.inspector.watch()];
  screens.files.viewport.openingIs(280);
  await expect.poll(() => screens.files.list?.count).toBe(2);
  await screens.files.choose(0);
  await expect.poll(() => screens.inspector.detail?.shown.id).toBe(before.id);
  bridge.answer('files.get', () => new Promise(() => undefined));
  await screens.files.choose(1);
  const action = chosenActions(app, screens, true).find(({ id }) => id === 'openGateway');
  const opened = vi.spyOn(screens.gateway, 'open').mockResolvedValue();
  action?.run();
  expect([action?.whyNot, opened.mock.calls[0]?.[0]]).toMatchObject([null, { id: chosen.id, network: 'public' }]);
  stops.forEach((one) => one());
});

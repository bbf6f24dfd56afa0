import { expect, test, vi } from 'vitest';
import { memoryVault } from '../../electron/hosting/memory-vault.ts';
import { temporaryDirectory } from '../support/database.ts';
import { standaloneService } from '../support/standalone-service.ts';
import { type RunningCore, started } from './running-core.ts';

// Threads start from their sources here, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const filters = { revoked: null, limitedUse: false, exhausted: false, name: null };
/** Whether the connection still asks its service. */
const asks = async (one: RunningCore, connectionId: string): Promise<boolean> =>
  'value' in (await one.ask('keys.askService', { connectionId, filters }));

async function connected() {
  const one = await started();
  const { baseUrl, origin } = await standaloneService({ files: 2 });
  const add = () => one.get('connections.add', { name: 'Work', baseUrl, token: 'a-token' });
  const { id } = await add();
  return { one, id, add, kept: () => one.vault.load(`${id} ${origin}`) };
}

test.each([
  ['connections.rebuildCopy', {}],
  ['connections.chooseParts', { copiedParts: ['public', 'keys'] as const }],
] as const)('%s of another window starts no connection that the person has signed out of', async (channel, more) => {
  const { one, id } = await connected();
  expect(await asks(one, id)).toBe(true);
  const signingOut = one.get('connections.signOut', { id, wipeCopy: true });
  const [, answer] = await Promise.all([signingOut, one.ask(channel, { id, ...more })]);
  expect([await asks(one, id), await one.get('connections.list', null)]).toEqual([false, []]);
  expect(answer).toEqual({ failure: { kind: 'notFound' } });
});

test.each([true, false])('an add that follows a sign-out at once is the last word: %s', async (wipeCopy) => {
  const { one, id, add, kept } = await connected();
  const [, added] = await Promise.all([one.get('connections.signOut', { id, wipeCopy }), add()]);
  const [first] = await one.get('connections.list', null);
  expect(first?.connection.id).toBe(added.id);
  expect(await one.vault.load(`${added.id} ${new URL(added.baseUrl).origin}`)).toBe('a-token');
  expect([added.id === id, await kept()]).toEqual(wipeCopy ? [false, null] : [true, 'a-token']);
});

test('a sign-out while the program still starts the connections is the last word', async () => {
  const profileDirectory = temporaryDirectory();
  const memory = memoryVault();
  const before = await started({ profileDirectory, vault: memory });
  const ids = [];
  for (const name of ['First', 'Second']) {
    const { baseUrl } = await standaloneService({ files: 2 });
    ids.push((await before.get('connections.add', { name, baseUrl, token: 'a-token' })).id);
  }
  await before.core.close();

  // A keychain that asks the person before it opens a token.
  const open: (() => void)[] = [];
  const load: typeof memory.load = async (id) => {
    await new Promise<void>((resolve) => open.push(resolve));
    return await memory.load(id);
  };
  const one = await started({ profileDirectory, vault: { ...memory, load } });
  await expect.poll(() => open.length).toBe(1);
  const signingOut = one.get('connections.signOut', { id: ids[1]!, wipeCopy: true });
  await expect.poll(() => open.length).toBe(2);
  open[0]!();
  await one.until('connections.list', null, ([first]) => first?.status.mode === 'running');
  open[1]!();
  await expect.poll(() => open.length).toBe(3);
  open[2]!();
  await signingOut;
  expect(await asks(one, ids[1]!)).toBe(false);
});

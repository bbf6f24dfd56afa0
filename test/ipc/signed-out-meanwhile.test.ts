import { expect, test, vi } from 'vitest';
import { memoryVault } from '../../electron/hosting/memory-vault.ts';
import { noFilters } from '../../src/domain/files/file-filter.ts';
import { usualSort } from '../../src/domain/files/queries.ts';
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

test('a view that another window saves is kept of no connection that is gone', async () => {
  const { one, id: connectionId } = await connected();
  await one.get('connections.signOut', { id: connectionId, wipeCopy: true });
  const query = { ...noFilters, search: '', sort: usualSort };
  const view = { connectionId, name: 'Secret', about: 'files' as const, query };
  expect(await one.ask('savedViews.add', view)).toEqual({ failure: { kind: 'notFound' } });
  expect(await one.get('savedViews.list', { connectionId })).toEqual({ views: [] });
});

test.each([true, false])('an add that follows a sign-out at once is the last word: %s', async (wipeCopy) => {
  const { one, id, add, kept } = await connected();
  const [, added] = await Promise.all([one.get('connections.signOut', { id, wipeCopy }), add()]);
  const [first] = await one.get('connections.list', null);
  expect(first?.connection.id).toBe(added.id);
  expect(await one.vault.load(`${added.id} ${new URL(added.baseUrl).origin}`)).toBe('a-token');
  expect([added.id === id, await kept()]).toEqual(wipeCopy ? [false, null] : [true, 'a-token']);
});

/** A start of two connections, over a keychain that asks the person before it opens or removes a token. */
async function starting() {
  const profileDirectory = temporaryDirectory();
  const memory = memoryVault();
  const before = await started({ profileDirectory, vault: memory });
  const ids = [];
  for (const name of ['First', 'Second']) {
    const { baseUrl } = await standaloneService({ files: 2 });
    ids.push((await before.get('connections.add', { name, baseUrl, token: 'a-token' })).id);
  }
  await before.core.close();
  const open: (() => void)[] = [];
  const remove: (() => void)[] = [];
  const load: typeof memory.load = async (name) => {
    await new Promise<void>((resolve) => open.push(resolve));
    return await memory.load(name);
  };
  const forget: typeof memory.forget = async (name) => {
    await new Promise<void>((resolve) => remove.push(resolve));
    await memory.forget(name);
  };
  const one = await started({ profileDirectory, vault: { ...memory, load, forget } });
  await expect.poll(() => open.length).toBe(1);
  return { one, second: ids[1]!, open, remove };
}

test('a sign-out while the program still starts the connections is the last word', async () => {
  const { one, second, open, remove } = await starting();
  const signingOut = one.get('connections.signOut', { id: second, wipeCopy: true });
  await expect.poll(() => remove.length).toBe(1);
  open[0]!();
  // The start comes to the second connection meanwhile, too.
  await one.until('connections.list', null, ([first]) => first?.status.mode === 'running');
  remove[0]!();
  await expect.poll(() => remove.length).toBe(2);
  remove[1]!();
  await signingOut;
  expect(await asks(one, second)).toBe(false);
});

test('a sign-out from a connection whose token the keychain is about to open is the last word', async () => {
  const { one, second, open, remove } = await starting();
  open[0]!();
  await expect.poll(() => open.length).toBe(2);
  const signingOut = one.get('connections.signOut', { id: second, wipeCopy: true });
  await expect.poll(() => remove.length).toBe(1);
  open[1]!();
  remove[0]!();
  await expect.poll(() => remove.length).toBe(2);
  remove[1]!();
  await signingOut;
  expect(await asks(one, second)).toBe(false);
});

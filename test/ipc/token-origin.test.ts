import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import type { TokenVault } from '../../electron/host.ts';
import { memoryVault } from '../../electron/hosting/memory-vault.ts';
import { temporaryDirectory } from '../support/database.ts';
import { standaloneService } from '../support/standalone-service.ts';
import { type RunningCore, started } from './running-core.ts';
import { eventually } from '../support/eventually.ts';

// Threads start from their sources here, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const startedAt = (one: RunningCore, mode: string) =>
  one.until('connections.list', null, ([first]) => first?.status.mode === mode);

test('a token goes to the origin that it was given for, also when the address in the file is another one', async () => {
  const [service, elsewhere] = [await standaloneService(), await standaloneService()];
  const [profileDirectory, vault] = [temporaryDirectory(), memoryVault()];
  const first = await started({ profileDirectory, vault });
  const { id } = await first.get('connections.add', { name: 'Work', baseUrl: service.baseUrl, token: 'a-token' });
  await first.until('connections.list', null, ([one]) => one?.status.caughtUpAtMs !== null);
  await first.core.close();

  const moveTo = (origin: string): void => {
    const outbox = new SQLite(join(profileDirectory, 'outbox.db'));
    outbox
      .prepare("UPDATE connections SET connection_json = json_set(connection_json, '$.baseUrl', ?)")
      .run(`${origin}/v3/`);
    outbox.close();
  };
  moveTo(elsewhere.origin);
  const given: (string | null)[] = [];
  const load = async (name: string): Promise<string | null> => {
    const token = await vault.load(name);
    given.push(token);
    return token;
  };
  const second = await started({ profileDirectory, vault: { ...vault, load } });
  await eventually(() => expect(given).not.toEqual([]));
  await startedAt(second, 'noToken');
  expect([new Set(given), elsewhere.arrived]).toEqual([new Set([null]), []]);
  await second.core.close();

  moveTo(service.origin);
  const third = await started({ profileDirectory, vault });
  await startedAt(third, 'running');
  await third.get('connections.signOut', { id, wipeCopy: false });
  await startedAt(third, 'noToken');
});

/** A profile of an earlier build, which kept the token by its connection alone, and the vault of that token. */
async function ofEarlierBuild() {
  const service = await standaloneService();
  const [profileDirectory, memory] = [temporaryDirectory(), memoryVault()];
  const first = await started({ profileDirectory });
  const { id } = await first.get('connections.add', { name: 'Work', baseUrl: service.baseUrl, token: 'a-token' });
  await first.core.close();
  await memory.save(id, 'a-token');
  const save: TokenVault['save'] = async (...given) => {
    await memory.save(...given);
    return 'sealed';
  };
  return { profileDirectory, id, bound: `${id} ${service.origin}`, vault: { ...memory, save } };
}

test('a token that an earlier build kept by its connection alone is bound to the origin when it is first read', async () => {
  const { profileDirectory, id, bound, vault } = await ofEarlierBuild();
  await startedAt(await started({ profileDirectory, vault }), 'running');
  expect(await vault.load(id)).toBeNull();
  expect(await vault.load(bound)).toBe('a-token');
});

const locked = new Error('the keychain is locked');
test.each<[string, TokenVault['save'], readonly unknown[]]>([
  ['refuses it', () => Promise.reject(locked), [locked]],
  ['holds it in memory alone', () => Promise.resolve('memory'), []],
])('a token of an earlier build is in use and stays where it is while the keychain %s', async (_how, save, told) => {
  const { profileDirectory, id, bound, vault } = await ofEarlierBuild();
  const second = await started({ profileDirectory, vault: { ...vault, save } });
  await startedAt(second, 'running');
  expect([await vault.load(id), second.logged]).toEqual(['a-token', told]);
  await second.core.close();

  await startedAt(await started({ profileDirectory, vault }), 'running');
  expect([await vault.load(id), await vault.load(bound)]).toEqual([null, 'a-token']);
});

test('a new token takes the place of the one that an earlier build kept, also where that one is still unbound', async () => {
  const { profileDirectory, id, vault } = await ofEarlierBuild();
  const save: TokenVault['save'] = () => Promise.resolve('memory');
  const second = await started({ profileDirectory, vault: { ...vault, save } });
  await startedAt(second, 'running');
  await second.get('connections.replaceToken', { id, token: 'another-token' });
  expect(await vault.load(id)).toBeNull();
});

test('a token that comes with another address is kept for that address, and found there at the next start', async () => {
  const [service, elsewhere] = [await standaloneService(), await standaloneService()];
  const [profileDirectory, vault] = [temporaryDirectory(), memoryVault()];
  const first = await started({ profileDirectory, vault });
  const { id } = await first.get('connections.add', { name: 'Work', baseUrl: service.baseUrl, token: 'a-token' });
  await first.get('connections.move', { id, baseUrl: elsewhere.baseUrl, token: 'another-token' });
  expect(await vault.load(`${id} ${elsewhere.origin}`)).toBe('another-token');
  expect(await vault.load(`${id} ${service.origin}`)).toBeNull();
  await first.core.close();

  const second = await started({ profileDirectory, vault });
  await startedAt(second, 'running');
  await second.get('connections.signOut', { id, wipeCopy: false });
  expect(await vault.load(`${id} ${elsewhere.origin}`)).toBeNull();
});

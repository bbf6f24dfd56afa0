import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
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

test('a token that an earlier build kept by its connection alone is bound to the origin when it is first read', async () => {
  const service = await standaloneService();
  const [profileDirectory, vault] = [temporaryDirectory(), memoryVault()];
  const first = await started({ profileDirectory });
  const { id } = await first.get('connections.add', { name: 'Work', baseUrl: service.baseUrl, token: 'a-token' });
  await first.core.close();
  await vault.save(id, 'a-token');
  const second = await started({ profileDirectory, vault });
  await startedAt(second, 'running');
  expect(await vault.load(id)).toBeNull();
  expect(await vault.load(`${id} ${service.origin}`)).toBe('a-token');
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

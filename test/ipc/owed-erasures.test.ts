import { mkdirSync, readdirSync, readFileSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { tokenHandlers } from '../../electron/ipc/connections/token-handlers.ts';
import type { HandlerContext } from '../../electron/ipc/handler-context.ts';
import { connectionA } from '../support/builders.ts';
import { servedId, standaloneService } from '../support/standalone-service.ts';
import { started } from './running-core.ts';

// Threads start from their sources here, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** A signed-out connection whose copy could not be erased: a folder has the name of a file that has to go first. */
async function notErased() {
  const service = await standaloneService();
  service.files.get(servedId(0))!.name = 'QUAGMIRE';
  const one = await started();
  const { profileDirectory } = one;
  const add = () => one.get('connections.add', { name: 'Work', baseUrl: service.baseUrl, token: 'a-token' });
  const { id } = await add();
  await one.until('connections.list', null, ([first]) => first?.status.caughtUpAtMs !== null);
  const inTheWay = join(profileDirectory, 'mirror.db.damaged-1');
  mkdirSync(inTheWay);
  expect(await one.ask('connections.signOut', { id, wipeCopy: true })).toHaveProperty('failure');
  const readable = (): boolean => {
    const files = readdirSync(profileDirectory).filter((name) => /^mirror\.db(-wal)?$/.test(name));
    return files.some((name) => readFileSync(join(profileDirectory, name), 'latin1').includes('QUAGMIRE'));
  };
  const warnings = async () => (await one.get('app.info', null)).warnings;
  return { one, profileDirectory, inTheWay, readable, warnings, add };
}

test('a copy that could not be erased is told, and erased by the next start', async () => {
  const { one, profileDirectory, inTheWay, readable, warnings } = await notErased();
  expect([readable(), await warnings()]).toEqual([true, [expect.stringMatching(/not erased completely/)]]);
  await one.core.close();
  rmdirSync(inTheWay);
  const next = await started({ profileDirectory });
  await next.get('connections.list', null);
  expect([readable(), (await next.get('app.info', null)).warnings]).toEqual([false, []]);
});

test('an owed erasure that fails again is owed to the start after', async () => {
  const { one, profileDirectory, readable } = await notErased();
  await one.core.close();
  const next = await started({ profileDirectory });
  expect([readable(), (await next.get('app.info', null)).warnings.length]).toEqual([true, 1]);
});

test('a full disk says that the token is forgotten and the copy is not erased', async () => {
  const full = new SQLite.SqliteError('database or disk is full', 'SQLITE_FULL');
  const owed = new Set<string>();
  const connections = { signOut: () => Promise.reject(full), get: () => null, open: () => Promise.resolve() };
  const handlers = tokenHandlers({
    ...{ connections, announce: () => undefined, withholdToken: () => () => undefined },
    erasures: { note: (id: string) => void owed.add(id), settle: (id: string) => void owed.delete(id) },
  } as unknown as HandlerContext);
  expect(await handlers['connections.signOut']({ id: connectionA, wipeCopy: true })).toEqual({
    ok: false,
    failure: { kind: 'notErased', reason: 'diskFull', detail: 'SQLITE_FULL: database or disk is full' },
  });
  expect([...owed]).toEqual([connectionA]);
});

test('an erased copy tells the drafts and the alerts of its keys, which went with it', async () => {
  const announced: string[] = [];
  const gone = async () => ({ ok: true, value: null });
  const handlers = tokenHandlers({
    ...{ connections: { signOut: gone, move: gone, get: () => null, open: async () => undefined } },
    ...{ announce: (name: string) => void announced.push(name), withholdToken: () => () => undefined },
    erasures: { note: () => undefined, settle: () => undefined },
  } as unknown as HandlerContext);
  await handlers['connections.signOut']({ id: connectionA, wipeCopy: true });
  expect(announced.splice(0)).toEqual(['drafts.changed', 'keyAlerts.changed']);
  await handlers['connections.move']({ id: connectionA, baseUrl: 'https://elsewhere.test/v3', token: 'a-token' });
  expect(announced).toEqual(['keyAlerts.changed']);
});

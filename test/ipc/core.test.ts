import SQLite from 'better-sqlite3';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { memoryVault } from '../../electron/hosting/memory-vault.ts';
import { type ConnectionId, type FileKey, fileKey } from '../../src/domain/core/ids.ts';
import { startedPractice } from '../practice/started-practice.ts';
import { aFileQuery, uuid } from '../support/builders.ts';
import { closedPort } from '../support/http-server.ts';
import { temporaryDirectory } from '../support/database.ts';
import { isAnnounceable, started, tried, type RunningCore } from './running-core.ts';

// Threads start from their sources here, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

type Practice = Awaited<ReturnType<typeof startedPractice>>;

/** A core that has copied everything from a practice service over real HTTP. */
async function connected(over: Parameters<typeof started>[0] = {}) {
  const practice = await startedPractice();
  const one = await started(over);
  const { id: connectionId } = await one.get('connections.add', {
    name: 'Work',
    baseUrl: practice.baseUrl,
    token: practice.tokens.admin,
  });
  await caughtUp(one, connectionId);
  return { one, practice, connectionId };
}

const caughtUp = (one: RunningCore, id: ConnectionId) =>
  one.until('connections.list', null, (list) =>
    list.some(
      ({ connection, status }) => connection.id === id && status.caughtUpAtMs !== null && status.work === 'none',
    ),
  );

async function firstFile(one: RunningCore, connectionId: ConnectionId) {
  const { viewId, count } = await one.get('files.open', { connectionId, query: aFileQuery() });
  const { rows } = await one.get('files.window', { viewId, from: 0, to: 1 });
  const key: FileKey = fileKey.parse(rows[0]);
  return { key, name: rows[0]!.name, viewId, count };
}

const served = (practice: Practice, { id }: FileKey) => practice.control.file(id) as { name: string };

describe('the core', () => {
  test('copies everything and answers windows from the copy', async () => {
    const { one, practice, connectionId } = await connected();
    const { count, viewId } = await firstFile(one, connectionId);
    expect(count).toBe(practice.control.state().fileCount);
    const { rows } = await one.get('files.window', { viewId, from: 0, to: 200 });
    expect(rows).toHaveLength(Math.min(count, 200));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect((await one.get('keys.counts', { connectionId })).all).toBeGreaterThan(0);
  });

  test('shows an edit at once, and it arrives on the service', async () => {
    const { one, practice, connectionId } = await connected();
    const { key, name } = await firstFile(one, connectionId);
    const changes = [{ field: 'name', base: name, mine: '0 my own name' }];
    const { changeSetId } = await one.get('files.edit', { connectionId, key, changes });
    expect((await one.get('files.get', { connectionId, key })).shown.name).toBe('0 my own name');
    await one.until('changes.set', { connectionId, changeSetId, from: 0, to: 1 }, ({ row }) => row.settled === 1);
    expect(served(practice, key).name).toBe('0 my own name');
    const { row, edits } = await one.get('changes.set', { connectionId, changeSetId, from: 0, to: 1 });
    expect(row).toMatchObject({ files: 1, settled: 1, queued: 0, parked: false });
    expect(edits[0]!.attempts).toMatchObject([{ body: '{"name":"0 my own name"}', outcome: 'answered' }]);
  });

  test('keeps an edit over a restart and sends it then', async () => {
    const profileDirectory = temporaryDirectory();
    const vault = memoryVault();
    const { one, practice, connectionId } = await connected({ profileDirectory, vault });
    const { key, name } = await firstFile(one, connectionId);
    await one.get('connections.change', { id: connectionId, paused: true });
    await one.get('files.edit', { connectionId, key, changes: [{ field: 'name', base: name, mine: 'after' }] });
    await one.core.close();
    const again = await started({ profileDirectory, vault });
    expect((await again.get('files.get', { connectionId, key })).shown.name).toBe('after');
    await again.get('connections.change', { id: connectionId, paused: false });
    await again.until('changes.counts', { connectionId }, ({ waiting }) => waiting === 0);
    expect(served(practice, key).name).toBe('after');
  });

  test('goes on by itself when the service is back', async () => {
    const { one, practice, connectionId } = await connected();
    const { key, name } = await firstFile(one, connectionId);
    practice.control.changeSettings({ faults: [{ kind: 'dropBeforeApply', method: 'PUT', times: 1 }] });
    await one.get('files.edit', { connectionId, key, changes: [{ field: 'name', base: name, mine: 'mine' }] });
    await one.until('changes.counts', { connectionId }, ({ waiting }) => waiting === 0);
    expect(served(practice, key).name).toBe('mine');
  });

  test('connects to what the command line asked for, and to nothing without a token', async () => {
    const practice = await startedPractice();
    const startOptions = (token: string) => ({
      practice: false,
      connect: { baseUrl: practice.baseUrl, name: 'Asked', token },
    });
    const one = await started({ startOptions: startOptions(practice.tokens.admin) });
    const list = await one.until('connections.list', null, (all) => (all[0]?.status.caughtUpAtMs ?? null) !== null);
    expect(list).toMatchObject([{ connection: { name: 'Asked' }, status: { mode: 'running' } }]);
    const other = await started({ startOptions: startOptions('') });
    expect(await other.get('connections.list', null)).toEqual([]);
  });

  test('announces only what may be announced, and never with anything in it', async () => {
    const { one } = await connected();
    const announcements = one.crossed.filter((each) => typeof each === 'object' && each !== null && 'payload' in each);
    expect(announcements.length).toBeGreaterThan(0);
    for (const { name, payload } of announcements as { name: string; payload: unknown }[]) {
      expect([isAnnounceable(name), payload]).toEqual([true, null]);
    }
  });
});

describe('a profile', () => {
  test('belongs to one core at a time, and is free again when that one closes', async () => {
    const profileDirectory = temporaryDirectory();
    const one = await started({ profileDirectory });
    expect((await tried({ profileDirectory })).failure).toEqual({ kind: 'profileInUse', path: profileDirectory });
    await one.core.close();
    const again = await started({ profileDirectory });
    expect(await again.get('connections.list', null)).toEqual([]);
  });

  test('that cannot be opened is said, and nothing in it is touched', async () => {
    const profileDirectory = temporaryDirectory();
    writeFileSync(join(profileDirectory, 'outbox.db'), 'this was never a database, though it is long enough to be one');
    const { get } = await started({ profileDirectory });
    expect(await get('recovery.phase', null)).toMatchObject({
      kind: 'damaged',
      path: join(profileDirectory, 'outbox.db'),
    });
    expect(readFileSync(join(profileDirectory, 'outbox.db'), 'utf8')).toContain('this was never a database');
  });

  test('T13: never holds the token, nor does any reply, announcement or log line', async () => {
    const { one, practice, connectionId } = await connected();
    const { key, name } = await firstFile(one, connectionId);
    await one.get('files.edit', { connectionId, key, changes: [{ field: 'name', base: name, mine: 'mine' }] });
    practice.control.changeSettings({ faults: [{ kind: 'error', status: 401 }] });
    await one.get('connections.checkNow', { id: connectionId });
    await one.until('connections.list', null, ([first]) => first?.status.mode === 'tokenRefused');
    await one.ask('connections.test', { baseUrl: practice.baseUrl, token: practice.tokens.admin });
    await one.ask('connections.test', { baseUrl: 'not an address', token: practice.tokens.admin });
    const said = JSON.stringify([one.crossed, one.logged.map(String)]);
    const bytes = () =>
      readdirSync(one.profileDirectory).map((file) => readFileSync(join(one.profileDirectory, file), 'latin1'));
    // The secret part of a token, and the whole.
    for (const secret of [practice.tokens.admin, practice.tokens.admin.split('.').at(-1)!]) {
      expect(said).not.toContain(secret);
      expect(bytes().some((text) => text.includes(secret))).toBe(false);
      await one.core.close();
      expect(bytes().some((text) => text.includes(secret))).toBe(false);
    }
  });
});

describe('a vault that fails', () => {
  test('loses the token but answers, and the connection says that it has none', async () => {
    const practice = await startedPractice();
    const locked = new Error('the keychain is locked');
    const vault = {
      ...memoryVault(),
      save: () => Promise.reject(locked),
      load: () => Promise.reject(locked),
    };
    const one = await started({ vault });
    await one.get('connections.add', { name: '', baseUrl: practice.baseUrl, token: practice.tokens.admin });
    const [only] = await one.get('connections.list', null);
    expect(only!.status.mode).toBe('noToken');
    expect(one.logged).toContain(locked);
  });
});

test('what a connection test learnt of a token is kept by the connection that is made with it', async () => {
  const practice = await startedPractice();
  const one = await started();
  const address = { baseUrl: practice.baseUrl, token: practice.tokens.noSignatures };
  const tested = await one.get('connections.test', address);
  expect(tested.signatures.kind).toBe('no');
  expect((await one.get('connections.add', { name: '', ...address })).learnt.signatures).toEqual(tested.signatures);
});

describe('what cannot be answered', () => {
  test('says so as data', async () => {
    const one = await started();
    const connectionId = uuid(1) as ConnectionId;
    const key = { network: 'public', id: uuid(2) } as FileKey;
    const notFound = { failure: { kind: 'notFound' } };
    expect(await one.ask('files.get', { connectionId, key })).toEqual(notFound);
    expect(await one.ask('files.window', { viewId: 7, from: 0, to: 1 })).toEqual(notFound);
    expect(await one.ask('changes.counts', { connectionId })).toEqual(notFound);
    expect(await one.core.ask('files.get', { connectionId, key: { network: 'public', id: '..' } })).toMatchObject({
      ok: false,
      failure: { kind: 'invalidRequest' },
    });
    expect(await one.core.ask('no.such', null)).toMatchObject({ ok: false, failure: { kind: 'invalidRequest' } });
    const baseUrl = `http://127.0.0.1:${await closedPort()}/v3`;
    expect(await one.ask('connections.test', { baseUrl, token: 'a.b.c' })).toMatchObject({
      failure: { kind: 'service', reason: 'unreachable' },
    });
    expect(await one.ask('connections.add', { name: '', baseUrl, token: 'a\u0000b' })).toEqual({
      failure: { kind: 'unfit', what: 'token', problem: 'notAToken' },
    });
  });

  test('a name that cannot be kept as it was typed is refused before it is queued', async () => {
    const { one, connectionId } = await connected();
    const { key, name } = await firstFile(one, connectionId);
    const changes = [{ field: 'name', base: name, mine: 'half a \ud800 pair' }];
    expect(await one.ask('files.edit', { connectionId, key, changes })).toEqual({
      failure: { kind: 'unfit', what: 'name', problem: 'loneSurrogate' },
    });
    expect((await one.get('changes.counts', { connectionId })).waiting).toBe(0);
  });

  test('after the core has closed, every question is answered by its absence', async () => {
    const one = await started();
    await one.core.close();
    await one.core.close();
    for (const name of ['connections.list', 'files.counts'] as const) {
      expect(await one.core.ask(name, null)).toEqual({ ok: false, failure: { kind: 'hostGone' } });
    }
  });
});

describe('a connection that cannot be read', () => {
  test('leads to the recovery, which takes the waiting edits elsewhere', async () => {
    const profileDirectory = temporaryDirectory();
    const { one, connectionId } = await connected({ profileDirectory });
    const { key, name } = await firstFile(one, connectionId);
    await one.get('connections.change', { id: connectionId, paused: true });
    await one.get('files.edit', { connectionId, key, changes: [{ field: 'name', base: name, mine: 'mine' }] });
    await one.core.close();
    const db = new SQLite(join(profileDirectory, 'outbox.db'));
    db.exec(`UPDATE connections SET connection_json = '{}'`);
    db.close();
    const again = await started({ profileDirectory });
    expect(await again.get('recovery.phase', null)).toMatchObject({ kind: 'damaged' });
    expect((await again.get('app.exportPending', null)).json).toContain('"mine"');
  });
});

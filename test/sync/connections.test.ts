import { describe, expect, onTestFinished, test } from 'vitest';
import { connectionsTable } from '../../electron/database/connections-table.ts';
import { readFileRow } from '../../electron/remote/file-row.ts';
import { Connections, type NewConnection } from '../../electron/sync/connections.ts';
import { bindingOf } from '../../electron/sync/connection-sync.ts';
import { nothingLearnt, type Connection } from '../../src/domain/connection.ts';
import { fakeFile, fakeId, FakeService, fileJson } from '../support/fake-service.ts';
import { seededChance, SyncWorld } from '../support/sync-world.ts';
import { answered, failing } from './failures.ts';

/** Connections of one profile; the account of a token is its first word. */
function profile() {
  const { tables, outboxDb, clock, queue } = new SyncWorld();
  const tokens = new Map<string, string>();
  const services = new Map<string, FakeService>();
  const announced: string[] = [];
  const asked: (string | null)[] = [];
  const serviceAt = (account: string): FakeService => {
    const known = services.get(account) ?? new FakeService();
    services.set(account, known);
    return known;
  };
  const connections = new Connections({
    table: connectionsTable(outboxDb),
    tables,
    clock,
    chance: seededChance(2),
    loadToken: async (id) => tokens.get(id) ?? null,
    saveToken: async (id, token) => void tokens.set(id, token),
    forgetToken: async (id) => void tokens.delete(id),
    accountOf: (token) => ({ account: token.split('-')[0]!, tokenKey: null }),
    serviceFor: ({ account }, token) => {
      asked.push(token);
      return token === null ? new FakeService() : serviceAt(account);
    },
    received: (raw, of) => readFileRow(JSON.parse(raw), of.network),
    remember: () => undefined,
    announce: (changed) => void announced.push(changed),
    report: (error) => {
      throw error;
    },
  });
  onTestFinished(() => connections.close());
  const edit = (connection: Connection, name: string) =>
    queue.enqueue(connection.id, bindingOf(connection), 'a gesture', [
      { key: { network: 'public', id: fakeId(1) }, changes: [{ field: 'name', base: 'file 1', mine: name }] },
    ]);
  const statusOf = (connection: Connection) =>
    tables.outbox
      .openEdits({ connectionId: connection.id, network: 'public', id: fakeId(1) })
      .flatMap(({ changes }) => changes.map(({ status }) => status));
  return { connections, clock, tables, tokens, announced, asked, serviceAt, edit, statusOf };
}

const wanted = (over: Partial<NewConnection> = {}): NewConnection => ({
  kind: 'service',
  name: 'Work',
  baseUrl: 'https://service.test/v3/',
  token: 'ann-1',
  ...over,
});

async function added(one: ReturnType<typeof profile>, over: Partial<NewConnection> = {}): Promise<Connection> {
  const result = await one.connections.add(wanted(over));
  if (!result.ok) throw new Error(result.failure);
  await one.clock.settle();
  return result.value;
}

describe('adding a connection', () => {
  test('starts it with its token, under an address without a slash', async () => {
    const one = profile();
    one.serviceAt('ann').put(fakeFile(1));
    const connection = await added(one);
    expect(connection).toMatchObject({
      name: 'Work',
      baseUrl: 'https://service.test/v3',
      account: 'ann',
      paused: false,
    });
    expect(one.connections.running(connection.id)!.state).toMatchObject({ standing: 'running', trouble: null });
    expect(one.connections.list()).toHaveLength(1);
    expect(one.announced).toContain('connections.changed');
  });

  test('that is let go on while it starts again does go on', async () => {
    const one = profile();
    const connection = await added(one);
    one.connections.change(connection.id, { paused: true });
    const opening = one.connections.open(connection.id);
    one.connections.change(connection.id, { paused: false });
    await opening;
    await one.clock.settle();
    expect(one.connections.running(connection.id)!.state.standing).toBe('running');
  });

  test('of the same account on the same service takes up the one that is there, with its settings', async () => {
    const one = profile();
    const first = await added(one);
    one.connections.change(first.id, { conflictRule: 'mineWins', checkEveryMinutes: 60 });
    const second = await added(one, { token: 'ann-2', name: '' });
    expect(second).toMatchObject({ id: first.id, name: 'Work', conflictRule: 'mineWins', checkEveryMinutes: 60 });
    expect(one.tokens.get(first.id)).toBe('ann-2');
  });

  test('of another account is another connection', async () => {
    const one = profile();
    const first = await added(one);
    const second = await added(one, { token: 'bob-1' });
    expect(second.id).not.toBe(first.id);
  });

  test('is refused where a token could leak', async () => {
    const one = profile();
    expect(await one.connections.add(wanted({ baseUrl: 'http://service.test' }))).toEqual({
      ok: false,
      failure: 'notHttps',
    });
    expect(one.connections.list()).toEqual([]);
    expect(one.tokens.size).toBe(0);
  });
});

describe('opening a connection', () => {
  test('brings records into the copy that a crash kept from it', async () => {
    const one = profile();
    const { id } = await added(one);
    await one.connections.close();
    const of = { connectionId: id, network: 'public' as const, id: fakeId(1) };
    one.tables.outbox.settle(of, JSON.stringify(fileJson(fakeFile(1))), { requestSeq: 1, settledAtMs: 1 });
    await one.connections.open(id);
    expect(one.tables.files.get(of)!.record.name).toBe('file 1');
    expect(one.tables.outbox.unmirrored()).toEqual([]);
  });
});

describe('a connection without a token', () => {
  test('waits and asks nobody', async () => {
    const one = profile();
    const { id } = await added(one);
    one.tokens.clear();
    await one.connections.open(id);
    await one.clock.advance(60 * 60_000);
    expect(one.connections.running(id)!.state.standing).toBe('noToken');
    expect(one.asked.at(-1)).toBeNull();
  });
});

describe('a new token', () => {
  test('of the same account goes on with the queue', async () => {
    const one = profile();
    const service = one.serviceAt('ann');
    service.put(fakeFile(1));
    const connection = await added(one);
    service.faultOf = () => failing(answered(401));
    one.edit(connection, 'mine');
    one.connections.running(connection.id)!.send({ kind: 'editQueued' });
    await one.clock.settle();
    expect(one.connections.running(connection.id)!.state.standing).toBe('tokenRefused');
    service.faultOf = () => null;
    await one.connections.replaceToken(connection.id, 'ann-2');
    await one.clock.settle();
    expect(service.file('public', fakeId(1))!.name).toBe('mine');
  });

  test('A8: of another account parks the queue, until the first account is back', async () => {
    const one = profile();
    one.serviceAt('ann').put(fakeFile(1));
    one.serviceAt('bob').put(fakeFile(1, { name: 'of bob' }));
    const connection = await added(one);
    one.connections.change(connection.id, { paused: true });
    one.edit(connection, 'mine');
    one.connections.change(connection.id, { paused: false });
    await one.connections.replaceToken(connection.id, 'bob-1');
    await one.clock.advance(60 * 60_000);
    expect(one.serviceAt('bob').file('public', fakeId(1))!.name).toBe('of bob');
    expect(one.statusOf(connection)).toEqual(['queued']);
    await one.connections.replaceToken(connection.id, 'ann-3');
    await one.clock.settle();
    expect(one.serviceAt('ann').file('public', fakeId(1))!.name).toBe('mine');
  });

  test('forgets what was learnt with the old one', async () => {
    const one = profile();
    const connection = await added(one);
    one.connections.learn(connection.id, { keyvaluesMode: 'replace' });
    const changed = await one.connections.replaceToken(connection.id, 'ann-2');
    expect(changed!.learnt).toEqual(nothingLearnt);
  });
});

describe('signing out', () => {
  test('forgets the token; with the copy, everything but waiting edits goes', async () => {
    const one = profile();
    one.serviceAt('ann').put(fakeFile(1));
    const connection = await added(one);
    one.connections.change(connection.id, { paused: true });
    one.edit(connection, 'mine');
    await one.connections.signOut(connection.id, true);
    expect(one.tokens.size).toBe(0);
    expect(one.tables.files.get({ connectionId: connection.id, network: 'public', id: fakeId(1) })).toBeNull();
    expect(one.statusOf(connection)).toEqual(['queued']);
    expect(one.connections.get(connection.id)).not.toBeNull();
  });

  test('with the copy and nothing waiting removes the connection', async () => {
    const one = profile();
    const { id } = await added(one);
    await one.connections.signOut(id, true);
    expect(one.connections.list()).toEqual([]);
    expect(one.connections.running(id)).toBeNull();
  });

  test('keeps the copy if asked', async () => {
    const one = profile();
    one.serviceAt('ann').put(fakeFile(1));
    const { id } = await added(one);
    await one.connections.signOut(id, false);
    expect(one.tables.files.get({ connectionId: id, network: 'public', id: fakeId(1) })).not.toBeNull();
    expect(one.connections.running(id)!.state.standing).toBe('noToken');
  });
});

describe('signals of the host', () => {
  test('reach every connection', async () => {
    const one = profile();
    const { id } = await added(one);
    one.connections.tell('networkDown');
    expect(one.connections.running(id)!.state.network).toBe('down');
    one.connections.tell('networkUp');
    await one.clock.settle();
    expect(one.connections.running(id)!.state.network).toBe('up');
    const service = one.serviceAt('ann');
    service.calls.length = 0;
    one.connections.tell('resumed');
    await one.clock.settle();
    expect(service.calls.map(({ name }) => name)).toContain('listFiles');
  });

  test('closing stops all of them', async () => {
    const one = profile();
    const { id } = await added(one);
    await one.connections.close();
    one.serviceAt('ann').calls.length = 0;
    await one.clock.advance(60 * 60_000);
    expect(one.serviceAt('ann').calls).toEqual([]);
    expect(one.connections.running(id)).toBeNull();
  });
});

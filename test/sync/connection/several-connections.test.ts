import { describe, expect, test } from 'vitest';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { added, profile } from '../../support/profile-world.ts';

describe('another base address', () => {
  test('on the same host keeps token, copy and queue', async () => {
    const one = profile();
    one.serviceAt('ann').put(fakeFile(1));
    const { id } = await added(one);
    const moved = await one.connections.move(id, { baseUrl: 'https://service.test/v4/', token: null });
    await one.clock.settle();
    expect(moved).toMatchObject({ ok: true, value: { id, baseUrl: 'https://service.test/v4', account: 'ann' } });
    expect(one.asked.at(-1)).toBe('ann-1');
    expect(one.tables.files.get({ connectionId: id, network: 'public', id: fakeId(1) })).not.toBeNull();
  });

  test.each([
    ['https://other.test/v3', 'needsToken'],
    ['https://service.test:8443/v3', 'needsToken'],
    ['http://service.test/v3', 'notHttps'],
  ])('%s without a token is refused and changes nothing: %s', async (baseUrl, problem) => {
    const one = profile();
    const connection = await added(one);
    expect(await one.connections.move(connection.id, { baseUrl, token: null })).toEqual({
      ok: false,
      failure: problem,
    });
    expect(one.connections.get(connection.id)!.baseUrl).toBe('https://service.test/v3');
    expect(one.tokens.get(connection.id)).toBe('ann-1');
    expect(one.connections.running(connection.id)!.state.mode).toBe('running');
  });

  test('on another host parks what waits, takes the copy anew, and sends it once the address is back', async () => {
    const one = profile();
    one.serviceAt('ann').put(fakeFile(1));
    const connection = await added(one);
    const { id } = connection;
    one.connections.change(id, { paused: true });
    one.edit(connection, 'mine');
    one.serviceAt('ann').remove('public', fakeId(1));
    one.connections.change(id, { paused: false, readOnly: true });
    await one.connections.move(id, { baseUrl: 'https://other.test/v3', token: 'ann-2' });
    one.connections.change(id, { readOnly: false });
    expect(one.tables.files.get({ connectionId: id, network: 'public', id: fakeId(1) })).toBeNull();
    one.serviceAt('ann').put(fakeFile(1));
    await one.clock.advance(60 * 60_000);
    expect(one.serviceAt('ann').file('public', fakeId(1))!.name).toBe('file 1');
    expect(one.statusOf(connection)).toEqual(['queued']);
    await one.connections.move(id, { baseUrl: 'https://service.test/v3', token: 'ann-3' });
    await one.clock.settle();
    expect(one.serviceAt('ann').file('public', fakeId(1))!.name).toBe('mine');
  });

  test('on another host is never asked with the old token, not even when the new one cannot be kept', async () => {
    const one = profile({ keepsTokens: 1 });
    const { id } = await added(one);
    one.asked.length = 0;
    await one.connections.move(id, { baseUrl: 'https://other.test/v3', token: 'ann-2' });
    expect(one.asked).toEqual([null]);
    expect(one.connections.running(id)!.state.mode).toBe('noToken');
  });

  test('on another host is refused while the old token cannot be removed', async () => {
    const one = profile({ forgetsTokens: false });
    const connection = await added(one);
    const move = one.connections.move(connection.id, { baseUrl: 'https://other.test/v3', token: 'ann-2' });
    expect(await move).toEqual({ ok: false, failure: 'tokenStays' });
    expect(one.connections.get(connection.id)!.baseUrl).toBe('https://service.test/v3');
  });
});

describe('two connections', () => {
  test('send each their own edits, each with its own token, pace and rules', async () => {
    const one = profile();
    for (const account of ['ann', 'bob']) one.serviceAt(account).put(fakeFile(1));
    const ann = await added(one);
    const bob = await added(one, { token: 'bob-1' });
    one.connections.change(bob.id, { paused: true, requestsPerMinute: 30, checkEveryMinutes: 60 });
    one.edit(ann, 'of ann');
    one.edit(bob, 'of bob');
    one.connections.running(ann.id)!.send({ kind: 'editQueued' });
    await one.clock.settle();
    expect(one.serviceAt('ann').file('public', fakeId(1))!.name).toBe('of ann');
    expect(one.serviceAt('bob').file('public', fakeId(1))!.name).toBe('file 1');
    one.connections.change(bob.id, { paused: false });
    await one.clock.settle();
    expect(one.serviceAt('bob').file('public', fakeId(1))!.name).toBe('of bob');
    expect(one.paces).toEqual([[bob.id, 30]]);
    expect(one.connections.get(ann.id)).toMatchObject({ requestsPerMinute: null, checkEveryMinutes: 5 });
    expect(one.serviceAt('ann').calls.filter(({ name }) => name === 'updateFile')).toHaveLength(1);
    expect(one.serviceAt('bob').calls.filter(({ name }) => name === 'updateFile')).toHaveLength(1);
  });

  test('a new token of another account is in use before an edit of that account can go out', async () => {
    let whileSaving = async (): Promise<void> => {};
    const one = profile({ whileSaving: () => whileSaving() });
    for (const account of ['ann', 'bob']) one.serviceAt(account).put(fakeFile(1));
    const connection = await added(one);
    one.edit({ ...connection, account: 'bob' }, 'of bob');
    // Somebody asks for a check while the token is on its way into the keychain.
    whileSaving = async () => {
      one.connections.running(connection.id)?.send({ kind: 'checkAsked' });
      await one.clock.settle();
    };
    await one.connections.replaceToken(connection.id, 'bob-1');
    await one.clock.settle();
    expect(one.serviceAt('ann').file('public', fakeId(1))!.name).toBe('file 1');
    expect(one.serviceAt('bob').file('public', fakeId(1))!.name).toBe('of bob');
  });
});

describe('a read-only connection', () => {
  test('checks for news and sends nothing, until it may', async () => {
    const one = profile();
    one.serviceAt('ann').put(fakeFile(1));
    const connection = await added(one);
    one.connections.change(connection.id, { readOnly: true });
    one.edit(connection, 'mine');
    one.connections.running(connection.id)!.send({ kind: 'editQueued' });
    one.connections.running(connection.id)!.send({ kind: 'checkAsked' });
    await one.clock.advance(10 * 60_000);
    expect(one.serviceAt('ann').file('public', fakeId(1))!.name).toBe('file 1');
    expect(one.connections.running(connection.id)!.state).toMatchObject({ mode: 'running', push: { problem: null } });
    one.connections.change(connection.id, { readOnly: false });
    await one.clock.settle();
    expect(one.serviceAt('ann').file('public', fakeId(1))!.name).toBe('mine');
  });

  test('has a service that refuses every update but the one that asks for nothing', async () => {
    const one = profile();
    one.serviceAt('ann').put(fakeFile(1));
    const { id } = await added(one);
    one.connections.change(id, { readOnly: true });
    const { service } = one.connections.running(id)!.sync;
    const { signal } = new AbortController();
    expect(await service.updateFile('public', fakeId(1), '{"name":"x"}', signal)).toEqual({
      ok: false,
      failure: { kind: 'notSent', detail: 'this connection is read-only' },
    });
    expect((await service.updateFile('public', fakeId(1), '{}', signal)).ok).toBe(true);
    expect(one.serviceAt('ann').file('public', fakeId(1))!.name).toBe('file 1');
  });
});

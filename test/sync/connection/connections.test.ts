import { problemOf } from '../../../src/domain/service/sync-state.ts';
import { describe, expect, test } from 'vitest';
import { noTraits } from '../../../src/domain/connections/connection.ts';
import { fakeFile, fakeId, fileJson } from '../../support/fake-service.ts';
import { added, profile, wanted } from '../../support/profile-world.ts';
import { answered, failing } from '../push/failures.ts';

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
    expect(one.connections.running(connection.id)!.state).toMatchObject({ mode: 'running', push: { problem: null } });
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
    expect(one.connections.running(connection.id)!.state.mode).toBe('running');
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
    await one.started().open(id);
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
    expect(one.connections.running(id)!.state.mode).toBe('noToken');
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
    expect(problemOf(one.connections.running(connection.id)!.state)).toMatchObject({ reason: 'tokenRefused' });
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

  test('forgets what was learnt with the old one, but for the lists that the service gave', async () => {
    const one = profile();
    const connection = await added(one);
    one.connections.saveTraits(connection.id, { keyvaluesMode: 'replace', listed: ['public'] });
    const changed = await one.connections.replaceToken(connection.id, 'ann-2');
    expect(changed.ok && changed.value.learnt).toEqual({ ...noTraits, listed: ['public'] });
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
    expect(one.connections.running(id)!.state.mode).toBe('noToken');
  });
});

describe('signals of the host', () => {
  test('reach every connection', async () => {
    const one = profile();
    const { id } = await added(one);
    one.connections.onHostSignal('networkDown');
    expect(one.connections.running(id)!.state.network).toBe('down');
    one.connections.onHostSignal('networkUp');
    await one.clock.settle();
    expect(one.connections.running(id)!.state.network).toBe('up');
    const service = one.serviceAt('ann');
    service.calls.length = 0;
    one.connections.onHostSignal('resumed');
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

describe('rebuilding a copy', () => {
  test('fetches the files anew and touches no edit: those that wait are shown and sent as before', async () => {
    const one = profile();
    const service = one.serviceAt('ann');
    service.put(fakeFile(1), fakeFile(2));
    const connection = await added(one);
    await one.clock.settle();
    one.connections.change(connection.id, { readOnly: true });
    one.edit(connection, 'mine');
    const before = { checksums: one.checksums(), status: one.statusOf(connection) };

    service.remove('public', fakeId(2));
    expect(await one.connections.rebuildCopy(connection.id)).toBe(true);
    expect({ checksums: one.checksums(), status: one.statusOf(connection) }).toEqual(before);
    expect(before.status).toEqual(['queued']);
    await one.clock.settle();
    expect(one.tables.files.count(connection.id)).toBe(1);
    const of = { connectionId: connection.id, network: 'public', id: fakeId(1) } as const;
    expect(one.tables.files.get(of)?.record.name).toBe('file 1');

    one.connections.change(connection.id, { readOnly: false });
    await one.clock.settle();
    expect(one.statusOf(connection)).toEqual([]);
    expect(service.file('public', fakeId(1))?.name).toBe('mine');
  });

  test('of a connection that is gone does nothing', async () => {
    const one = profile();
    const connection = await added(one);
    await one.connections.signOut(connection.id, true);
    expect(await one.connections.rebuildCopy(connection.id)).toBe(false);
  });

  test('that the disk refuses leaves the connection running', async () => {
    const one = profile({
      emptyCopy: () => {
        throw new Error('the disk is full');
      },
    });
    one.serviceAt('ann').put(fakeFile(1));
    const connection = await added(one);
    await expect(one.connections.rebuildCopy(connection.id)).rejects.toThrow('the disk is full');
    expect(one.connections.running(connection.id)?.state.mode).toBe('running');
  });
});

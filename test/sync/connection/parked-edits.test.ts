import { describe, expect, test, vi } from 'vitest';
import { httpService } from '../../../electron/remote/http-service.ts';
import { accountOf } from '../../../electron/remote/token.ts';
import { accountRefOf, type Connection } from '../../../src/domain/connections/connection.ts';
import { fileId } from '../../../src/domain/core/ids.ts';
import { aKey, observedKey } from '../../support/builders.ts';
import { profile } from '../../support/profile-world.ts';
import { servedId, standaloneService } from '../../support/standalone-service.ts';
import { eventually } from '../../support/eventually.ts';

vi.setConfig({ testTimeout: 30_000 });

const jwt = (payload: object): string =>
  ['e30', Buffer.from(JSON.stringify(payload)).toString('base64url'), 's'].join('.');
const named = (account: string, key: string): string => jwt({ userInformation: { id: account }, scopedKeyKey: key });

const servedKey = (number: number, key: string, userId: string) => ({
  id: `key-${number}`,
  name: `Key ${number}`,
  key,
  user_id: userId,
  revoked: false,
  scopes: {},
});

/** A connection with a copy, taken from a real service over HTTP, whose token is about to be replaced. */
async function connected(token: string, keys: readonly Record<string, unknown>[] = []) {
  const service = await standaloneService({ files: 3, keys });
  const one = profile({
    accountOf,
    serviceFor: (_, token) => httpService({ baseUrl: service.baseUrl, token: token ?? 'none' }),
  });
  const added = await one.connections.add({ kind: 'service', name: 'Work', baseUrl: service.baseUrl, token });
  if (!added.ok) throw new Error(added.failure);
  const { id } = added.value;
  const now = (): Connection => one.connections.get(id)!;
  const checked = async (): Promise<void> => {
    one.connections.running(id)!.send({ kind: 'checkAsked' });
    await eventually(() =>
      expect(one.connections.running(id)!.state).toMatchObject({ work: 'none', pull: { problem: null } }),
    );
    await one.clock.settle();
  };
  await eventually(() => expect(one.connections.running(id)!.state.caughtUpAtMs).not.toBeNull());
  const { parked } = one;
  /** Renames a file while nothing is sent, so that the edit waits. */
  const edit = (number: number, mine: string, base = `file ${number}`): void => {
    const changes = [{ field: 'name' as const, base, mine }];
    const key = { network: 'public' as const, id: fileId.parse(servedId(number)) };
    one.queue.enqueue(id, accountRefOf(now()), `Rename to ${mine}`, [{ key, changes }]);
  };
  const pause = (paused: boolean): void => void one.connections.change(id, { paused });
  const replaced = async (next: string): Promise<void> => {
    await one.connections.replaceToken(id, next);
    await one.clock.settle();
  };
  const names = () => [0, 1, 2].map((number) => service.files.get(servedId(number))!.name);
  const puts = () => service.requests.filter(({ method, body }) => method === 'PUT' && body.length > 2);
  const groups = () => parked.accounts(id, accountRefOf(now()));
  const sent = (number: number, name: string) =>
    eventually(() => expect(service.files.get(servedId(number))!.name).toBe(name));
  return { ...one, service, id, now, checked, edit, pause, replaced, names, puts, groups, sent };
}

describe('a new token that names no account', () => {
  test('parks what waits, says how much, and sends it on the person’s word alone', async () => {
    const one = await connected(named('ann', 'key-ann'));
    one.pause(true);
    one.edit(0, 'first');
    one.edit(0, 'second', 'first');
    one.edit(1, 'other');
    await one.replaced('opaque-token-without-a-payload');
    one.pause(false);
    await one.checked();
    expect(one.puts()).toEqual([]);
    const [group, ...more] = one.groups();
    expect([group, more]).toMatchObject([{ edits: 3, files: 2, accountRef: { account: 'ann' } }, []]);
    expect(one.now().formerAccounts).toMatchObject([{ account: 'ann', tokenKey: 'key-ann', isKeptParked: false }]);

    await one.connections.parkedAccounts.adopt(one.id, one.parked.filesOf(one.id, group!.accountRef), 'person');
    await one.sent(0, 'second');
    await one.sent(1, 'other');
    expect(one.groups()).toEqual([]);
    expect(one.checksums()).toEqual([]);
  });

  test('leaves the base as it was: a value that somebody wrote meanwhile is a conflict', async () => {
    const one = await connected(named('ann', 'key-ann'));
    one.pause(true);
    one.edit(0, 'mine');
    await one.replaced('opaque-token');
    one.service.files.get(servedId(0))!.name = 'theirs';
    one.pause(false);
    await one.checked();
    await one.connections.parkedAccounts.adopt(
      one.id,
      one.parked.filesOf(one.id, one.groups()[0]!.accountRef),
      'person',
    );
    const of = { connectionId: one.id, network: 'public' as const, id: fileId.parse(servedId(0)) };
    await eventually(() =>
      expect(one.tables.outbox.openEdits(of).flatMap(({ changes }) => changes)).toMatchObject([
        { status: 'conflicted', base: 'file 0', mine: 'mine', server: 'theirs' },
      ]),
    );
    expect(one.names()[0]).toBe('theirs');
    const [edit] = one.tables.outbox.openEdits(of);
    expect(one.parked.adoptionsOf(edit!.id)).toMatchObject([{ reason: 'person', from: { account: 'ann' } }]);
  });

  test('asks no more about edits that are to stay parked, and they can still be adopted', async () => {
    const one = await connected(named('ann', 'key-ann'));
    one.pause(true);
    one.edit(0, 'mine');
    await one.replaced('opaque-token');
    one.connections.parkedAccounts.keepParked(one.id, one.groups()[0]!.accountRef);
    expect(one.now().formerAccounts).toMatchObject([{ account: 'ann', isKeptParked: true }]);
    one.pause(false);
    await one.checked();
    expect(one.puts()).toEqual([]);
    await one.connections.parkedAccounts.adopt(
      one.id,
      one.parked.filesOf(one.id, one.groups()[0]!.accountRef),
      'person',
    );
    await one.sent(0, 'mine');
  });

  test('takes parked edits in among newer ones of the same file, in the order of the queue', async () => {
    const one = await connected(named('ann', 'key-ann'));
    one.pause(true);
    one.edit(0, 'first');
    await one.replaced('opaque-token');
    one.edit(0, 'second', 'first');
    await one.connections.parkedAccounts.adopt(
      one.id,
      one.parked.filesOf(one.id, one.groups()[0]!.accountRef),
      'person',
    );
    const of = { connectionId: one.id, network: 'public' as const, id: fileId.parse(servedId(0)) };
    const edits = one.tables.outbox.openEdits(of);
    expect(edits.map(({ accountRef }) => accountRef.account)).toEqual([one.now().account, one.now().account]);
    expect(one.checksums()).toEqual([]);
    one.pause(false);
    await one.sent(0, 'second');
    const done = one.tables.outbox.keptEdits(of).flatMap(({ changes }) => changes.map(({ status }) => status));
    await eventually(() => expect(one.tables.outbox.openEdits(of)).toEqual([]));
    expect(done).toHaveLength(2);
  });
});

describe('what proves that two tokens belong to one account', () => {
  const keys = [servedKey(1, 'key-ann', 'ann'), servedKey(2, 'key-two', 'ann'), servedKey(3, 'key-bob', 'bob')];

  test('the user of the API key that the new token names: nothing is parked', async () => {
    const one = await connected(named('ann', 'key-ann'), keys);
    one.pause(true);
    one.edit(0, 'mine');
    await one.replaced(jwt({ scopedKeyKey: 'key-two' }));
    one.pause(false);
    await one.sent(0, 'mine');
    expect([one.now().account, one.now().formerAccounts]).toEqual(['ann', []]);
  });

  test('the user of the API key that the old token named, where the new one names the account', async () => {
    const one = await connected(jwt({ scopedKeyKey: 'key-ann' }), keys);
    one.pause(true);
    one.edit(0, 'mine');
    await one.replaced(named('ann', 'unlisted'));
    one.pause(false);
    await one.sent(0, 'mine');
  });

  test('the same for a connection that is added once more: it is the one that is there', async () => {
    const one = await connected(named('ann', 'key-ann'), keys);
    const { baseUrl } = one.now();
    const again = await one.connections.add({
      kind: 'service',
      name: '',
      baseUrl,
      token: jwt({ scopedKeyKey: 'key-two' }),
    });
    expect(again).toMatchObject({ ok: true, value: { id: one.id, account: 'ann', tokenKey: 'key-two' } });
    const other = await one.connections.add({
      kind: 'service',
      name: '',
      baseUrl,
      token: jwt({ scopedKeyKey: 'key-bob' }),
    });
    expect(other.ok && other.value.id).not.toBe(one.id);
  });

  test('a list that the new token made and that has the old token’s key: adopted by proof, with a note', async () => {
    const one = await connected(named('ann', 'key-ann'), keys);
    one.pause(true);
    one.edit(0, 'mine');
    await one.replaced('opaque-token');
    expect(one.groups()).toMatchObject([{ edits: 1 }]);
    await one.clock.advance(1_000);
    const of = { connectionId: one.id, network: 'public' as const, id: fileId.parse(servedId(0)) };
    const [edit] = one.tables.outbox.openEdits(of);
    one.pause(false);
    await one.checked();
    await one.sent(0, 'mine');
    expect(one.parked.adoptionsOf(edit!.id)).toMatchObject([{ reason: 'proof', from: { account: 'ann' } }]);
  });

  test.each([
    ['an API key of another user', jwt({ scopedKeyKey: 'key-bob' })],
    ['another account', named('bob', 'key-bob')],
  ])('%s proves nothing: no edit is sent under it', async (_what, token) => {
    const listed = [...keys];
    const one = await connected(named('ann', 'key-ann'), listed);
    one.pause(true);
    one.edit(0, 'mine');
    await one.replaced(token);
    // The service lists the keys of the token's own account.
    listed.splice(0, listed.length, keys[2]!);
    await one.clock.advance(1_000);
    one.pause(false);
    await one.checked();
    expect([one.puts(), one.groups().map(({ edits }) => edits)]).toEqual([[], [1]]);
  });

  test('a list that an earlier token made proves nothing about the present one', async () => {
    const listed = [...keys];
    const one = await connected(named('ann', 'key-ann'), listed);
    one.pause(true);
    one.edit(0, 'mine');
    await one.replaced('opaque-of-ann');
    await one.clock.advance(1_000);
    // What the second token saw is in the mirror, and the third one sees other keys.
    const seen = observedKey(aKey({ id: 'key-1', key: 'key-ann', userId: 'ann' }));
    one.tables.keys.put(one.id, [seen], { seenAtMs: one.clock.nowMs(), scanId: 'x' });
    await one.clock.advance(1_000);
    await one.replaced('opaque-of-bob');
    listed.splice(0, listed.length, keys[2]!);
    await one.clock.advance(1_000);
    one.pause(false);
    await one.checked();
    expect([one.puts(), one.groups().map(({ edits }) => edits)]).toEqual([[], [1]]);
  });
});

import { describe, expect, test } from 'vitest';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { added, profile } from '../../support/profile-world.ts';

type Profile = ReturnType<typeof profile>;

/** A connection of ann with one copied file, over a keychain that may refuse. */
async function connected(over: Parameters<typeof profile>[0]) {
  const one = profile(over);
  one.serviceAt('ann').put(fakeFile(1));
  const { id } = await added(one);
  return { one, id };
}

const full = new Error('the disk is full');

/** A connection whose disk takes no change of it any more. */
async function overFullDisk() {
  const disk = { isFull: false };
  const putConnection = (): void => {
    if (disk.isFull) throw full;
  };
  const given = await connected({ putConnection });
  disk.isFull = true;
  return { ...given, disk };
}

const replacements = {
  replaceToken: (one: Profile, id: ConnectionId) => one.connections.replaceToken(id, 'bob-1'),
  move: (one: Profile, id: ConnectionId) =>
    one.connections.move(id, { baseUrl: 'https://service.test/v4', token: 'bob-1' }),
};

describe.each(Object.entries(replacements))('a new token by %s', (_name, replace) => {
  test('that cannot be kept leaves no older one to act for the new account', async () => {
    const { one, id } = await connected({ keepsTokens: 1 });
    one.asked.length = 0;
    expect((await replace(one, id)).ok).toBe(true);
    expect(one.connections.get(id)?.account).toBe('bob');
    expect([one.asked, one.connections.running(id)?.state.mode, one.tokens.size]).toEqual([[null], 'noToken', 0]);
  });

  test('is refused while the old one cannot be removed, and the connection goes on as it was', async () => {
    const { one, id } = await connected({ forgetsTokens: false });
    const before = one.connections.get(id);
    expect(await replace(one, id)).toEqual({ ok: false, failure: 'tokenStays' });
    expect([one.connections.get(id), before?.account]).toEqual([before, 'ann']);
    expect([one.connections.running(id)?.state.mode, one.tokens.get(id)]).toEqual(['running', 'ann-1']);
  });

  test('that a full disk refuses leaves the old one, with which the connection goes on', async () => {
    const { one, id, disk } = await overFullDisk();
    await expect(replace(one, id)).rejects.toBe(full);
    disk.isFull = false;
    await one.clock.settle();
    expect([one.connections.get(id)?.account, one.tokens.get(id)]).toEqual(['ann', 'ann-1']);
    expect(one.connections.running(id)?.state.mode).toBe('running');
  });
});

const withoutToken = {
  'another path of its address': (one: Profile, id: ConnectionId) =>
    one.connections.move(id, { baseUrl: 'https://service.test/v4', token: null }),
  'other parts to copy': (one: Profile, id: ConnectionId) => one.connections.chooseParts(id, ['public']),
};

test.each(Object.entries(withoutToken))('a connection goes on where a full disk refuses %s', async (_what, change) => {
  const { one, id } = await overFullDisk();
  await expect(change(one, id)).rejects.toBe(full);
  expect(one.connections.running(id)?.state.mode).toBe('running');
});

test('a move to another host that a full disk refuses changes neither the address nor the token', async () => {
  const eraseCopy = (): never => {
    throw full;
  };
  const { one, id } = await connected({ eraseCopy });
  const before = one.connections.get(id);
  const move = one.connections.move(id, { baseUrl: 'https://other.test/v3', token: 'bob-1' });
  await expect(move).rejects.toBe(full);
  expect([one.connections.get(id), one.tokens.get(id)]).toEqual([before, 'ann-1']);
  expect(one.connections.running(id)?.state.mode).toBe('running');
});

test.each([true, false])(
  'signing out is refused while the token cannot be removed; with the copy (%s)',
  async (wipeCopy) => {
    const { one, id } = await connected({ forgetsTokens: false });
    const file = { connectionId: id, network: 'public', id: fakeId(1) } as const;
    one.drafts.keep(file, { part: 'name', base: 'file 1', text: 'half a na' }, 1);
    expect(await one.connections.signOut(id, wipeCopy)).toEqual({ ok: false, failure: 'tokenStays' });
    expect([one.connections.running(id)?.state.mode, one.drafts.list(id).length]).toEqual(['running', 1]);
    expect(one.tables.files.get(file)).not.toBeNull();
  },
);

test('signing out is refused, too, while the token can neither be opened nor removed', async () => {
  const { one, id } = await connected({ forgetsTokens: false, opensTokens: () => false });
  expect(await one.connections.signOut(id, true)).toEqual({ ok: false, failure: 'tokenStays' });
  expect([one.connections.get(id)?.account, one.tokens.get(id)]).toEqual(['ann', 'ann-1']);
});

test('signing out with the copy erases the files, too, where a full disk refuses to erase the words', async () => {
  const eraseLocalWords = (): never => {
    throw full;
  };
  const { one, id } = await connected({ eraseLocalWords });
  await expect(one.connections.signOut(id, true)).rejects.toBe(full);
  expect([one.tokens.size, one.tables.files.count(id)]).toEqual([0, 0]);
});

/** A connection of ann whose token was replaced by one of bob, after which an earlier copy of the outbox came back. */
async function withEarlierOutbox() {
  const { one, id } = await connected({});
  const { account, tokenKey, formerAccounts } = one.connections.get(id)!;
  await one.connections.replaceToken(id, 'bob-1');
  one.connections.change(id, { account, tokenKey, formerAccounts });
  await one.connections.close();
  one.asked.length = 0;
  const next = one.started();
  await next.start();
  return { one, id, next };
}

test('a kept token of another account than that of an earlier outbox sends none of its edits', async () => {
  const { one, id, next } = await withEarlierOutbox();
  expect([one.asked, next.running(id)?.state.mode]).toEqual([[null], 'noToken']);
  await next.replaceToken(id, 'bob-1');
  expect([next.get(id)?.account, next.running(id)?.state.mode]).toEqual(['bob', 'running']);
  expect(next.get(id)?.formerAccounts).toMatchObject([{ account: 'ann' }]);
});

test('a kept token goes on to act for an account that only its API key proves to be its own', async () => {
  // The account had its name from an earlier token, and the mirror that said so is gone.
  const accountOf = (token: string) => ({ account: token, tokenKey: 'a-key' });
  const { one, id } = await connected({ accountOf });
  one.connections.change(id, { account: 'the-name-of-before' });
  await one.connections.open(id);
  expect(one.connections.running(id)?.state.mode).toBe('running');
});

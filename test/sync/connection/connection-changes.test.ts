import { describe, expect, test } from 'vitest';
import { noTraits } from '../../../src/domain/connections/connection.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { aKey, observedKey } from '../../support/builders.ts';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { added, profile } from '../../support/profile-world.ts';

type Profile = ReturnType<typeof profile>;

/** A connection with one copied file, whose requests and events so far are forgotten. */
async function connected(over: Parameters<typeof profile>[0] = {}) {
  const one = profile(over);
  one.serviceAt('ann').put(fakeFile(1));
  const connection = await added(one);
  return { one, connection, id: connection.id, told: () => forgotten(one, connection.id) };
}

/** What was announced, and how often the service was asked for lists, since the last look. */
function forgotten(one: Profile, id: ConnectionId) {
  const lists = one.serviceAt('ann').calls.splice(0);
  return { announced: [...new Set(one.announced.splice(0))].sort(), lists: lists.length, id };
}

const ALL_LISTS = ['connections.changed', 'files.changed', 'keys.changed'];
const of = (connectionId: ConnectionId) => ({ connectionId, network: 'public', id: fakeId(1) }) as const;

describe('a setting', () => {
  test('that stays as it was neither pauses, nor sends, nor changes the pace', async () => {
    const { one, id, told } = await connected();
    told();
    one.connections.change(id, { name: 'Other' });
    await one.clock.settle();
    expect(told()).toMatchObject({ announced: ['connections.changed'], lists: 0 });
    expect([one.paces, one.connections.running(id)!.state.mode, one.connections.get(id)!.name]).toEqual([
      [],
      'running',
      'Other',
    ]);
  });

  test('that makes a connection read-only sends nothing', async () => {
    const { one, connection, id } = await connected();
    const pushes = () => one.states.filter(([, { work }]) => work === 'push').length;
    const before = pushes();
    one.connections.change(id, { readOnly: true });
    one.connections.change(id, { readOnly: true });
    await one.clock.settle();
    expect(pushes()).toBe(before);
    one.connections.change(id, { readOnly: false });
    await one.clock.settle();
    expect([pushes() > before, connection.readOnly]).toEqual([true, false]);
  });

  test('of a connection that is gone changes nothing and is told nobody', async () => {
    const { one, id, told } = await connected();
    await one.connections.signOut(id, true);
    told();
    expect(one.connections.change(id, { name: 'Other' })).toBeNull();
    one.connections.saveTraits(id, { keyvaluesMode: 'replace' });
    expect([told().announced, one.connections.list()]).toEqual([[], []]);
  });

  test('of a connection that does not run is kept', async () => {
    const { one, id } = await connected();
    await one.connections.close();
    one.connections.change(id, { paused: true });
    one.connections.change(id, { paused: false, readOnly: true });
    one.connections.change(id, { readOnly: false, name: 'Other' });
    expect(one.connections.get(id)).toMatchObject({ paused: false, readOnly: false, name: 'Other' });
  });
});

test('a trait that was found out is added to the others, and told', async () => {
  const { one, id, told } = await connected();
  told();
  const before = one.connections.get(id)!.learnt;
  one.connections.saveTraits(id, { keyvaluesMode: 'replace' });
  expect(one.connections.get(id)!.learnt).toEqual({ ...before, keyvaluesMode: 'replace' });
  expect(told().announced).toEqual(['connections.changed']);
});

test('what a check finds out about a service is kept with its connection', async () => {
  const { one, id } = await connected();
  expect(one.connections.get(id)!.learnt).toMatchObject({
    listing: { kind: 'yes' },
    listed: ['public', 'private'],
    keys: { kind: 'yes' },
  });
});

describe('a new token', () => {
  test('of a connection that is gone is kept nowhere', async () => {
    const { one, id } = await connected();
    await one.connections.signOut(id, true);
    expect(await one.connections.replaceToken(id, 'ann-2')).toEqual({ ok: false, failure: 'notFound' });
    expect([...one.tokens]).toEqual([]);
  });
});

describe('a move', () => {
  test('with the token of another account parks what waits, and sends it nowhere', async () => {
    const { one, connection, id } = await connected();
    one.serviceAt('bob').put(fakeFile(1));
    one.connections.change(id, { paused: true });
    one.edit(connection, 'mine');
    await one.connections.move(id, { baseUrl: 'https://service.test/v4', token: 'bob-1' });
    one.connections.change(id, { paused: false });
    await one.clock.settle();
    expect(one.connections.get(id)).toMatchObject({ account: 'bob', formerAccounts: [{ account: 'ann' }] });
    expect([one.statusOf(connection), one.serviceAt('bob').file('public', fakeId(1))!.name]).toEqual([
      ['queued'],
      'file 1',
    ]);
  });

  test('of a connection that is gone is none', async () => {
    const { one, id } = await connected();
    await one.connections.signOut(id, true);
    const move = one.connections.move(id, { baseUrl: 'https://other.test/v3', token: 'ann-2' });
    expect([await move, one.tokens.size]).toEqual([{ ok: false, failure: 'notFound' }, 0]);
  });

  test('on the same host with a new token uses that token, keeps the copy and its ceiling, and is told', async () => {
    const { one, id, told } = await connected();
    one.connections.change(id, { fileCeiling: { files: 7, isFinal: true } });
    one.connections.saveTraits(id, { keyvaluesMode: 'replace' });
    one.connections.change(id, { paused: true });
    told();
    await one.connections.move(id, { baseUrl: 'https://service.test/v4', token: 'ann-2' });
    expect(one.connections.get(id)).toMatchObject({ fileCeiling: { files: 7, isFinal: true }, learnt: noTraits });
    expect([one.tokens.get(id), one.tables.files.get(of(id)) === null]).toEqual(['ann-2', false]);
    expect(told().announced).toEqual(expect.arrayContaining(ALL_LISTS));
  });

  test('of a practice connection is refused', async () => {
    const one = profile();
    const { id } = await added(one, { kind: 'practice', baseUrl: 'http://127.0.0.1:4100/v3' });
    const move = one.connections.move(id, { baseUrl: 'https://other.test/v3', token: 'ann-2' });
    expect(await move).toEqual({ ok: false, failure: 'practice' });
  });

  test('that is refused because the old token stays leaves the connection running', async () => {
    const { one, id } = await connected({ forgetsTokens: false });
    await one.connections.move(id, { baseUrl: 'https://other.test/v3', token: 'ann-2' });
    expect([one.connections.running(id)?.state.mode, one.tokens.get(id)]).toEqual(['running', 'ann-1']);
    expect(one.tables.files.get(of(id))).not.toBeNull();
  });
});

describe('signing out', () => {
  const typed = { part: 'name', base: 'file 1', text: 'half a na' } as const;

  test.each([
    [true, 0],
    [false, 1],
  ])('with the copy (%s) leaves so many drafts: %d', async (wipeCopy, left) => {
    const { one, connection, id, told } = await connected();
    one.connections.change(id, { paused: true });
    one.edit(connection, 'mine');
    one.drafts.keep(of(id), typed, 1);
    told();
    await one.connections.signOut(id, wipeCopy);
    expect([one.drafts.list(id).length, one.tables.files.get(of(id)) === null]).toEqual([left, wipeCopy]);
    expect(told().announced).toEqual(expect.arrayContaining(ALL_LISTS));
  });

  test.each([
    [true, []],
    [false, ['wholeName']],
  ])('with the copy (%s) leaves what the names of keys have shown: %j', async (wipeCopy, refuted) => {
    const { one, connection, id } = await connected();
    one.connections.change(id, { paused: true });
    one.edit(connection, 'mine');
    const decidedBy = { kind: 'unasked', typed: 'build', name: 'my build' } as const;
    one.connections.saveTraits(id, { nameSearch: { refuted: ['wholeName'], decidedBy, evidence: null } });
    await one.connections.signOut(id, wipeCopy);
    expect(one.connections.get(id)?.learnt.nameSearch).toEqual({
      refuted,
      decidedBy: wipeCopy ? null : decidedBy,
      evidence: null,
    });
  });

  test('keeps a connection with waiting edits in sight, also when the disk refuses to erase its copy', async () => {
    const { one, connection, id } = await connected({
      eraseCopy: () => {
        throw new Error('the disk is full');
      },
    });
    one.connections.change(id, { paused: true });
    one.edit(connection, 'mine');
    await expect(one.connections.signOut(id, true)).rejects.toThrow('the disk is full');
    expect(one.connections.running(id)?.state.mode).toBe('noToken');
    expect(one.statusOf(connection)).toEqual(['queued']);
  });
});

test('a copy that is rebuilt is told, with all its lists', async () => {
  const { one, id, told } = await connected();
  one.connections.change(id, { paused: true });
  told();
  await one.connections.rebuildCopy(id);
  expect(told().announced).toEqual(expect.arrayContaining(ALL_LISTS));
});

describe('the scopes of the token’s own key', () => {
  const writing = '{"admin":false,"endpoints":{"files:write":true}}';

  /** A connection whose token names its key, after a check of keys of which one has these scopes. */
  async function checked(tokenKey: string | null, publicValue: string, scopesJson: string, found = noTraits.updates) {
    const one = profile({ accountOf: (token) => ({ account: token.split('-')[0]!, tokenKey }) });
    const listed = aKey({ id: 'key-1', key: publicValue, scopesJson });
    const { id } = await added(one, { copiedParts: ['public'] });
    one.connections.saveTraits(id, { updates: found });
    one.tables.keys.put(id, [observedKey(listed)], { seenAtMs: 77, scanId: 'a scan' });
    await one.connections.running(id)!.sync.keysChecked();
    return { one, id, updates: one.connections.get(id)!.learnt.updates };
  }

  test('say that it may change files, as of the scan that saw them', async () => {
    const { one, id, updates } = await checked('mine', 'mine', writing);
    expect(updates).toEqual({ kind: 'yes', checkedAtMs: 77 });
    expect(one.keysChecked.at(-1)?.id).toBe(id);
  });

  test.each([
    ['that has no such scope', 'mine', 'mine', '{"admin":false,"endpoints":{"files:read":true}}'],
    ['of another token', 'mine', 'other', writing],
    ['of a token that names no key', null, 'mine', writing],
  ])('say nothing about a key %s', async (_what, tokenKey, publicValue, scopesJson) => {
    expect((await checked(tokenKey, publicValue, scopesJson)).updates).toEqual({ kind: 'notChecked' });
  });

  test('do not outweigh what an update has shown', async () => {
    const no = { kind: 'no', checkedAtMs: 5, words: '403: no', requestId: null } as const;
    expect((await checked('mine', 'mine', writing, no)).updates).toEqual(no);
  });

  test('of a connection that is gone are asked for nothing', async () => {
    const { one, id } = await checked('mine', 'mine', writing);
    const { sync } = one.connections.running(id)!;
    await one.connections.signOut(id, true);
    await sync.keysChecked();
    expect(one.connections.list()).toEqual([]);
    expect(one.keysChecked.at(-1)?.id).toBe(id);
  });
});

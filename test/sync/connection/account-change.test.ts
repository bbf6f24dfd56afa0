import { describe, expect, test } from 'vitest';
import { accountRefOf } from '../../../src/domain/connections/connection.ts';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { added, profile } from '../../support/profile-world.ts';

const HOUR_MS = 3_600_000;

const listedKeys = (user: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...{ id: `key-${user}-${at}`, name: 'k', key: `${user}-${at}`, user_id: user, revoked: false, uses: 1, scopes: {} },
  }));

/** Ann's files and keys, and Bob's, at one service; a token is the first key of the account that it names. */
function accounts(keys = { ann: 1, bob: 1 }) {
  const accountOf = (token: string) => ({ account: token.split('-')[0]!, tokenKey: token });
  const one = profile({ accountOf });
  const [ann, bob] = [one.serviceAt('ann'), one.serviceAt('bob')];
  ann.put(fakeFile(1));
  bob.put(fakeFile(1));
  ann.keys = listedKeys('ann', keys.ann);
  bob.keys = listedKeys('bob', keys.bob);
  return { one, ann, bob };
}

describe('edits of another account', () => {
  test.each([0, 1_000, HOUR_MS])(
    'stay parked where the clock went back by %d ms before the token was replaced',
    async (backMs) => {
      const { one, bob } = accounts();
      const connection = await added(one, { token: 'ann-0' });
      const { id } = connection;
      one.connections.change(id, { paused: true });
      one.edit(connection, 'of ann');
      one.clock.setBack(backMs);
      await one.connections.replaceToken(id, 'bob-0');
      one.connections.change(id, { paused: false });
      await one.clock.advance(60_000);
      expect(one.connections.get(id)).toMatchObject({ account: 'bob', formerAccounts: [{ account: 'ann' }] });
      expect(one.parked.filesOf(id, accountRefOf(connection))).toHaveLength(1);
      expect(bob.file('public', fakeId(1))!.name).toBe('file 1');
    },
  );

  test('stay parked also when the clock went back before the connection moved on its origin', async () => {
    const { one, bob } = accounts();
    const connection = await added(one, { token: 'ann-0' });
    const { id, baseUrl } = connection;
    one.connections.change(id, { paused: true });
    one.edit(connection, 'of ann');
    one.clock.setBack(HOUR_MS);
    await one.connections.move(id, { baseUrl: `${baseUrl}/other`, token: 'bob-0' });
    one.connections.change(id, { paused: false });
    await one.clock.advance(60_000);
    expect(one.parked.filesOf(id, accountRefOf(connection))).toHaveLength(1);
    expect(bob.file('public', fakeId(1))!.name).toBe('file 1');
  });
});

describe('a scan that was under way when the token was replaced', () => {
  test('begins anew with the keys of another account', async () => {
    const { one, ann, bob } = accounts({ ann: 30, bob: 15 });
    ann.faultOf = ({ name, input }) => (name === 'listKeys' && input[0] === 20 ? { kind: 'hanging' } : null);
    const { id } = await added(one, { token: 'ann-0' });
    expect(one.tables.files.cursor(id, 'keys')).toMatchObject({ position: '0:20' });
    await one.connections.replaceToken(id, 'bob-0');
    await one.clock.settle();
    expect(bob.calls.find(({ name }) => name === 'listKeys')?.input).toEqual([0, null]);
    expect(bob.keys.filter((_, at) => one.tables.keys.byValue(id, `bob-${at}`) !== null)).toHaveLength(15);
    expect(one.connections.running(id)!.state.caughtUpAtMs).not.toBeNull();
  });

  test('begins anew with the files of another account, and finds those of the former one missing', async () => {
    const { one, ann, bob } = accounts();
    const privateFile = (number: number) => fakeFile(number, { network: 'private' });
    ann.put(...Array.from({ length: 5_200 }, (_, at) => fakeFile(at + 1)), privateFile(90_001));
    bob.put(fakeFile(80_001), privateFile(90_002));
    ann.faultOf = ({ name, input }) => (name === 'listFiles' && input[0] === 'private' ? { kind: 'hanging' } : null);
    const { id } = await added(one, { token: 'ann-0' });
    await one.clock.settle();
    await one.connections.replaceToken(id, 'bob-0');
    await one.clock.settle();
    const of = (number: number) => one.tables.files.get({ connectionId: id, network: 'public', id: fakeId(number) });
    expect(one.connections.running(id)!.state).toMatchObject({ work: 'none', pull: { problem: null } });
    expect(of(80_001)).not.toBeNull();
    expect(of(2)).toBeNull();
  });

  test('goes on with another token of the same account', async () => {
    const { one, ann } = accounts({ ann: 30, bob: 1 });
    ann.faultOf = ({ name, input }) => (name === 'listKeys' && input[0] === 20 ? { kind: 'hanging' } : null);
    const { id } = await added(one, { token: 'ann-0' });
    ann.faultOf = () => null;
    ann.calls.splice(0);
    await one.connections.replaceToken(id, 'ann-1');
    await one.clock.settle();
    expect(ann.calls.find(({ name }) => name === 'listKeys')?.input).toEqual([20, null]);
  });
});

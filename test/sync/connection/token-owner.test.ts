import { describe, expect, test } from 'vitest';
import { isOwnToken, ownerWithToken, provenAccounts } from '../../../electron/sync/connection/token-owner.ts';
import type { Connection, FormerAccount } from '../../../src/domain/connections/connection.ts';
import { aConnection, aKey, observedKey } from '../../support/builders.ts';
import { SyncWorld } from '../../support/sync-world.ts';

const HERE = 'https://service.test';
const ELSEWHERE = 'https://other.test';

const former = (account: string, over: Partial<FormerAccount> = {}): FormerAccount => ({
  ...{ origin: HERE, account, tokenKey: null, replacedAtMs: 100, isKeptParked: false },
  ...over,
});

/** Tokens are written `account/key`. The mirror lists the keys of two users, as the present token saw them. */
function accounts() {
  const { tables, clock, connection } = new SyncWorld();
  const listed = [aKey({ id: '1', key: 'ann-1', userId: 'ann' }), aKey({ id: '2', key: 'ann-2', userId: 'ann' })];
  tables.keys.put(
    connection.id,
    listed.map((key) => observedKey(key)),
    { seenAtMs: 200, scanId: 'a scan' },
  );
  const accountOf = (token: string) => {
    const [account = '', tokenKey = null] = token.split('/');
    return { account, tokenKey };
  };
  return { tables, clock, accountOf };
}

const digest = 'sha256:a-digest';

describe('the account of a new token', () => {
  test('that names none is the user of its key, as the mirror lists it', () => {
    const owner = ownerWithToken(accounts(), aConnection({ account: 'bob' }), `${digest}/ann-2`);
    expect(owner).toMatchObject({ account: 'ann', tokenKey: 'ann-2', formerAccounts: [{ account: 'bob' }] });
  });

  test('keeps the name under which edits wait, where the keys prove that it is the same', () => {
    const connection = aConnection({ account: 'sha256:old', tokenKey: 'ann-1' });
    const owner = ownerWithToken(accounts(), connection, 'ann/ann-2');
    expect(owner).toEqual({ account: 'sha256:old', tokenKey: 'ann-2', formerAccounts: [] });
  });

  test('takes the name of a former account that the keys prove to be its own', () => {
    const connection = aConnection({ account: 'bob', formerAccounts: [former('sha256:old', { tokenKey: 'ann-1' })] });
    const owner = ownerWithToken(accounts(), connection, `${digest}/ann-2`);
    expect(owner).toMatchObject({ account: 'sha256:old', formerAccounts: [{ account: 'bob' }] });
  });

  test('is never proved by a former account of another origin', () => {
    const elsewhere = former('sha256:old', { tokenKey: 'ann-1', origin: ELSEWHERE });
    const owner = ownerWithToken(accounts(), aConnection({ account: 'bob', formerAccounts: [elsewhere] }), 'x/ann-2');
    expect(owner.account).toBe('x');
  });

  test('on another origin is not told by the keys of this one, which may be another user’s there', () => {
    const connection = aConnection({ account: 'ann', tokenKey: 'ann-1' });
    const owner = ownerWithToken(accounts(), connection, `${digest}/ann-1`, `${ELSEWHERE}/v3`);
    expect(owner).toMatchObject({ account: digest, formerAccounts: [{ origin: HERE, account: 'ann' }] });
  });
});

test('a token is a connection’s own by its name or by a key of the same user', () => {
  const ports = accounts();
  const connection = aConnection({ account: 'sha256:old', tokenKey: 'ann-1' });
  const tokens = ['sha256:old', 'other/ann-2', 'other/unlisted', 'other'];
  expect(tokens.map((token) => isOwnToken(ports, connection, token))).toEqual([true, true, false, false]);
});

describe('the former accounts that a scan of the keys proves', () => {
  const proven = (formerAccounts: readonly FormerAccount[], over: Partial<Connection> = {}) =>
    provenAccounts(accounts(), aConnection({ account: 'new', ...over, formerAccounts })).map(({ account }) => account);

  test('are none without a former account', () => {
    expect(proven([])).toEqual([]);
  });

  test('are those whose key the present token has listed, on this origin alone', () => {
    const elsewhere = former('elsewhere', { tokenKey: 'ann-1', origin: ELSEWHERE });
    const unlisted = former('unlisted', { tokenKey: 'bob-1' });
    expect(proven([former('old', { tokenKey: 'ann-1' }), elsewhere, unlisted, former('keyless')])).toEqual(['old']);
  });

  test('are none by a list that is older than the present token', () => {
    const old = former('old', { tokenKey: 'ann-1', replacedAtMs: 50 });
    expect(proven([former('newest', { replacedAtMs: 300 }), old])).toEqual([]);
    expect(proven([former('newest', { replacedAtMs: 199 }), old])).toEqual(['old']);
  });
});

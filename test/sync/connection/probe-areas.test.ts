import { describe, expect, test } from 'vitest';
import { probe } from '../../../electron/sync/connection/probe.ts';
import type { RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import { fakeFile, fakeId, FakeService } from '../../support/fake-service.ts';
import { answered, failing, malformed, noAnswer, notSent, portal, tooLarge } from '../push/failures.ts';

const { signal } = new AbortController();
const writing = { admin: true };
const key = (publicValue: string | null, scopes: object, number = 1) => ({
  ...{ id: `key-${number}`, name: 'a key', key: publicValue, revoked: false, uses: 0 },
  scopes,
});

type Area = 'listKeys' | 'listFiles' | 'signature';

/** A service with one public and one private file, of which some areas fail. */
function serving(failures: Partial<Record<Area, RemoteFailure>> = {}): FakeService {
  const fake = new FakeService();
  fake.put(fakeFile(1), fakeFile(2, { network: 'private' }));
  fake.faultOf = ({ name }) => {
    const failure = Object.entries(failures).find(([area]) => area === name)?.[1];
    return failure === undefined ? null : failing(failure);
  };
  return fake;
}

async function found(fake: FakeService, tokenKey: string | null = null) {
  const probed = await probe(fake, { nowMs: 5, tokenKey }, signal);
  if (!probed.ok) throw new Error(JSON.stringify(probed.failure));
  return probed.value;
}

const yes = { kind: 'yes', checkedAtMs: 5 };
const no = (status: number) => ({
  ...{ kind: 'no', checkedAtMs: 5, words: `${status}: "status ${status}"` },
  requestId: `request-${status}`,
});

describe('a probe', () => {
  test('asks each area once and finds what works', async () => {
    const fake = serving();
    const { may, sample } = await found(fake);
    expect(may).toEqual({ keys: yes, listing: yes, signatures: yes, updates: { kind: 'notChecked' } });
    expect(sample?.id).toBe(fakeId(1));
    expect(fake.calls.map(({ name }) => name)).toEqual(['listKeys', 'listFiles', 'signature']);
  });

  test.each<readonly [Area, 'keys' | 'listing' | 'signatures']>([
    ['listKeys', 'keys'],
    ['listFiles', 'listing'],
    ['signature', 'signatures'],
  ])('that is refused %s says so in the words of the service, and finds the rest', async (area, trait) => {
    const { may } = await found(serving({ [area]: answered(403) }));
    expect(may).toEqual({
      keys: yes,
      listing: yes,
      signatures: yes,
      updates: { kind: 'notChecked' },
      [trait]: no(403),
    });
  });

  test.each([notSent, noAnswer, malformed, portal, answered(429), answered(500), answered(504)])(
    'whose keys fail by %o fails, and asks no more',
    async (failure) => {
      const fake = serving({ listKeys: failure });
      expect(await probe(fake, { nowMs: 5, tokenKey: null }, signal)).toEqual({ ok: false, failure });
      expect(fake.calls).toHaveLength(1);
    },
  );

  test('whose list is too large to read does not take it for none', async () => {
    const { may, sample } = await found(serving({ listFiles: tooLarge }));
    expect(may).toEqual({
      keys: yes,
      listing: { kind: 'notChecked' },
      signatures: yes,
      updates: { kind: 'notChecked' },
    });
    expect(sample).toBeNull();
  });

  test.each([notSent, noAnswer, answered(429)])('whose list meets an outage (%o) fails', async (failure) => {
    const fake = serving({ listFiles: failure });
    expect(await probe(fake, { nowMs: 5, tokenKey: null }, signal)).toEqual({ ok: false, failure });
  });
});

describe('a probe whose signature meets an outage', () => {
  test.each([notSent, noAnswer, malformed, portal, answered(429), answered(500), answered(504)])(
    'leaves open whether the token may read signatures, and keeps what it found before: %o',
    async (failure) => {
      const { may, sample } = await found(serving({ signature: failure }));
      expect(may).toEqual({
        keys: yes,
        listing: yes,
        signatures: { kind: 'notChecked' },
        updates: { kind: 'notChecked' },
      });
      expect(sample?.id).toBe(fakeId(1));
    },
  );
});

describe('the sample of a probe', () => {
  test('is a private file where there is no public one', async () => {
    const fake = serving();
    fake.remove('public', fakeId(1));
    expect((await found(fake)).sample?.id).toBe(fakeId(2));
  });

  test('is none where there is no file, or private ones may not be listed', async () => {
    const empty = new FakeService();
    expect((await found(empty)).sample).toBeNull();
    const forbidden = serving();
    forbidden.remove('public', fakeId(1));
    forbidden.faultOf = ({ name, input }) =>
      name === 'listFiles' && input[0] === 'private' ? failing(answered(403)) : null;
    expect((await found(forbidden)).sample).toBeNull();
  });

  test('is none where the list is refused, and no other list is asked for', async () => {
    const fake = serving({ listFiles: answered(403) });
    expect((await found(fake)).sample).toBeNull();
    expect(fake.calls.filter(({ name }) => name === 'listFiles')).toHaveLength(1);
  });
});

describe('the scopes that a probe lists', () => {
  test.each([
    ['of the token’s own key that allow updates', [key('mine', writing)], 'mine', 'yes'],
    ['of the token’s own key behind another', [key('other', {}, 2), key('mine', writing)], 'mine', 'yes'],
    ['of the token’s own key that allow none', [key('mine', {})], 'mine', 'notChecked'],
    ['of another key', [key('mine', {}), key('other', writing, 2)], 'mine', 'notChecked'],
    ['of a key without a public value, for a token that names no key', [key(null, writing)], null, 'notChecked'],
  ])('%s', async (_what, keys, tokenKey, kind) => {
    const fake = serving();
    fake.keys = keys;
    expect((await found(fake, tokenKey)).may.updates.kind).toBe(kind);
  });
});

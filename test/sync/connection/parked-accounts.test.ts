import { accountRefOf } from '../../../src/domain/connections/connection.ts';
import { describe, expect, test } from 'vitest';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { aKey, observedKey } from '../../support/builders.ts';
import { added, profile } from '../../support/profile-world.ts';

/** A connection of bob with an edit that was made for ann. */
async function parked() {
  const one = profile();
  for (const account of ['ann', 'bob']) one.serviceAt(account).put(fakeFile(1));
  const ann = await added(one);
  const { id } = ann;
  one.connections.change(id, { paused: true });
  one.edit(ann, 'mine');
  await one.connections.replaceToken(id, 'bob-1');
  const { parkedAccounts } = one.connections;
  const files = () => one.parked.filesOf(id, accountRefOf(ann));
  return { one, ann, id, parkedAccounts, files };
}

describe('parked edits that a person adopts', () => {
  test('are the present account’s, are sent, and every list of them is told', async () => {
    const { one, id, parkedAccounts, files } = await parked();
    one.connections.change(id, { paused: false });
    await one.clock.settle();
    one.announced.length = 0;
    await parkedAccounts.adopt(id, files(), 'person');
    await one.clock.settle();
    expect(one.serviceAt('bob').file('public', fakeId(1))!.name).toBe('mine');
    expect(one.announced).toEqual(expect.arrayContaining(['changes.changed', 'files.changed', 'status.changed']));
  });

  test('wait when the connection does not run', async () => {
    const { one, id, files } = await parked();
    await one.connections.close();
    const next = one.started();
    await next.parkedAccounts.adopt(id, files(), 'person');
    expect([files(), one.serviceAt('bob').file('public', fakeId(1))!.name]).toEqual([[], 'file 1']);
  });

  test.each([
    ['the connection has another account', 'account'],
    ['the program ends', 'end'],
  ] as const)('stay parked from the moment that %s, as far as they are not adopted yet', async (_when, what) => {
    const { one, ann, id, parkedAccounts, files } = await parked();
    const changes = [{ field: 'name' as const, base: 'a name', mine: 'mine' }];
    const keys = Array.from({ length: 149 }, (_, number) => ({ network: 'public' as const, id: fakeId(number + 2) }));
    one.queue.enqueue(
      id,
      accountRefOf(ann),
      'a change set',
      keys.map((key) => ({ key, changes })),
    );
    expect(files()).toHaveLength(150);
    one.clock.onYield = () => {
      one.clock.onYield = () => undefined;
      if (what === 'account') one.connections.change(id, { account: 'cid' });
      else void one.connections.close();
    };
    await parkedAccounts.adopt(id, files(), 'person');
    expect(files()).toHaveLength(50);
  });

  test('stay parked once the program has ended', async () => {
    const { one, parkedAccounts, files, id } = await parked();
    await one.connections.close();
    one.announced.length = 0;
    await parkedAccounts.adopt(id, files(), 'person');
    expect([files().length, one.announced]).toEqual([1, []]);
  });

  test('are none where no file is named', async () => {
    const { one, id, parkedAccounts } = await parked();
    one.announced.length = 0;
    await parkedAccounts.adopt(id, [], 'person');
    expect(one.announced).toEqual([]);
  });
});

describe('parked edits that are to stay', () => {
  test('are marked for that account alone', async () => {
    const { one, ann, id, parkedAccounts } = await parked();
    await one.connections.replaceToken(id, 'cid-1');
    parkedAccounts.keepParked(id, accountRefOf(ann));
    const marked = one.connections.get(id)!.formerAccounts.map(({ account, isKeptParked }) => [account, isKeptParked]);
    expect(marked).toEqual([
      ['bob', false],
      ['ann', true],
    ]);
  });

  test('are forgotten by nobody who says so at the end of the program', async () => {
    const { one, ann, id, parkedAccounts } = await parked();
    await one.connections.close();
    expect(parkedAccounts.keepParked(id, accountRefOf(ann))).toBeNull();
    expect(one.connections.get(id)!.formerAccounts).toMatchObject([{ account: 'ann', isKeptParked: false }]);
  });
});

describe('parked edits of several accounts that keys prove to be one', () => {
  test('stay parked from the moment that a token of another account is given', async () => {
    const one = profile({ accountOf: (token) => ({ account: token, tokenKey: token }) });
    const first = await added(one, { token: 'ann' });
    const { id } = first;
    one.connections.change(id, { paused: true });
    one.edit(first, 'of the first token');
    await one.connections.replaceToken(id, 'ann-too');
    const second = one.connections.get(id)!;
    const keys = Array.from({ length: 150 }, (_, at) => ({ network: 'public' as const, id: fakeId(at + 2) }));
    const changes = [{ field: 'name' as const, base: 'a name', mine: 'mine' }];
    one.queue.enqueue(
      id,
      accountRefOf(second),
      'a change set',
      keys.map((key) => ({ key, changes })),
    );
    await one.connections.replaceToken(id, 'ann-again');
    const users = ['ann', 'ann-too', 'ann-again'].map((key) => observedKey(aKey({ id: key, key, userId: 'the-user' })));
    one.tables.keys.put(id, users, { seenAtMs: one.clock.nowMs(), scanId: 'a scan' });
    one.clock.onYield = () => {
      one.clock.onYield = () => undefined;
      one.connections.change(id, { account: 'bob', tokenKey: 'bob' });
    };
    await one.connections.parkedAccounts.adoptProven(id);
    const parked = [first, second].map((of) => one.parked.filesOf(id, accountRefOf(of)).length);
    expect(parked).toEqual([1, 50]);
  });
});

import { describe, expect, test } from 'vitest';
import type { RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import { fakeFile } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';
import { answered, failing } from '../push/failures.ts';
import { mirroredKeys, serving } from './listed-keys.ts';

describe('permission', () => {
  const forbid = (world: SyncWorld, area: 'listKeys' | 'listFiles', failure: RemoteFailure): void => {
    world.fake.faultOf = ({ name }) => (name === area ? failing(failure) : null);
  };

  test.each([401, 403, 404])(
    'a token that may not list keys (%i) is a fact about keys and no failure',
    async (status) => {
      const world = serving(3);
      world.fake.put(fakeFile(1));
      forbid(world, 'listKeys', answered(status));
      expect(await world.pull()).toEqual({ ok: true, value: null });
      expect(world.connection.learnt.keys).toEqual({
        kind: 'no',
        checkedAtMs: world.clock.nowMs(),
        words: `${status}: status ${status}`,
        requestId: `request-${status}`,
      });
      expect(world.shown(1)).not.toBeNull();
    },
  );

  test.each([401, 403])('a token that may not list files (%i) still lists keys', async (status) => {
    const world = serving(3);
    forbid(world, 'listFiles', answered(status));
    expect(await world.pull()).toEqual({ ok: true, value: null });
    expect(mirroredKeys(world)).toHaveLength(3);
    expect(world.connection.learnt).toMatchObject({
      updates: { kind: 'notChecked' },
      listing: { kind: 'no' },
      keys: { kind: 'yes' },
    });
  });

  test('a token that is good for neither is refused', async () => {
    const world = serving(3);
    world.fake.faultOf = () => failing(answered(401));
    expect(await world.pull()).toMatchObject({ ok: false, failure: { status: 401 } });
  });

  test('a token that was good for both and is now for neither is refused', async () => {
    const world = serving(3);
    await world.pull();
    world.fake.faultOf = () => failing(answered(401));
    expect(await world.pull()).toMatchObject({ ok: false, failure: { status: 401 } });
  });

  test('a failure of another kind is one of the whole check', async () => {
    const world = serving(3);
    forbid(world, 'listKeys', answered(500));
    expect(await world.pull()).toMatchObject({ ok: false, failure: { status: 500 } });
    expect(world.connection.learnt.keys).toEqual({ kind: 'notChecked' });
  });
});

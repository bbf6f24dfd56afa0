import { expect, test } from 'vitest';
import { httpService } from '../../../electron/remote/http-service.ts';
import { accountOf } from '../../../electron/remote/token.ts';
import { probe } from '../../../electron/sync/connection/probe.ts';
import { startedPractice } from '../../practice/started-practice.ts';
import { fakeFile } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';
import { answered, failing } from '../push/failures.ts';

const probed = async (name: 'admin' | 'filesOnly' | 'readOnly') => {
  // Few keys, so that the first page has the token's own.
  const practice = await startedPractice({ keyCount: 8 });
  const token = practice.tokens[name];
  const { tokenKey } = accountOf(token);
  const service = httpService({ baseUrl: practice.baseUrl, token });
  const found = await probe(service, { nowMs: 0, tokenKey }, new AbortController().signal);
  if (!found.ok) throw new Error(JSON.stringify(found.failure));
  return found.value.may;
};

test('a probe changes nothing, so it leaves open whether a token may change files', async () => {
  expect(await probed('readOnly')).toMatchObject({ listing: { kind: 'yes' }, updates: { kind: 'notChecked' } });
  expect(await probed('filesOnly')).toMatchObject({ listing: { kind: 'yes' }, updates: { kind: 'notChecked' } });
});

test('the scopes of the token’s own key say that it may change files', async () => {
  expect((await probed('admin')).updates.kind).toBe('yes');
});

async function afterUpdate(status: number | null): Promise<SyncWorld> {
  const world = new SyncWorld();
  world.fake.put(fakeFile(1));
  await world.copy();
  if (status !== null) world.fake.next('updateFile', failing(answered(status)));
  world.edit(1, { name: 'mine' });
  await world.push();
  return world;
}

test('an update that was answered shows that the token may change files', async () => {
  expect((await afterUpdate(null)).connection.learnt.updates.kind).toBe('yes');
});

test('an update that was forbidden shows that it may not, in the words of the service, until one is answered', async () => {
  const world = await afterUpdate(403);
  const told = { words: '403: status 403', requestId: 'request-403' };
  expect(world.connection.learnt.updates).toEqual({ kind: 'no', checkedAtMs: world.clock.nowMs(), ...told });
  world.edit(1, { name: 'mine again' });
  await world.push();
  expect(world.connection.learnt.updates.kind).toBe('yes');
});

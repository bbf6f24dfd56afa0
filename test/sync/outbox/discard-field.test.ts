import { expect, test, vi } from 'vitest';
import { decisionHandlers } from '../../../electron/ipc/changes/decision-handlers.ts';
import { historyOf } from '../../../electron/ipc/files/file-handlers.ts';
import type { Field } from '../../../src/domain/files/field.ts';
import { fakeId } from '../../support/fake-service.ts';
import { answered, applying, failing, noAnswer } from '../push/failures.ts';
import { InMemorySync } from '../in-memory-sync.ts';

vi.setConfig({ testTimeout: 60_000 });

const key = { network: 'public', id: fakeId(1) } as const;
const discard = (one: InMemorySync, field: Field): unknown =>
  decisionHandlers(one.slices)['changes.discardField']({ connectionId: one.world.connection.id, key, field });
const ok = (isDiscarded: boolean) => ({ ok: true, value: { isDiscarded } });

async function withTwoFields(): Promise<InMemorySync> {
  const one = new InMemorySync();
  await one.files(1);
  one.changeFile(1, { name: 'mine', 'key:env': 'live' }, 'Change 2 fields');
  return one;
}

const name = { field: 'name', base: 'file 1', mine: 'mine', status: 'queued' };
const env = { field: 'key:env', base: 'test', mine: 'live', status: 'queued' };
const title = 'Discard: env of file 1';

test('one field is taken back, the other one is sent, and undo queues the first again', async () => {
  const one = await withTwoFields();
  expect(discard(one, 'key:env')).toEqual(ok(true));
  expect([one.world.open(1), one.world.shown(1)!.keyvalues, one.state]).toEqual([
    [name],
    { env: 'test' },
    [title, null],
  ]);
  await one.world.push();
  expect(one.world.served(1)).toEqual({ name: 'mine', keyvalues: { env: 'test' } });

  await one.undoOnce();
  expect([one.world.open(1), one.state]).toEqual([[env], ['Change 2 fields', title]]);
  await one.redoOnce();
  expect([one.world.open(1), one.state]).toEqual([[], [title, null]]);
  await one.undoOnce();
  await one.world.push();
  expect(one.world.served(1)).toEqual({ name: 'mine', keyvalues: { env: 'live' } });
});

test('the discarded value stays in the history of the file', async () => {
  const one = await withTwoFields();
  discard(one, 'key:env');
  const entries = historyOf(one.slices, one.world.of(1)).map(({ field, value, status }) => [field, value, status]);
  expect(entries).toContainEqual(['key:env', 'live', 'discarded']);
});

test('a field that may have arrived cannot be taken back until its answer is known', async () => {
  const one = await withTwoFields();
  one.world.fake.next('updateFile', applying(noAnswer));
  await one.world.push();
  const waiting = one.world.open(1);
  expect(discard(one, 'key:env')).toEqual(ok(false));
  expect([one.world.open(1), one.state]).toEqual([waiting, ['Change 2 fields', null]]);
});

test('a refused field goes alone, and the words of the refusal stay for the other', async () => {
  const one = await withTwoFields();
  one.world.fake.next('updateFile', failing(answered(400)));
  await one.world.push();
  expect(one.world.open(1).map(({ status }) => status)).toEqual(['refused', 'refused']);
  discard(one, 'key:env');
  expect(one.world.open(1)).toEqual([{ ...name, status: 'refused' }]);
  expect(one.world.outbox.openEdits(one.world.of(1))[0]!.refusal).not.toBeNull();
  await one.undoOnce();
  expect(one.world.open(1).map(({ status }) => status)).toEqual(['refused', 'refused']);
});

test('a conflicted field that is taken back leaves the service as it is, and undo brings the conflict back', async () => {
  const one = await withTwoFields();
  one.world.fake.change('public', fakeId(1), { name: 'theirs' });
  await one.world.push();
  const conflict = { ...name, status: 'conflicted' };
  expect(one.world.open(1)).toEqual([conflict]);
  discard(one, 'name');
  expect([one.world.open(1), one.world.shown(1)!.name]).toEqual([[], 'theirs']);
  await one.undoOnce();
  expect(one.world.open(1)).toEqual([conflict]);
});

test('a value typed since stays when the discard is undone', async () => {
  const one = await withTwoFields();
  discard(one, 'key:env');
  one.world.edit(1, { 'key:env': 'newer' });
  await one.undoOnce();
  expect(one.world.open(1)).toEqual([name, { ...env, mine: 'newer' }]);
});

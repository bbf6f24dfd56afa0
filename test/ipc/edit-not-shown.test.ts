import { expect, test } from 'vitest';
import { decisionHandlers, undoHandlers } from '../../electron/ipc/changes/decision-handlers.ts';
import { fileHandlers } from '../../electron/ipc/files/file-handlers.ts';
import { SLICE_FILES } from '../../electron/sync/yielding.ts';
import type { EditId } from '../../src/domain/core/ids.ts';
import { fakeId } from '../support/fake-service.ts';
import type { InMemorySync } from '../sync/in-memory-sync.ts';
import { inMemorySync } from '../sync/push/overtaken.ts';

const full = new Error('the mirror is full');
const key = { network: 'public' as const, id: fakeId(1) };

function fillMirror({ world }: InMemorySync): void {
  world.tables.files.projectAll = () => {
    throw full;
  };
}

test('an edit that cannot be shown is sent all the same', async () => {
  const one = await inMemorySync();
  const { connection } = one.world;
  const told: unknown[] = [];
  fillMirror(one);
  const running = () => ({ send: (event: unknown) => told.push(event) }) as never;
  const connections = Object.assign(one.slices.connections, { running });
  const handlers = fileHandlers({ ...one.slices, connections, report: (error) => told.push(error) });
  const changes = [{ field: 'name' as const, base: 'file 1', mine: 'mine' }];
  const reply = handlers['files.edit']({ connectionId: connection.id, key, changes });
  expect(reply.ok).toBe(true);
  await one.world.queue.shown();
  expect(told).toEqual([{ kind: 'editQueued' }, full]);
});

/** A file whose name somebody else changed as well. */
async function conflicted(): Promise<{ one: InMemorySync; edit: EditId }> {
  const one = await inMemorySync();
  const edit = one.changeFile(1, { name: 'mine' }, 'Rename it');
  one.world.fake.change('public', fakeId(1), { name: 'theirs' });
  await one.world.push();
  expect(one.world.statusOf(edit)).toBe('conflicted');
  return { one, edit };
}

test.each(['changes.decide', 'changes.decideSame'] as const)(
  '%s that cannot be shown is answered as made, and wakes the push',
  async (channel) => {
    const { one, edit } = await conflicted();
    const { id: connectionId } = one.world.connection;
    const announced: string[] = [];
    const handlers = decisionHandlers({ ...one.slices, announce: (name) => void announced.push(name) });
    fillMirror(one);
    const reply =
      channel === 'changes.decide'
        ? handlers[channel]({
            ...{ connectionId, key },
            decisions: [{ field: 'name', choice: { kind: 'server' }, server: 'theirs' }],
          })
        : await handlers[channel]({
            ...{ connectionId, field: 'name', choice: 'server' },
            seenAtMs: one.world.clock.nowMs(),
          });
    expect([reply.ok, one.world.statusOf(edit), one.world.bugs]).toEqual([true, 'discarded', [full]]);
    expect(announced).toEqual(['files.changed', 'changes.changed', 'status.changed']);
  },
);

test.each([
  ['changes.hold', 'held'],
  ['changes.discard', 'discarded'],
  ['changes.takeBack', 'discarded'],
] as const)('%s of an edit that cannot be shown is answered as done', async (channel, status) => {
  const one = await inMemorySync();
  const edit = one.changeFile(1, { name: 'mine' });
  fillMirror(one);
  const target = { editId: edit };
  const reply = await decisionHandlers(one.slices)[channel]({ connectionId: one.world.connection.id, target });
  expect([reply.ok, one.world.statusOf(edit), one.world.bugs]).toEqual([true, status, [full]]);
});

test('a field whose discard cannot be shown is answered as discarded', async () => {
  const one = await inMemorySync();
  const edit = one.changeFile(1, { name: 'mine' });
  fillMirror(one);
  const { id: connectionId } = one.world.connection;
  const reply = decisionHandlers(one.slices)['changes.discardField']({ connectionId, key, field: 'name' });
  expect([reply, one.world.statusOf(edit)]).toEqual([{ ok: true, value: { isDiscarded: true } }, 'discarded']);
});

test('an undo of many files that cannot be shown is carried out whole, and the next one is of the step below', async () => {
  const files = SLICE_FILES + 1;
  const one = await inMemorySync(files);
  one.changeFile(1, { name: 'mine' }, 'Rename it');
  const keys = Array.from({ length: files }, (_, at) => ({ network: 'public' as const, id: fakeId(at + 1) }));
  const plan = await one.planned(keys, [{ kind: 'setKey', key: 'env', value: 'prod' }]);
  one.undo.queued(one.world.connection.id, 'Set env', one.plans.apply(plan, one.accountRef)!.id);
  fillMirror(one);
  const { id: connectionId } = one.world.connection;
  const undo = undoHandlers(one.slices)['undo.undo'];
  expect(await undo({ connectionId })).toMatchObject({ ok: true, value: { undo: 'Rename it', redo: 'Set env' } });
  expect(one.world.outbox.filesWithOpenChanges(connectionId)).toHaveLength(1);
  expect(await undo({ connectionId })).toMatchObject({ ok: true, value: { undo: null, redo: 'Rename it' } });
});

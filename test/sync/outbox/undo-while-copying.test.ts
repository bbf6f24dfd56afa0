import { describe, expect, test } from 'vitest';
import { decisionHandlers } from '../../../electron/ipc/changes/decision-handlers.ts';
import { fakeId } from '../../support/fake-service.ts';
import { InMemorySync } from '../in-memory-sync.ts';
import { applying, failing, noAnswer } from '../push/failures.ts';

/** The person has the mirror made anew: the queue stays, and no file is copied yet. */
function loseMirror({ world }: InMemorySync): void {
  world.tables.files.wipe(world.connection.id);
  world.sync.sync.pullPosition.at = null;
}

async function renamed(files = 1): Promise<InMemorySync> {
  const one = new InMemorySync();
  await one.files(files);
  for (let number = 1; number <= files; number++)
    one.changeFile(number, { name: `mine ${number}` }, `Rename ${number}`);
  await one.world.push();
  return one;
}

/** Until no update is worth another try. */
async function sendAllThrough(one: InMemorySync): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await one.world.clock.advance(120_000);
    await one.world.push();
  }
}

describe('undo while the mirror is copied again', () => {
  test('takes a sent edit back on top of the value it left, and redo brings it back', async () => {
    const one = await renamed();
    loseMirror(one);
    await expect(one.undoOnce()).resolves.toEqual({ title: 'Rename 1', isChanged: true });
    expect(one.world.open(1)).toEqual([{ field: 'name', base: 'mine 1', mine: 'file 1', status: 'queued' }]);
    expect(one.state).toEqual([null, 'Rename 1']);
    await one.world.copy();
    expect(one.world.shown(1)).toMatchObject({ name: 'file 1' });
    await one.world.push();
    expect(one.world.served(1)).toMatchObject({ name: 'file 1' });
    await one.redoOnce();
    await one.world.push();
    expect(one.world.served(1)).toMatchObject({ name: 'mine 1' });
  });

  test('starts from the newest value that the person sent, whichever edit is taken back', async () => {
    const one = await renamed();
    const [first] = one.world.outbox.keptEdits(one.world.of(1));
    one.changeFile(1, { name: 'again' });
    await one.world.push();
    loseMirror(one);
    await one.undo.takeBack(one.world.connection.id, one.accountRef, 'Undo: Rename 1', [first!.id]);
    expect(one.world.open(1)).toEqual([{ field: 'name', base: 'again', mine: 'file 1', status: 'queued' }]);
    await one.undoOnce();
    await one.undoOnce();
    await one.world.push();
    expect([one.world.served(1)?.name, one.world.open(1)]).toEqual(['mine 1', []]);
  });

  test('asks where somebody else wrote since', async () => {
    const one = await renamed();
    loseMirror(one);
    one.world.fake.change('public', fakeId(1), { name: 'theirs' });
    await one.undoOnce();
    await one.world.copy();
    await one.world.push();
    expect(one.world.open(1)).toMatchObject([{ mine: 'file 1', status: 'conflicted' }]);
    expect(one.world.served(1)).toMatchObject({ name: 'theirs' });
  });

  test('sends the value of the service back that a decision has replaced', async () => {
    const one = new InMemorySync();
    await one.files(1);
    one.changeFile(1, { name: 'mine' });
    one.world.fake.change('public', fakeId(1), { name: 'theirs' });
    await one.world.push();
    decisionHandlers(one.slices)['changes.decide']({
      connectionId: one.world.connection.id,
      key: { network: 'public', id: fakeId(1) },
      decisions: [{ field: 'name', choice: { kind: 'mine' }, server: 'theirs' }],
    });
    await one.world.push();
    expect(one.world.served(1)).toMatchObject({ name: 'mine' });
    loseMirror(one);
    await one.undoOnce();
    expect(one.world.open(1)).toEqual([{ field: 'name', base: 'mine', mine: 'theirs', status: 'queued' }]);
    await one.world.push();
    expect(one.world.served(1)).toMatchObject({ name: 'theirs' });
  });

  test('takes a held edit back whose update had landed, and one whose update never did', async () => {
    const one = new InMemorySync();
    await one.files(2);
    for (const number of [1, 2]) one.changeFile(number, { name: `mine ${number}` }, `Rename ${number}`);
    one.world.fake.next('updateFile', applying(noAnswer));
    one.world.fake.next('updateFile', failing(noAnswer));
    await one.world.push();
    one.world.queue.hold(
      [1, 2].flatMap((number) => one.world.outbox.openEdits(one.world.of(number)).map(({ id }) => id)),
    );
    for (const number of [1, 2]) one.world.edit(number, { 'key:env': 'prod' });
    await sendAllThrough(one);
    expect([one.world.served(1)?.name, one.world.served(2)?.name]).toEqual(['mine 1', 'file 2']);
    loseMirror(one);
    await one.undoOnce();
    await one.undoOnce();
    await one.world.copy();
    await sendAllThrough(one);
    expect([one.world.served(1)?.name, one.world.served(2)?.name]).toEqual(['file 1', 'file 2']);
    expect([one.world.open(1), one.world.open(2)]).toEqual([[], []]);
  });

  test('leaves a file alone that the whole mirror lacks: it is gone', async () => {
    const one = await renamed(2);
    loseMirror(one);
    one.world.fake.remove('public', fakeId(2));
    await one.world.copy();
    await one.world.push();
    await expect(one.undoOnce()).resolves.toEqual({ title: 'Rename 2', isChanged: false });
    expect(one.world.open(2)).toEqual([]);
  });
});

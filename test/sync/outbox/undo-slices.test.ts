import { describe, expect, test, vi } from 'vitest';
import type { ChangeSetId, EditId } from '../../../src/domain/core/ids.ts';
import { SLICE_FILES } from '../../../electron/sync/yielding.ts';
import { decisionHandlers } from '../../../electron/ipc/changes/decision-handlers.ts';
import { aProfile, temporaryDirectory } from '../../support/database.ts';
import { fakeId } from '../../support/fake-service.ts';
import { InMemorySync } from '../in-memory-sync.ts';

vi.setConfig({ testTimeout: 60_000 });

const FILES = SLICE_FILES * 2 + 10;
const TITLE = `Set env on ${FILES} files`;

async function large(one: InMemorySync): Promise<ChangeSetId> {
  const keys = await one.files(FILES);
  const { id: connectionId } = one.world.connection;
  const plan = await one.planned(keys, [{ kind: 'setKey', key: 'env', value: 'prod' }]);
  const { id } = one.plans.apply(plan, one.accountRef)!;
  one.undo.queued(connectionId, TITLE, id);
  return id;
}
const waiting = (one: InMemorySync): number => one.world.outbox.filesWithOpenChanges(one.world.connection.id).length;
const shownEnvs = (one: InMemorySync) =>
  new Set(Array.from({ length: FILES }, (_, at) => one.world.replayed(at + 1)!.keyvalues['env']));
const statuses = (one: InMemorySync, ids: readonly EditId[]) => new Set(ids.map((id) => one.world.statusOf(id)));

/** Breaks off at the first pause. */
function breakOff({ world }: InMemorySync): void {
  const crash = new Error('broken off');
  world.clock.onYield = () => {
    world.clock.onYield = () => undefined;
    throw crash;
  };
}

describe('undo of a large change set', () => {
  test('lets others have their turns, and is one step there and back', async () => {
    const one = new InMemorySync();
    const set = await large(one);
    const left: number[] = [];
    one.world.clock.onYield = () => void left.push(waiting(one));
    await one.undoOnce();
    expect(left).toEqual([FILES - SLICE_FILES, FILES - 2 * SLICE_FILES]);
    expect([waiting(one), one.state]).toEqual([0, [null, TITLE]]);
    await one.redoOnce();
    expect([waiting(one), one.state]).toEqual([FILES, [TITLE, null]]);
    expect(statuses(one, one.world.outbox.editIdsOfSet(set))).toEqual(new Set(['queued']));
    expect(shownEnvs(one)).toEqual(new Set(['prod']));
  });

  test('that was sent is one change set of inverse edits', async () => {
    const one = new InMemorySync();
    await large(one);
    await one.world.push();
    await one.undoOnce();
    const sets = new Set(
      Array.from({ length: FILES }, (_, at) => one.setOf(one.slices.editsOfFile(one.world.of(at + 1), 1)[0]!)),
    );
    expect([sets.size, waiting(one), one.state]).toEqual([1, FILES, [null, TITLE]]);
    expect(one.slices.queries.set([...sets][0]!, one.accountRef)).toMatchObject({ files: FILES, queued: FILES });
    await one.world.push();
    expect(one.world.served(FILES)!.keyvalues['env']).toBe('test');
  });

  test('asked for twice is done once and then the step below', async () => {
    const one = new InMemorySync();
    one.world.clock.onYield = () => undefined;
    await one.files(FILES);
    one.changeFile(1, { name: 'mine' }, 'Rename it');
    await large(one);
    await Promise.all([one.undoOnce(), one.undoOnce()]);
    expect([waiting(one), one.state]).toEqual([0, [null, 'Rename it']]);
  });

  test('leaves a change set that was made meanwhile on top, and cannot be done again below it', async () => {
    const one = new InMemorySync();
    await large(one);
    one.world.clock.onYield = () => {
      one.world.clock.onYield = () => undefined;
      one.changeFile(1, { name: 'meanwhile' }, 'Rename it');
    };
    await one.undoOnce();
    expect([one.state, one.world.shown(1)]).toEqual([
      ['Rename it', null],
      { name: 'meanwhile', keyvalues: { env: 'test' } },
    ]);
    await one.undoOnce();
    expect([one.state, waiting(one)]).toEqual([[null, 'Rename it'], 0]);
  });

  test('that broke off is still to be undone, and asked for again is finished and nothing more', async () => {
    const one = new InMemorySync();
    await one.files(FILES);
    one.changeFile(1, { name: 'mine' }, 'Rename it');
    await large(one);
    breakOff(one);
    await expect(one.undoOnce()).rejects.toThrow('broken off');
    expect([waiting(one), one.state]).toEqual([FILES - SLICE_FILES + 1, [TITLE, null]]);
    await one.undoOnce();
    expect([waiting(one), one.state]).toEqual([1, ['Rename it', TITLE]]);
  });

  test('that broke off leaves alone what it had done and was edited since', async () => {
    const one = new InMemorySync();
    await large(one);
    await one.world.push();
    breakOff(one);
    await expect(one.undoOnce()).rejects.toThrow('broken off');
    one.changeFile(1, { 'key:env': 'newer' }, 'Set env');
    await one.undo.resume(one.world.connection.id);
    expect([one.world.shown(1)!.keyvalues, one.world.shown(FILES)!.keyvalues]).toEqual([
      { env: 'newer' },
      { env: 'test' },
    ]);
  });
});

test('an undo goes no further once the app closes, which waits for its part, and the next start does the rest', async () => {
  const one = new InMemorySync();
  await large(one);
  const closed: Promise<void>[] = [];
  one.world.clock.onYield = () => void closed.push(one.undo.close());
  await one.undoOnce();
  await Promise.all(closed);
  expect([waiting(one), one.state]).toEqual([FILES - SLICE_FILES, [TITLE, null]]);
});

describe('after a crash in the middle', () => {
  async function crashed(
    before: (one: InMemorySync) => Promise<unknown>,
    act: (one: InMemorySync) => Promise<unknown>,
  ): Promise<InMemorySync> {
    const directory = temporaryDirectory();
    const profile = aProfile(directory);
    const one = new InMemorySync({}, profile);
    await large(one);
    await before(one);
    breakOff(one);
    await expect(act(one)).rejects.toThrow('broken off');
    await one.world.sync.close();
    profile.close();
    const again = new InMemorySync({}, aProfile(directory));
    // The ids of this run are others than those of the one before.
    for (let used = 0; used < 10 * FILES; used++) again.world.random.uuid();
    const resume = () => again.undo.resume(again.world.connection.id);
    expect([await resume(), await resume()]).toEqual([true, false]);
    return again;
  }
  const nothing = (): Promise<void> => Promise.resolve();

  test('an undo is finished at the next start, and redone whole', async () => {
    const one = await crashed(nothing, (desk) => desk.undoOnce());
    expect([waiting(one), one.state, shownEnvs(one)]).toEqual([0, [null, TITLE], new Set(['test'])]);
    await one.redoOnce();
    expect([waiting(one), one.state]).toEqual([FILES, [TITLE, null]]);
  });

  test('a redo is finished too', async () => {
    const one = await crashed(
      (desk) => desk.undoOnce(),
      (desk) => desk.redoOnce(),
    );
    expect([waiting(one), one.state]).toEqual([FILES, [TITLE, null]]);
  });

  test('so is the undo of what was sent, each file changed back once', async () => {
    const one = await crashed(
      async (desk) => void (await desk.world.push()),
      (desk) => desk.undoOnce(),
    );
    expect([waiting(one), one.state]).toEqual([FILES, [null, TITLE]]);
    const edits = Array.from({ length: FILES }, (_, at) => one.slices.editsOfFile(one.world.of(at + 1), 9).length);
    expect(new Set(edits)).toEqual(new Set([2]));
  });

  test('so is a discard, which is then one change set', async () => {
    const one = await crashed(nothing, async (desk) => {
      const changeSetId = desk.setOf(desk.slices.editsOfFile(desk.world.of(1), 1)[0]!);
      const { id: connectionId } = desk.world.connection;
      return await decisionHandlers(desk.slices)['changes.discard']({ connectionId, target: { changeSetId } });
    });
    expect([waiting(one), one.state[0]]).toEqual([0, `Discard: Set env = prod on ${FILES} files`]);
    await one.undoOnce();
    expect([waiting(one), one.state[0]]).toEqual([FILES, TITLE]);
  });

  test('nothing is left to finish, and starting once more changes nothing', async () => {
    const one = await crashed(nothing, (desk) => desk.undoOnce());
    const before = one.rows();
    await one.undo.resume(one.world.connection.id);
    expect(one.rows()).toEqual(before);
  });
});

test('two edits of one file are taken back together, whatever lies between them', async () => {
  const one = new InMemorySync();
  const set = await large(one);
  await one.world.push();
  await one.undoOnce();
  await one.world.push();
  // The step that does it again holds edits of every file twice over once it was undone and redone while waiting.
  await one.redoOnce();
  await one.undoOnce();
  await one.redoOnce();
  await one.world.push();
  expect(one.world.served(1)!.keyvalues['env']).toBe('prod');
  expect(one.world.outbox.editIdsOfSet(set)).toHaveLength(FILES);
});

test('holding, releasing and the same choice in every file lets others have their turns', async () => {
  const one = new InMemorySync();
  const changeSetId = await large(one);
  const { id: connectionId } = one.world.connection;
  let pauses = 0;
  one.world.clock.onYield = () => void pauses++;
  const ask = decisionHandlers(one.slices);
  await ask['changes.hold']({ connectionId, target: { changeSetId } });
  await ask['changes.release']({ connectionId, target: { changeSetId } });
  expect(pauses).toBe(4);
  for (let file = 1; file <= FILES; file++) {
    one.world.fake.change('public', fakeId(file), { keyvalues: new Map([['env', 'theirs']]) });
  }
  await one.world.push();
  pauses = 0;
  const decided = await ask['changes.decideSame']({
    connectionId,
    ...{ field: 'key:env', choice: 'mine', seenAtMs: one.world.clock.nowMs() },
  });
  // Three while the conflicts are read, and two between the parts of the decision.
  expect([decided, pauses]).toEqual([{ ok: true, value: { files: FILES } }, 3 + 2]);
  await one.world.push();
  expect(one.world.served(FILES)!.keyvalues['env']).toBe('prod');
});

test('a large change set stands on what waits for a file, as a small one does', async () => {
  const one = new InMemorySync();
  await one.files(FILES);
  const held = one.changeFile(1, { 'key:env': 'first' });
  one.world.queue.hold([held]);
  const keys = Array.from({ length: FILES }, (_, at) => ({ network: 'public' as const, id: fakeId(at + 1) }));
  const setEnv = [{ kind: 'setKey' as const, key: 'env', value: 'prod' }];
  one.plans.apply(await one.planned(keys, setEnv), one.accountRef);
  expect([1, 2].map((file) => one.world.open(file).map(({ base, mine }) => [base, mine]))).toEqual([
    [
      ['test', 'first'],
      ['test', 'prod'],
    ],
    [['test', 'prod']],
  ]);
});

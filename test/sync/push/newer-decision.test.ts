import { describe, expect, test } from 'vitest';
import { importFiles } from '../../../electron/sync/bulk/import-files.ts';
import { parseIdList } from '../../../electron/sync/bulk/id-list.ts';
import { VERIFY_AFTER_MS } from '../../../src/domain/edits/late-landings.ts';
import { linesHere } from '../../support/lines-here.ts';
import type { InMemorySync } from '../in-memory-sync.ts';
import { answered, applyingLate, failing, noAnswer } from './failures.ts';
import { at, inMemorySync } from './overtaken.ts';

async function rounds(one: InMemorySync, count: number): Promise<void> {
  for (let round = 0; round < count; round++) {
    await at(one, VERIFY_AFTER_MS);
    await one.world.push();
  }
}

describe('a delayed check', () => {
  test.each([
    ['was told to wait', failing(answered(429))],
    ['got no answer', failing(noAnswer)],
  ])('leaves a decision for an older edit whose first update %s', async (_how, fault) => {
    const one = await inMemorySync();
    const first = one.changeFile(1, { name: 'first' });
    one.world.fake.next('updateFile', fault);
    await one.world.push();
    one.world.queue.hold([first]);
    one.changeFile(1, { name: 'second' });
    await at(one, 61_000);
    await one.world.push();
    one.world.queue.release([first]);
    await one.world.push();
    expect(one.world.open(1)).toMatchObject([{ mine: 'first', status: 'conflicted' }]);
    one.world.queue.decide(one.world.of(1), [{ field: 'name', choice: { kind: 'mine' } }]);
    await one.world.push();
    await rounds(one, 3);
    expect([one.world.served(1)?.name, one.world.open(1)]).toEqual(['first', []]);
  });

  test('puts a late older value right that was typed, undone and typed again', async () => {
    const one = await inMemorySync();
    one.changeFile(1, { name: 'first' });
    one.world.fake.next('updateFile', applyingLate(noAnswer));
    await one.world.push();
    one.changeFile(1, { name: 'second' });
    await one.undoOnce();
    one.changeFile(1, { name: 'second' });
    await at(one, 61_000);
    await one.world.push();
    one.world.fake.applyLate();
    expect(one.world.served(1)?.name).toBe('first');
    await rounds(one, 4);
    expect(one.world.served(1)?.name).toBe('second');
  });

  test('puts a late older value right where the same change was made on earlier days', async () => {
    const one = await inMemorySync();
    for (let day = 0; day < 2; day++)
      for (const value of ['draft', 'final']) {
        one.changeFile(1, { 'key:status': value });
        await one.world.push();
        await at(one, 12 * 60 * 60_000);
      }
    one.changeFile(1, { 'key:status': 'draft' });
    one.world.fake.next('updateFile', applyingLate(noAnswer));
    await one.world.push();
    one.changeFile(1, { 'key:status': 'final' });
    await at(one, 61_000);
    await one.world.push();
    one.world.fake.applyLate();
    expect(one.world.served(1)?.keyvalues).toMatchObject({ status: 'draft' });
    await rounds(one, 4);
    expect(one.world.served(1)?.keyvalues).toMatchObject({ status: 'final' });
  });
});

describe('a conflict whose lost update', () => {
  const decisions: readonly (readonly [string, (one: InMemorySync) => unknown])[] = [
    [
      'decided for the service',
      ({ world }) => world.queue.decide(world.of(1), [{ field: 'name', choice: { kind: 'server' } }]),
    ],
    ['undone', (one) => one.undoOnce()],
    ['discarded', ({ world }) => world.queue.discard(world.outbox.openEdits(world.of(1)).map(({ id }) => id))],
    ['discarded by its field', ({ world }) => world.queue.discardField(world.of(1), 'name')],
  ];

  async function conflict(): Promise<InMemorySync> {
    const one = await inMemorySync();
    one.changeFile(1, { name: 'mine' });
    one.world.fake.next('updateFile', applyingLate(noAnswer));
    await one.world.push();
    one.world.fake.change('public', one.world.of(1).id, { name: 'theirs' });
    await at(one, 10_000);
    await one.world.push();
    expect(one.world.open(1)).toMatchObject([{ status: 'conflicted' }]);
    return one;
  }

  // A single field is discarded once its update can land no more.
  test.each(decisions.filter(([how]) => how !== 'discarded by its field'))(
    'lands after it was %s leaves the value of the service',
    async (_how, decide) => {
      const one = await conflict();
      await at(one, 61_000);
      await decide(one);
      one.world.fake.applyLate();
      expect(one.world.served(1)?.name).toBe('mine');
      await rounds(one, 4);
      expect([one.world.served(1)?.name, one.world.open(1)]).toEqual(['theirs', []]);
    },
  );

  test.each(decisions)('landed before it was %s leaves the value that the person saw', async (_how, decide) => {
    const one = await conflict();
    one.world.fake.applyLate();
    await rounds(one, 3);
    await decide(one);
    await rounds(one, 4);
    expect([one.world.served(1)?.name, one.world.open(1)]).toEqual(['theirs', []]);
  });

  test('never lands stays the conflict it was after an undo and a redo', async () => {
    const one = await conflict();
    await at(one, 61_000);
    await one.undoOnce();
    await rounds(one, 2);
    await one.redoOnce();
    await rounds(one, 1);
    expect(one.world.open(1)).toMatchObject([{ mine: 'mine', status: 'conflicted' }]);
    expect(one.world.served(1)?.name).toBe('theirs');
  });
});

test('an update that a crash left behind, and that was undone since, is changed back when it lands', async () => {
  const one = await inMemorySync();
  one.changeFile(1, { name: 'mine' }, 'Rename it');
  one.world.fake.next('updateFile', applyingLate(noAnswer));
  const { endAttempt } = one.world.outbox;
  Object.assign(one.world.outbox, {
    endAttempt: () => {
      throw new Error('The process was killed.');
    },
  });
  await one.world.push().catch(() => undefined);
  Object.assign(one.world.outbox, { endAttempt });
  one.world.outbox.endAbandonedAttempts(one.world.clock.nowMs());
  await one.undoOnce();
  await at(one, 61_000);
  await one.world.push();
  expect([one.world.served(1)?.name, one.world.open(1)]).toEqual(['file 1', []]);
  await at(one, 30_000);
  one.world.fake.applyLate();
  expect(one.world.served(1)?.name).toBe('mine');
  await rounds(one, 4);
  expect(one.world.served(1)?.name).toBe('file 1');
});

test('an import whose read is older than the answer to an update leaves the answer in the mirror', async () => {
  const one = await inMemorySync();
  const { fake } = one.world;
  one.changeFile(1, { name: 'mine' });
  const readFile = fake.readFile.bind(fake);
  let letGo = (): void => undefined;
  const slow = new Promise<void>((resolve) => void (letGo = resolve));
  fake.readFile = async (...input) => {
    fake.readFile = readFile;
    const answer = await readFile(...input);
    await slow;
    return answer;
  };
  const lines = linesHere(parseIdList(one.world.of(1).id), one.world.clock);
  const imported = importFiles(one.world.ports, lines, 'public', new AbortController().signal);
  await one.world.clock.settle();
  await one.world.push();
  expect(one.world.shown(1)?.name).toBe('mine');
  letGo();
  await imported;
  expect(one.world.shown(1)?.name).toBe('mine');
});

import { describe, expect, test } from 'vitest';
import { unfinishedChanges } from '../../../electron/sync/outbox/edits-of-file.ts';
import { noTraits } from '../../../src/domain/connections/connection.ts';
import type { RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import { fakeId } from '../../support/fake-service.ts';
import type { SyncWorld } from '../../support/sync-world.ts';
import { answered, applying, failing, noAnswer } from './failures.ts';
import { inMemorySync } from './overtaken.ts';

type Rule = SyncWorld['connection']['conflictRule'];

const MINUTE = 60_000;
const laterRules: readonly Rule[] = ['ask', 'serverWins'];

const switchTo = (world: SyncWorld, conflictRule: Rule): void =>
  void (world.connection = { ...world.connection, conflictRule });

const served = (world: SyncWorld): string | null | undefined => world.served(1)?.name;

const theyWrite = ({ fake }: SyncWorld, name: string): void => fake.change('public', fakeId(1), { name });

async function tryAgain(world: SyncWorld): Promise<void> {
  await world.clock.advance(2 * MINUTE);
  await world.push();
}

/** A file whose name waits under "mine wins", while somebody else has written another one. */
async function overTheirs() {
  const one = await inMemorySync();
  const { world } = one;
  world.connection = { ...world.connection, learnt: { ...noTraits, keyvaluesMode: 'merge' } };
  switchTo(world, 'mineWins');
  const edit = one.changeFile(1, { name: 'mine' });
  theyWrite(world, 'theirs');
  return { one, world, edit };
}

/** The update of it has failed. */
async function failed(failure: RemoteFailure = answered(409)) {
  const given = await overTheirs();
  given.world.fake.next('updateFile', failing(failure));
  await given.world.push();
  return given;
}

/** Somebody else writes between an update and its answer, which shows it. */
function writtenBeforeAnswer({ fake }: SyncWorld, name: string, meanwhile: () => void): void {
  const update = fake.updateFile.bind(fake);
  fake.updateFile = async (network, id, body, signal) => {
    if (body === '{}') return await update(network, id, body, signal);
    fake.updateFile = update;
    await update(network, id, body, signal);
    fake.change(network, id, { name });
    meanwhile();
    return await update(network, id, '{}', signal);
  };
}

describe.each(laterRules)('after a switch from "mine wins" to "%s"', (rule) => {
  test('a value that the person decided about is overwritten, though the rule had overruled it and another one', async () => {
    const { world, edit } = await failed();
    switchTo(world, 'ask');
    await tryAgain(world);
    world.queue.decide(world.of(1), [{ field: 'name', choice: { kind: 'mine' } }]);
    switchTo(world, 'mineWins');
    theyWrite(world, 'third');
    world.fake.next('updateFile', failing(answered(409)));
    await tryAgain(world);
    switchTo(world, rule);
    theyWrite(world, 'theirs');
    await tryAgain(world);
    expect([world.statusOf(edit), served(world)]).toEqual(['settled', 'mine']);
  });

  test('a held edit is sent over the value that the person has chosen below it', async () => {
    const { world } = await overTheirs();
    const newer = world.edit(1, { name: 'newer' });
    world.fake.next('updateFile', failing(answered(409)));
    await world.push();
    world.queue.hold([newer]);
    switchTo(world, 'ask');
    await tryAgain(world);
    world.queue.decide(world.of(1), [{ field: 'name', choice: { kind: 'server' } }]);
    switchTo(world, rule);
    world.queue.release([newer]);
    await tryAgain(world);
    expect([world.statusOf(newer), served(world)]).toEqual(['settled', 'newer']);
  });

  test('what was typed on top of an edit that waits for another account is not sent over theirs', async () => {
    const { world } = await failed(answered(401));
    world.connection = { ...world.connection, account: 'another account' };
    switchTo(world, rule);
    const typed = world.edit(1, { name: 'typed' });
    await tryAgain(world);
    expect([world.statusOf(typed), served(world)]).toEqual([rule === 'ask' ? 'conflicted' : 'discarded', 'theirs']);
  });
});

test('a decision is undone to its question, though the rule has overruled another value since', async () => {
  const { world } = await failed();
  switchTo(world, 'ask');
  await tryAgain(world);
  const decided = world.queue.decide(world.of(1), [{ field: 'name', choice: { kind: 'mine' } }]);
  switchTo(world, 'mineWins');
  theyWrite(world, 'third');
  world.fake.next('updateFile', failing(answered(409)));
  await tryAgain(world);
  const { again } = world.queue.undecide(world.of(1), decided);
  expect(unfinishedChanges(world.outbox, world.of(1))).toMatchObject([
    { status: 'conflicted', base: 'file 1', mine: 'mine', server: 'theirs' },
  ]);
  world.queue.undecide(world.of(1), again);
  expect(world.open(1)).toEqual([{ field: 'name', base: 'theirs', mine: 'mine', status: 'queued' }]);
  switchTo(world, 'ask');
  theyWrite(world, 'theirs');
  await tryAgain(world);
  expect([world.open(1), served(world)]).toEqual([[], 'mine']);
});

test('an overruled value that comes back after an answer with a third one is asked about', async () => {
  const { world } = await overTheirs();
  writtenBeforeAnswer(world, 'third', () => switchTo(world, 'ask'));
  await world.push();
  expect(world.open(1)).toEqual([{ field: 'name', base: 'file 1', mine: 'mine', status: 'conflicted' }]);
  theyWrite(world, 'theirs');
  await world.clock.advance(5 * MINUTE);
  await world.pull();
  await tryAgain(world);
  expect([world.open(1)[0]?.status, served(world)]).toEqual(['conflicted', 'theirs']);
});

describe('the undo puts back what was overwritten', () => {
  test('by an edit that was held while its update was on its way', async () => {
    const { one, world, edit } = await overTheirs();
    world.fake.onCall = ({ name }) => {
      if (name === 'updateFile') world.queue.hold([edit]);
    };
    await world.push();
    world.fake.onCall = () => undefined;
    expect(world.statusOf(edit)).toBe('settled');
    await one.undoOnce();
    await tryAgain(world);
    expect(served(world)).toBe('theirs');
  });

  test.each([[1], [2]])(
    'by an edit that was held and released after %i updates, the last one without an answer',
    async (updates) => {
      const { one, world, edit } = await (updates === 1 ? overTheirs() : failed());
      world.fake.next('updateFile', applying(noAnswer));
      await tryAgain(world);
      world.queue.hold([edit]);
      world.queue.release([edit]);
      await tryAgain(world);
      expect(world.statusOf(edit)).toBe('settled');
      await one.undoOnce();
      await tryAgain(world);
      expect([served(world), world.gaveWay(1).length]).toEqual(['theirs', 1]);
    },
  );
});

test('a table with a value that was taken back from one field asks about theirs, which nobody has seen', async () => {
  const { one, world } = await failed();
  world.queue.discardField(world.of(1), 'name');
  await world.pull();
  const isOutdated = one.plans.isOutdated(world.of(1), one.plans.records(world.of(1))!);
  expect(isOutdated({ field: 'name', base: 'theirs', mine: 'mine' })).toBe(true);
});

test('an answer that shows the value that the person saw is nothing to ask about: the edits go out again', async () => {
  const { one, world } = await failed();
  one.changeFile(1, { name: 'newer' });
  writtenBeforeAnswer(world, 'file 1', () => undefined);
  await tryAgain(world);
  expect(world.open(1).filter(({ status }) => status === 'conflicted')).toEqual([]);
  await tryAgain(world);
  expect([world.open(1), served(world)]).toEqual([[], 'newer']);
});

import { describe, expect, test } from 'vitest';
import { holdRestored } from '../../../electron/database/recovery/hold-restored.ts';
import { reread } from '../../../electron/sync/ingest/read-file.ts';
import { dryRun } from '../../../electron/sync/push/dry-run.ts';
import { noTraits } from '../../../src/domain/connections/connection.ts';
import type { RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import { fakeId } from '../../support/fake-service.ts';
import { answered, applying, failing, noAnswer, notSent } from './failures.ts';
import { worldOf } from './world-of-files.ts';

type World = Awaited<ReturnType<typeof worldOf>>;
type Rule = World['connection']['conflictRule'];

const MINUTE = 60_000;
const merging = { ...noTraits, keyvaluesMode: 'merge' as const };

const ruled = (over: Partial<World['connection']> = {}) =>
  worldOf(1, { connection: { conflictRule: 'mineWins', learnt: merging, ...over } });

const switchTo = (world: World, conflictRule: Rule): void =>
  void (world.connection = { ...world.connection, conflictRule });

/** The rule becomes another one while the update is on its way. */
function switching(world: World, conflictRule: Rule): void {
  world.fake.onCall = ({ name }) => {
    if (name === 'updateFile') switchTo(world, conflictRule);
  };
}

async function tryAgain(world: World): Promise<void> {
  await world.clock.advance(2 * MINUTE);
  await world.push();
}

/** An edit over a value of somebody else, whose update fails while the rule is switched. */
async function failedMeanwhile(failure: RemoteFailure, rule: Rule = 'ask') {
  const world = await ruled();
  const edit = world.edit(1, { name: 'mine' });
  world.fake.change('public', fakeId(1), { name: 'theirs' });
  world.fake.next('updateFile', failing(failure));
  switching(world, rule);
  await world.push();
  return { world, edit };
}

const asking = [{ field: 'name', base: 'file 1', mine: 'mine', status: 'conflicted' }];

describe('what is judged after a switch from "mine wins" to "ask"', () => {
  test.each<[string, RemoteFailure]>([
    ['was called a conflict', answered(409)],
    ['got no answer', noAnswer],
    ['was never sent', notSent],
    ['broke the service', answered(500)],
    ['came too early', answered(503)],
    ['was refused for its token', answered(401)],
  ])('is asked about where the update over the value of somebody else %s', async (_what, failure) => {
    const { world, edit } = await failedMeanwhile(failure);
    await tryAgain(world);
    expect([world.open(1), world.served(1)?.name]).toEqual([asking, 'theirs']);
    expect(world.ended(edit)).toMatchObject([{ server: 'theirs' }]);
  });

  test('is asked about once: the decision is sent', async () => {
    const { world } = await failedMeanwhile(answered(409));
    await tryAgain(world);
    world.queue.decide(world.of(1), [{ field: 'name', choice: { kind: 'mine' } }]);
    await tryAgain(world);
    expect([world.open(1), world.served(1)?.name]).toEqual([[], 'mine']);
  });

  test('is asked about once where the clock was set back since', async () => {
    const { world } = await failedMeanwhile(answered(409));
    world.clock.setBack(60 * MINUTE);
    world.ports.outbox.setRetryState(world.of(1), null);
    await world.push();
    expect(world.open(1)).toEqual(asking);
    world.queue.decide(world.of(1), [{ field: 'name', choice: { kind: 'mine' } }]);
    await tryAgain(world);
    expect([world.open(1), world.served(1)?.name]).toEqual([[], 'mine']);
  });

  test('is asked about after a retry of what was refused', async () => {
    const { world, edit } = await failedMeanwhile(answered(422));
    expect(world.statusOf(edit)).toBe('refused');
    world.queue.retry([edit]);
    await tryAgain(world);
    expect([world.open(1), world.served(1)?.name]).toEqual([asking, 'theirs']);
  });

  test('is asked about where the person typed over what was refused', async () => {
    const { world } = await failedMeanwhile(answered(422));
    world.edit(1, { name: 'newer' });
    await tryAgain(world);
    expect(world.open(1)).toEqual([{ ...asking[0], mine: 'newer' }]);
    expect(world.served(1)?.name).toBe('theirs');
  });

  test('is asked about where the person typed over what they held', async () => {
    const { world, edit } = await failedMeanwhile(answered(409));
    world.queue.hold([edit]);
    world.edit(1, { name: 'newer' });
    await tryAgain(world);
    expect(world.open(1)).toMatchObject([{ status: 'held' }, { ...asking[0], mine: 'newer' }]);
    expect(world.served(1)?.name).toBe('theirs');
  });

  test.each<[string, 'discard' | 'hold']>([
    ['given up', 'discard'],
    ['held', 'hold'],
  ])('is asked about for a newer edit too, once the edit below it is %s', async (_what, takeOut) => {
    const { world, edit } = await failedMeanwhile(answered(409));
    world.edit(1, { name: 'newer' });
    world.queue[takeOut]([edit]);
    await tryAgain(world);
    expect(world.open(1)).toContainEqual({ field: 'name', base: 'file 1', mine: 'newer', status: 'conflicted' });
    expect(world.served(1)?.name).toBe('theirs');
  });

  test('is asked about for an edit that was queued while the refused one was on its way', async () => {
    const world = await ruled();
    world.edit(1, { name: 'mine' });
    world.fake.change('public', fakeId(1), { name: 'theirs' });
    world.fake.next('updateFile', failing(answered(422)));
    world.fake.onCall = ({ name }) => {
      if (name !== 'updateFile') return;
      world.fake.onCall = () => {};
      world.edit(1, { name: 'newer' });
      switchTo(world, 'ask');
    };
    await world.push();
    await tryAgain(world);
    expect(world.open(1)).toEqual([{ field: 'name', base: 'file 1', mine: 'newer', status: 'conflicted' }]);
    expect(world.served(1)?.name).toBe('theirs');
  });

  test.each<[string, (world: World) => Promise<unknown>]>([
    ['before an update', tryAgain],
    ['by the scan', (world) => reread(world.ports, [world.of(1)], null, new AbortController().signal)],
  ])('is asked about for a newer edit of a file that was found gone %s', async (_when, read) => {
    const { world, edit } = await failedMeanwhile(answered(409));
    const newer = world.edit(1, { name: 'newer' });
    const there = world.fake.files('public');
    world.fake.remove('public', fakeId(1));
    await read(world);
    expect(world.statusOf(newer)).toBe('gone');
    world.fake.put(...there);
    world.queue.discard([edit]);
    world.queue.retry([newer]);
    await tryAgain(world);
    expect(world.open(1)).toEqual([{ field: 'name', base: 'file 1', mine: 'newer', status: 'conflicted' }]);
    expect(world.served(1)?.name).toBe('theirs');
  });

  test('is asked about for the newer edit of a restored queue', async () => {
    const { world, edit } = await failedMeanwhile(answered(409));
    const newer = world.edit(1, { name: 'newer' });
    holdRestored(world.ports.outbox, [edit, newer]);
    world.queue.release([newer]);
    await tryAgain(world);
    expect(world.open(1)).toContainEqual({ field: 'name', base: 'file 1', mine: 'newer', status: 'conflicted' });
    expect(world.served(1)?.name).toBe('theirs');
  });

  test('is asked about where a list brings the value first', async () => {
    const { world } = await failedMeanwhile(answered(409));
    await world.clock.advance(2 * MINUTE);
    await world.pull();
    expect(world.open(1)).toEqual(asking);
  });

  test('is foretold as a question by the dry run', async () => {
    const { world } = await failedMeanwhile(answered(409));
    const { lines } = await dryRun(world.ports, null, new AbortController().signal);
    expect(lines.map(({ verdict }) => verdict)).toEqual(['conflict']);
  });

  test('is asked about where the connection sends without looking', async () => {
    const world = await ruled({ readBeforeWrite: false });
    world.edit(1, { name: 'mine' });
    world.fake.change('public', fakeId(1), { name: 'theirs' });
    await world.pull();
    world.fake.next('updateFile', failing(answered(409)));
    switching(world, 'ask');
    await world.push();
    await tryAgain(world);
    expect([world.open(1), world.served(1)?.name]).toEqual([asking, 'theirs']);
  });

  test('needs no question where the update had landed', async () => {
    const world = await ruled();
    const edit = world.edit(1, { name: 'mine' });
    world.fake.change('public', fakeId(1), { name: 'theirs' });
    world.fake.next('updateFile', applying(noAnswer));
    switching(world, 'ask');
    await world.push();
    await tryAgain(world);
    expect([world.statusOf(edit), world.served(1)?.name]).toEqual(['settled', 'mine']);
    // The undo puts back what the update overwrote.
    expect(world.ports.outbox.edit(edit)?.changes).toMatchObject([{ base: 'theirs' }]);
  });

  test('is asked about where it was left for an update of its own', async () => {
    const world = await ruled();
    world.edit(1, { name: 'mine', 'key:env': null });
    world.fake.change('public', fakeId(1), { keyvalues: new Map([['env', 'theirs']]) });
    world.fake.faultOf = ({ name, input }) =>
      name === 'updateFile' && String(input[2]).includes('null') ? failing(answered(400)) : null;
    world.fake.onCall = ({ name, input }) => {
      if (name === 'updateFile' && !String(input[2]).includes('null')) switchTo(world, 'ask');
    };
    await world.push();
    await tryAgain(world);
    expect(world.sent).toHaveLength(2);
    expect(world.open(1)).toEqual([{ field: 'key:env', base: 'test', mine: null, status: 'conflicted' }]);
  });

  test('is asked about where it waited for an earlier update', async () => {
    const world = await ruled();
    world.edit(1, { name: 'mine' });
    world.fake.next('updateFile', failing(noAnswer));
    await world.push();
    world.edit(1, { 'key:env': 'mine' });
    world.fake.change('public', fakeId(1), { keyvalues: new Map([['env', 'theirs']]) });
    await world.clock.advance(10_000);
    await world.push();
    expect(world.sent).toHaveLength(1);
    expect(world.gaveWay(1)).toEqual([]);
    switchTo(world, 'ask');
    await tryAgain(world);
    expect(world.open(1)).toEqual([{ field: 'key:env', base: 'test', mine: 'mine', status: 'conflicted' }]);
    expect(world.served(1)).toEqual({ name: 'mine', keyvalues: { env: 'theirs' } });
  });
});

test('what is judged after a switch from "mine wins" to "server wins" gives way', async () => {
  const { world, edit } = await failedMeanwhile(answered(409), 'serverWins');
  await tryAgain(world);
  expect([world.statusOf(edit), world.served(1)?.name]).toEqual(['discarded', 'theirs']);
});

test('a value that the person saw before they typed is overwritten unasked, whatever the rule was', async () => {
  const world = await ruled();
  world.fake.change('public', fakeId(1), { name: 'theirs' });
  await world.pull();
  const edit = world.edit(1, { name: 'mine' });
  world.fake.next('updateFile', failing(answered(409)));
  switching(world, 'ask');
  await world.push();
  await tryAgain(world);
  expect([world.statusOf(edit), world.served(1)?.name]).toEqual(['settled', 'mine']);
});

test('after a switch to "theirs wins" what was typed over a refused edit gives way', async () => {
  const { world } = await failedMeanwhile(answered(422), 'serverWins');
  const newer = world.edit(1, { name: 'newer' });
  await tryAgain(world);
  expect([world.statusOf(newer), world.served(1)?.name]).toEqual(['discarded', 'theirs']);
});

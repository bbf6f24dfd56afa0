import { describe, expect, test } from 'vitest';
import { noOutcomes } from '../../../src/domain/edits/replay.ts';
import { failing, notSent } from './failures.ts';
import { countsOf, edited, endedCounts, logOf, reachable, refusing, theirName } from './edited-world.ts';

const MINUTE = 60_000;

describe('a person', () => {
  test.each(['readFile', 'updateFile'] as const)(
    'who pauses during a %s finds every file on the receipt',
    async (name) => {
      const world = await edited(16);
      let asked = 0;
      world.fake.faultOf = (call) => (call.name === name && ++asked > 5 ? { kind: 'hanging' } : null);
      world.sync.send({ kind: 'started', mode: 'running' });
      await world.clock.settle();
      world.sync.send({ kind: 'paused' });
      await world.clock.settle();
      reachable(world);
      expect(logOf(world).ended).toBeNull();
      world.sync.send({ kind: 'resumed' });
      await world.clock.advance(5 * MINUTE);
      expect(endedCounts(world)).toEqual({ ...noOutcomes, onServer: 16 });
    },
  );

  test('who decides while files are sent finds no decision left on the receipt', async () => {
    const world = await edited(12);
    theirName(world, 1, 2);
    refusing(world, 3, 4);
    let sent = 0;
    const { faultOf } = world.fake;
    world.fake.faultOf = (call) => (call.name === 'updateFile' && ++sent > 8 ? failing(notSent) : faultOf(call));
    await world.push();
    expect(logOf(world).current?.counts).toMatchObject({ needsYou: 2, refused: 2 });
    world.queue.decide(world.of(1), [{ field: 'name', choice: { kind: 'server' } }]);
    world.queue.retry(world.outbox.openEdits(world.of(3)).map(({ id }) => id));
    refusing(world, 4);
    await world.push();
    expect(logOf(world).ended).toMatchObject({
      counts: { ...noOutcomes, onServer: 9, needsYou: 1, refused: 1 },
      reasons: null,
    });
    expect(countsOf(world)).toMatchObject({ needsYou: 1, refused: 1, waiting: 0 });
  });

  test('who decides a conflict meanwhile leaves the reasons of the refused files known', async () => {
    const world = await edited(12);
    theirName(world, 1);
    refusing(world, 2);
    let sent = 0;
    const { faultOf } = world.fake;
    world.fake.faultOf = (call) => (call.name === 'updateFile' && ++sent > 8 ? failing(notSent) : faultOf(call));
    await world.push();
    expect(logOf(world).current?.counts).toMatchObject({ needsYou: 1, refused: 1 });
    world.queue.decide(world.of(1), [{ field: 'name', choice: { kind: 'server' } }]);
    refusing(world, 2);
    await world.push();
    expect(logOf(world).ended).toMatchObject({ counts: { ...noOutcomes, onServer: 10, refused: 1 }, reasons: 1 });
  });

  test('who edits a file again while others are sent has it counted once', async () => {
    const world = await edited(12);
    let sent = 0;
    world.fake.faultOf = ({ name }) => (name === 'updateFile' && ++sent > 6 ? failing(notSent) : null);
    await world.push();
    world.edit(1, { name: 'once more' });
    reachable(world);
    await world.push();
    expect(endedCounts(world)).toEqual({ ...noOutcomes, onServer: 12 });
  });
});

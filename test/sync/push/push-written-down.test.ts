import { describe, expect, test } from 'vitest';
import { outboxTable } from '../../../electron/database/outbox/outbox-table.ts';
import { projectWaiting } from '../../../electron/sync/outbox/project-edits.ts';
import { fakeId } from '../../support/fake-service.ts';
import { worldOf } from './world-of-files.ts';

describe('what is written down', () => {
  test('before an update leaves: the attempt with the record read and the exact body', async () => {
    const world = await worldOf(1);
    const edit = world.edit(1, { name: 'mine' });
    let found: unknown = null;
    world.fake.onCall = ({ name, input }) => {
      if (name !== 'updateFile') return;
      const [attempt] = world.attempts(1);
      found = {
        body: attempt!.body === input[2],
        endedAtMs: attempt!.endedAtMs,
        editIds: attempt!.editIds,
        readRaw: JSON.parse(attempt!.readRaw!).name,
      };
      expect(world.outboxDb.inTransaction).toBe(false);
    };
    await world.push();
    expect(found).toEqual({ body: true, endedAtMs: null, editIds: [edit], readRaw: 'file 1' });
    expect(world.attempts(1)).toMatchObject([{ outcome: 'answered', isResolved: true, wasAnswered: true }]);
  });

  test('a crash between the settlement and the copy is made good at the next start', async () => {
    const crash = new Error('the power went');
    let isCrashing = false;
    const world = await worldOf(1, {
      tables: (tables) => ({
        ...tables,
        files: {
          ...tables.files,
          put: (...input) => {
            if (isCrashing) throw crash;
            return tables.files.put(...input);
          },
        },
      }),
    });
    world.edit(1, { name: 'mine' });
    world.fake.onCall = ({ name }) => void (isCrashing ||= name === 'updateFile');
    await expect(world.push()).rejects.toBe(crash);
    isCrashing = false;
    expect(world.outbox.unmirrored()).toHaveLength(1);
    expect(world.tables.files.get(world.of(1))!.record.name).toBe('file 1');
    for (let start = 0; start < 2; start++) {
      world.announced.length = 0;
      await projectWaiting(world.ports);
      expect(world.announced).toEqual(start === 0 ? ['files.changed'] : []);
      expect(world.tables.files.get(world.of(1))!.record.name).toBe('mine');
      expect(world.shown(1)!.name).toBe('mine');
      expect(world.outbox.unmirrored()).toEqual([]);
    }
    expect(world.sent).toHaveLength(1);
  });

  test('what the copy has seen since a settlement is not replaced by it at the next start', async () => {
    const world = await worldOf(1);
    const { raw } = world.tables.files.get(world.of(1))!;
    world.outbox.settle(world.of(1), raw, { requestSeq: world.outbox.nextRequestSeq(), settledAtMs: 1 });
    world.fake.change('public', fakeId(1), { name: 'theirs' });
    await world.copy();
    await projectWaiting(world.ports);
    expect(world.shown(1)!.name).toBe('theirs');
    expect(world.outbox.unmirrored()).toEqual([]);
  });

  test('the settled records of a round are all known to be taken at its end', async () => {
    const world = await worldOf(60);
    for (let file = 1; file <= 60; file++) world.edit(file, { name: `mine ${file}` });
    await world.push();
    expect(world.sent).toHaveLength(60);
    expect(world.outbox.unmirrored()).toEqual([]);
  });

  test('a long round tells the outbox in between what the copy has taken, so that a crash leaves little to take again', async () => {
    const world = await worldOf(150);
    for (let file = 1; file <= 150; file++) world.edit(file, { name: `mine ${file}` });
    let most = 0;
    world.fake.onCall = () => void (most = Math.max(most, world.outbox.unmirrored().length));
    await world.push();
    expect(world.sent).toHaveLength(150);
    expect(most).toBeLessThan(75);
  });

  test('an attempt that a crash left without an end is unknown at the next start, and read before anything else', async () => {
    const world = await worldOf(1);
    const edit = world.edit(1, { name: 'mine' });
    world.fake.next('updateFile', { kind: 'hanging' });
    const program = new AbortController();
    const pushing = world.push(program.signal);
    await world.clock.settle();
    // What is on the disk when the program dies here.
    const disk = outboxTable(world.outboxDb);
    disk.endAbandonedAttempts(world.clock.nowMs() + 1);
    expect(disk.unresolvedAttempt(world.of(1))).toMatchObject({ body: '{"name":"mine"}', isResolved: false });
    program.abort();
    await pushing;
    world.fake.change('public', fakeId(1), { name: 'mine' });
    world.fake.calls.length = 0;
    disk.resetBackoff(world.connection.id);
    await world.push();
    expect(world.asked).toEqual(['readFile']);
    expect(world.ended(edit)).toMatchObject([{ status: 'settled', settlement: 'alreadyThere' }]);
  });
});

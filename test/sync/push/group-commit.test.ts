import SQLite from 'better-sqlite3';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesTable } from '../../../electron/database/mirror/files-table.ts';
import { outboxTable } from '../../../electron/database/outbox/outbox-table.ts';
import { GroupCommit } from '../../../electron/sync/push/group-commit.ts';
import { aChangeSet, anEdit } from '../../support/builders.ts';
import { aProfile, closedAfterwards, temporaryDirectory } from '../../support/database.ts';
import { fakeFile } from '../../support/fake-service.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { SyncWorld } from '../../support/sync-world.ts';

type Over = { readonly breaksOnce?: boolean; readonly copyBreaks?: boolean };

/** A queue on the disk, what another connection finds of it there, and its transactions counted. */
function aCommit({ breaksOnce = false, copyBreaks = false }: Over = {}) {
  const directory = temporaryDirectory();
  const profile = aProfile(directory);
  const [outbox, files] = [outboxTable(profile.outbox), filesTable(profile.mirror)];
  const beside = closedAfterwards(new SQLite(join(directory, 'outbox.db'), { readonly: true }));
  const seen = { units: 0 };
  const commit = new GroupCommit({
    clock: new ManualClock(),
    outbox: {
      atomically: (work) => {
        const isBroken = breaksOnce && seen.units === 0;
        seen.units++;
        return outbox.atomically(() => {
          const done = work();
          if (isBroken) throw new Error('the disk');
          return done;
        });
      },
    },
    files: {
      atomically: (work) => {
        if (copyBreaks) throw new Error('no room');
        return files.atomically(work);
      },
    },
  });
  const add = (number: number) => (): number => {
    outbox.enqueue(aChangeSet(number, { edits: [anEdit(number)] }));
    return number;
  };
  const onDisk = (): unknown => beside.prepare('SELECT count(*) FROM edits').pluck().get();
  return { commit, add, onDisk, seen };
}

test('what is written in one turn shares a transaction, and is on the disk before anybody is answered', async () => {
  const { commit, add, onDisk, seen } = aCommit();
  const took: unknown[] = [];
  const written = [1, 2, 3].map((number) => commit.write(add(number), (done) => took.push([done, onDisk()])));
  expect([onDisk(), seen.units]).toEqual([0, 0]);
  const answers = await Promise.all(written.map((one) => one.then((done) => [done, onDisk(), took.length])));
  expect(answers).toEqual([
    [1, 3, 3],
    [2, 3, 3],
    [3, 3, 3],
  ]);
  expect(took).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ]);
  expect(seen.units).toBe(1);
});

test('what comes later has a transaction of its own', async () => {
  const { commit, add, onDisk, seen } = aCommit();
  await commit.write(add(1));
  await commit.write(add(2));
  expect([onDisk(), seen.units]).toEqual([2, 2]);
});

test('a part that fails takes no other with it, and leaves nothing behind', async () => {
  const { commit, add, onDisk } = aCommit();
  const failing = (): never => {
    add(2)();
    throw new Error('no');
  };
  const ends = await Promise.allSettled([commit.write(add(1)), commit.write(failing), commit.write(add(3))]);
  expect(ends.map((end) => (end.status === 'fulfilled' ? end.value : String(end.reason)))).toEqual([1, 'Error: no', 3]);
  expect(onDisk()).toBe(2);
});

test('a commit that fails is tried for each by itself, and nothing is written twice', async () => {
  const { commit, add, onDisk, seen } = aCommit({ breaksOnce: true });
  expect(await Promise.all([commit.write(add(1)), commit.write(add(2))])).toEqual([1, 2]);
  expect([onDisk(), seen.units]).toEqual([2, 3]);
});

test('who cannot be taken into the copy is told, and stays in the queue', async () => {
  const { commit, add, onDisk } = aCommit({ copyBreaks: true });
  const ends = await Promise.allSettled([commit.write(add(1)), commit.write(add(2))]);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(onDisk()).toBe(2);
});

/** Edits of several files, and the transactions of the queue that sending them takes. */
async function editsOf(files: number) {
  const seen = { units: 0, open: 0 };
  const world = new SyncWorld({
    tables: (tables) => ({
      ...tables,
      outbox: {
        ...tables.outbox,
        atomically: (work) => {
          if (seen.open === 0) seen.units++;
          seen.open++;
          try {
            return tables.outbox.atomically(work);
          } finally {
            seen.open--;
          }
        },
      },
    }),
  });
  for (let number = 1; number <= files; number++) world.fake.put(fakeFile(number));
  await world.copy();
  for (let number = 1; number <= files; number++) world.edit(number, { name: `mine ${number}` });
  seen.units = 0;
  return { world, seen };
}

test('files that are sent side by side share transactions', async () => {
  const { world, seen } = await editsOf(4);
  await world.push();
  expect(world.sent).toHaveLength(4);
  // Four attempts, four settlements, and at the end what the copy has taken.
  expect(seen.units).toBe(3);
});

test('no update goes out before its attempt is committed', async () => {
  const { world, seen } = await editsOf(4);
  const early: unknown[] = [];
  world.fake.onCall = ({ name, input }) => {
    if (name !== 'updateFile') return;
    const of = world.of(Number(/\d+$/.exec(String(input[1]))?.[0]));
    if (seen.open > 0 || world.outbox.unresolvedAttempt(of)?.body !== input[2]) early.push(input);
  };
  await world.push();
  expect(world.sent).toHaveLength(4);
  expect(early).toEqual([]);
});

test('an edit that is held between the look and the transaction is not sent', async () => {
  const { world } = await editsOf(1);
  const [edit] = world.outbox.openEdits(world.of(1));
  world.clock.onYield = () => world.queue.hold([edit!.id]);
  await world.push();
  expect(world.sent).toEqual([]);
  expect(world.open(1)).toMatchObject([{ status: 'held' }]);
});

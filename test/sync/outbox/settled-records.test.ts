import SQLite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import type { ReceivedFile } from '../../../electron/remote/service.ts';
import { parseStrictly } from '../../../electron/remote/strict-json.ts';
import { readFileAnswer } from '../../../electron/remote/wire-format.ts';
import { applyRemoteRecord } from '../../../electron/sync/ingest/apply-remote-record.ts';
import { projectWaiting } from '../../../electron/sync/outbox/project-edits.ts';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { aFileId, type SyncWorld } from '../../support/sync-world.ts';
import { answered, failing } from '../push/failures.ts';
import { worldOf } from '../push/world-of-files.ts';

const DAY_MS = 24 * 3_600_000;
/** More text than the free pages of a small mirror take. */
const LONG_TEXT = 'b'.repeat(100_000);

/** The mirror's file cannot grow, as on a full disk. */
function fill({ mirrorDb }: SyncWorld): void {
  mirrorDb.pragma(`max_page_count = ${String(mirrorDb.pragma('page_count', { simple: true }))}`);
}

const makeRoom = ({ mirrorDb }: SyncWorld): void => void mirrorDb.pragma('max_page_count = 1073741823');

/** Calls back when an update of a file reaches the service. */
function onUpdate({ fake }: SyncWorld, then: (file: string) => void): void {
  fake.onCall = ({ name, input }) => {
    if (name === 'updateFile' && input[2] !== '{}') then(String(input[1]));
  };
}

/** The service has taken names of files, and the mirror could not hold the records, in which somebody else changed keys. */
async function unmirrored(edited = 1, files = edited): Promise<SyncWorld> {
  const world = await worldOf(files);
  for (let file = 1; file <= edited; file++) world.edit(file, { name: `mine ${file}` });
  onUpdate(world, (id) => {
    const env = id === fakeId(1) ? 'theirs' : 'test';
    world.fake.change('public', aFileId(id), { keyvalues: new Map(Object.entries({ env, note: LONG_TEXT })) });
    fill(world);
  });
  await expect(world.push()).rejects.toThrow('full');
  world.fake.onCall = () => undefined;
  expect([world.open(1), world.marked(1), world.outbox.unmirrored().length]).toEqual([[], 'waiting', edited]);
  return world;
}

/** A pull that brings nothing of files. */
async function pullWithoutList(world: SyncWorld): Promise<void> {
  world.fake.next('listFiles', failing(answered(500)));
  await world.pull();
}

function expectShownAsServed(world: SyncWorld): void {
  expect([world.marked(1), world.shown(1)]).toEqual(['onServer', world.served(1)]);
  expect(world.outbox.unmirrored()).toEqual([]);
}

/** SQLite refuses a metadata value for what it is. */
const refusing = (value: string): string => /* sql */ `
  CREATE TRIGGER refusing BEFORE INSERT ON metadata WHEN NEW.value = '${value}'
  BEGIN SELECT RAISE(ABORT, 'refused'); END
`;

describe('an answer that a full disk kept from the mirror', () => {
  test('is taken by the next pull, which lists nothing new', async () => {
    const world = await unmirrored();
    makeRoom(world);
    await pullWithoutList(world);
    expectShownAsServed(world);
  });

  test('stops no pull while the disk is full, and is there for the next', async () => {
    const world = await unmirrored();
    await pullWithoutList(world);
    makeRoom(world);
    await pullWithoutList(world);
    expectShownAsServed(world);
  });

  test('is below an edit that the mirror takes meanwhile', async () => {
    const world = await unmirrored();
    makeRoom(world);
    world.edit(1, { 'key:own': 'mine' });
    expect([world.shown(1)?.name, world.shown(1)?.keyvalues['own']]).toEqual(['mine 1', 'mine']);
  });

  test('is taken after a disk that the commit alone found full', async () => {
    const world = await worldOf(1);
    world.edit(1, { name: 'mine' });
    let isFull = false;
    onUpdate(world, () => void (isFull = true));
    failingAtCommit(world, () => isFull);
    await expect(world.push()).rejects.toThrow('full');
    isFull = false;
    await pullWithoutList(world);
    expectShownAsServed(world);
  });

  test('tells what somebody else changed in it', async () => {
    const world = await unmirrored();
    makeRoom(world);
    await world.pull();
    const observed = world.tables.files.observedValues(world.of(1)).map(({ field, value }) => [field, value]);
    expect(observed).toContainEqual(['key:env', 'theirs']);
  });

  test('brings no file back that is gone by now', async () => {
    const world = await unmirrored(1, 2);
    world.fake.remove('public', fakeId(1));
    await world.clock.advance(3 * DAY_MS);
    await world.pull();
    expect(world.shown(1)).toBeNull();
    makeRoom(world);
    await pullWithoutList(world);
    expect([world.shown(1), world.outbox.unmirrored()]).toEqual([null, []]);
  });

  test('outlasts an older list', async () => {
    const world = await unmirrored();
    const now = world.fake.file('public', fakeId(1))!;
    const before = fakeFile(1, { keyvalues: new Map([['env', 'test']]) });
    world.fake.onCall = ({ name }) => world.fake.put(name === 'listFiles' ? before : now);
    await expect(world.pull()).rejects.toThrow('full');
    world.fake.onCall = () => undefined;
    makeRoom(world);
    await pullWithoutList(world);
    expectShownAsServed(world);
  });

  test('which the mirror refuses for what is in it keeps no other from it, and ends no pull', async () => {
    const world = await unmirrored(2);
    makeRoom(world);
    world.mirrorDb.exec(refusing('theirs'));
    await pullWithoutList(world);
    expect(world.shown(2)).toEqual(world.served(2));
    expect(world.outbox.unmirrored()).toEqual([]);
  });
});

/** As a write-ahead log does on a full disk: the statements go through, and the outermost commit fails. */
function failingAtCommit({ tables: { files } }: SyncWorld, isFull: () => boolean): void {
  const { atomically } = files;
  let depth = 0;
  Object.assign(files, {
    atomically: <T>(work: () => T): T => {
      depth += 1;
      try {
        return atomically(() => {
          const done = work();
          if (isFull() && depth === 1) throw new SQLite.SqliteError('database or disk is full', 'SQLITE_FULL');
          return done;
        });
      } finally {
        depth -= 1;
      }
    },
  });
}

describe('a settled answer that is taken at the start', () => {
  const answerWith = (keyvalues: string): ReceivedFile => {
    const facts =
      '"cid":"bafy1","size":1,"number_of_files":1,"mime_type":"text/plain","group_id":null,"created_at":null';
    const parsed = parseStrictly(`{"data":{"id":"${fakeId(1)}","name":"mine",${facts},"keyvalues":{${keyvalues}}}}`);
    if (!parsed.ok) throw new Error(parsed.failure);
    return readFileAnswer(parsed.value, 'public')!;
  };
  const settle = (world: SyncWorld, { raw }: ReceivedFile): void =>
    world.outbox.settle(world.of(1), raw, { requestSeq: world.outbox.nextRequestSeq(), settledAtMs: 1 });

  test('keeps every digit of its numbers, so that the next record finds nothing changed', async () => {
    const world = await worldOf(1);
    const answer = answerWith('"n":12345678901234567890');
    settle(world, answer);
    await projectWaiting(world.ports);
    expect(world.tables.files.get(world.of(1))!.raw).toBe(answer.raw);
    expect(world.shown(1)!.keyvalues).toEqual({ n: '12345678901234567890' });
    const before = world.tables.files.observedValues(world.of(1));
    applyRemoteRecord(world.ports, world.of(1), answer, world.outbox.nextRequestSeq());
    expect(world.tables.files.observedValues(world.of(1))).toEqual(before);
  });

  test('keeps no connection from its start where the mirror refuses it', async () => {
    const world = await worldOf(2);
    world.edit(2, { name: 'mine 2' });
    world.mirrorDb.exec(refusing('odd'));
    settle(world, answerWith('"env":"odd"'));
    await projectWaiting(world.ports);
    expect([world.shown(2)?.name, world.outbox.unmirrored()]).toEqual(['mine 2', []]);
  });
});

import { expect, test } from 'vitest';
import type { FilesTable, ListingCursor, SeenInScan } from '../../../electron/database/mirror/mirror.ts';
import { aChange, aFile, connectionA, fileOf, observed, uuid } from '../../support/builders.ts';
import type { FileRef } from '../../../src/domain/core/ids.ts';
import { unseen, unseenIds } from '../../support/unseen.ts';

/** What lists show of a file: its name and metadata, pending edits replayed. */
export type Shown = { readonly name: string | null; readonly keyvalues: Readonly<Record<string, string>> };
export type Made = { readonly files: FilesTable; readonly shown: (of: FileRef) => Shown | null };

const seen = (given: Partial<SeenInScan> = {}): SeenInScan => ({
  seenAtMs: 100,
  requestSeq: 1,
  scanId: null,
  ...given,
});
const nothing = () => [];
const file = (number: number, over: Parameters<typeof aFile>[0] = {}) =>
  observed(aFile({ id: uuid(number), name: `name ${number}`, ...over }));
const cursor: ListingCursor = {
  job: 'public',
  scanId: 'pass',
  position: 'token',
  done: 7,
  startedAtMs: 1,
  startedRequestSeq: 2,
  fruitlessPages: 1,
};

/** What every copy of one connection's files does, on a disk or in memory. */
export function mirrorContract(make: () => Made): void {
  test('a file is as the service said it last', () => {
    const { files } = make();
    expect([files.get(fileOf()), files.put(connectionA, [file(1)], seen(), nothing)]).toEqual([null, 1]);
    expect(files.get(fileOf())).toEqual({ ...file(1), seenAtMs: 100, requestSeq: 1 });
    expect(files.get(fileOf(uuid(1), 'private'))).toBeNull();
    const renamed = file(1, { name: 'renamed' });
    expect(files.put(connectionA, [renamed, file(2)], seen({ seenAtMs: 200, requestSeq: 5 }), nothing)).toBe(2);
    expect(files.get(fileOf())).toEqual({ ...renamed, seenAtMs: 200, requestSeq: 5 });
  });

  test('a record that is the same is only marked seen', () => {
    const { files, shown } = make();
    files.put(connectionA, [file(1)], seen(), nothing);
    const edited = () => [aChange({ mine: 'mine' })];
    expect(files.put(connectionA, [file(1)], seen({ seenAtMs: 200, requestSeq: 5 }), edited)).toBe(0);
    expect(files.get(fileOf())).toEqual({ ...file(1), seenAtMs: 200, requestSeq: 5 });
    expect(shown(fileOf())?.name).toBe('name 1');
  });

  test('a record of thousands of pairs is whole once nothing of it is said to be unfinished', () => {
    const { files, shown } = make();
    const keyvalues = Array.from({ length: 4_000 }, (_, at): [string, string] => [`key ${at}`, `value ${at}`]);
    const large = file(1, { keyvalues });
    for (let isUnfinished = true; isUnfinished;) {
      isUnfinished = false;
      files.put(connectionA, [large], seen(), nothing, undefined, () => (isUnfinished = true));
    }
    expect(files.get(fileOf())).toEqual({ ...large, seenAtMs: 100, requestSeq: 1 });
    expect(shown(fileOf())?.keyvalues).toEqual(Object.fromEntries(keyvalues));
  });

  test('it knows how many files it holds, and when all of them were last looked at', () => {
    const { files } = make();
    expect([files.count(connectionA), files.fullCheckAtMs(connectionA)]).toEqual([0, null]);
    files.put(connectionA, [file(1), file(2), file(3, { network: 'private' })], seen(), nothing);
    files.setFullCheck(connectionA, 1_234);
    expect([files.count(connectionA), files.fullCheckAtMs(connectionA)]).toEqual([3, 1_234]);
    files.remove(fileOf());
    expect(files.count(connectionA)).toBe(2);
    files.wipe(connectionA);
    expect([files.count(connectionA), files.fullCheckAtMs(connectionA)]).toEqual([0, null]);
  });

  test('of a list, what is the same is marked seen and the others are given back in order', async () => {
    const { files, shown } = make();
    expect(files.markSame(connectionA, [file(1)], seen())).toEqual([file(1)]);
    files.put(connectionA, [file(1), file(2), file(3)], seen(), ({ id }) => (id === uuid(1) ? [aChange()] : []));
    const name = shown(fileOf())?.name;
    const listed = [file(4), file(1), file(2, { name: 'renamed' }), file(3)];
    const others = files.markSame(connectionA, listed, seen({ seenAtMs: 200, requestSeq: 5, scanId: 'pass' }));
    expect(others).toEqual([listed[0], listed[2]]);
    expect(files.get(fileOf())).toEqual({ ...file(1), seenAtMs: 200, requestSeq: 5 });
    expect(files.get(fileOf(uuid(2)))).toEqual({ ...file(2), seenAtMs: 100, requestSeq: 1 });
    expect([files.get(fileOf(uuid(4))), shown(fileOf())?.name]).toEqual([null, name]);
    expect(await unseenIds(files, 'public', 'pass', 5)).toEqual([uuid(2)]);
  });

  test('what is shown is the record with the open edits replayed, at once and again', () => {
    const { files, shown } = make();
    const edits = [aChange({ mine: 'mine' }), aChange({ seq: 2, field: 'key:env', base: 'prod', mine: null })];
    files.put(connectionA, [file(1), file(2)], seen(), ({ id }) => (id === uuid(1) ? edits : []));
    expect([shown(fileOf()), shown(fileOf(uuid(2)))]).toEqual([
      { name: 'mine', keyvalues: {} },
      { name: 'name 2', keyvalues: { env: 'prod' } },
    ]);
    files.project(fileOf(), [aChange({ status: 'discarded' }), aChange({ seq: 3, field: 'key:new', mine: 'x' })]);
    expect(shown(fileOf())).toEqual({ name: 'name 1', keyvalues: { env: 'prod', new: 'x' } });
    expect(files.get(fileOf())?.record).toEqual(file(1).record);
    files.projectAll(connectionA, [
      [{ network: 'public', id: fileOf().id }, [aChange({ mine: 'all at once' })]],
      [{ network: 'public', id: fileOf(uuid(2)).id }, edits],
      [{ network: 'public', id: fileOf(uuid(9)).id }, edits],
    ]);
    expect([shown(fileOf())?.name, shown(fileOf(uuid(2)))?.name]).toEqual(['all at once', 'mine']);
    expect(files.projectedFiles(connectionA).map(({ id }) => id)).toEqual([uuid(1), uuid(2)]);
    files.project(fileOf(uuid(2)), []);
    expect(files.projectedFiles(connectionA)).toEqual([{ network: 'public', id: uuid(1) }]);
    files.project(fileOf(uuid(9)), edits);
    expect(files.get(fileOf(uuid(9)))).toBeNull();
  });

  test('a file that is removed is gone, and its neighbours are not', () => {
    const { files, shown } = make();
    files.put(connectionA, [file(1), file(1, { network: 'private' })], seen(), nothing);
    files.remove(fileOf());
    files.remove(fileOf(uuid(9)));
    expect([files.get(fileOf()), shown(fileOf())]).toEqual([null, null]);
    expect(files.get(fileOf(uuid(1), 'private'))).not.toBeNull();
    expect(files.put(connectionA, [file(1)], seen(), nothing)).toBe(1);
  });

  test('a pass knows which files it did not meet, of its network and older than itself', async () => {
    const { files } = make();
    files.put(connectionA, [file(3), file(1), file(2)], seen({ scanId: 'first' }), nothing);
    files.put(connectionA, [file(4, { network: 'private' })], seen({ scanId: 'first' }), nothing);
    files.put(connectionA, [file(2)], seen({ scanId: 'second', requestSeq: 6 }), nothing);
    files.put(connectionA, [file(5)], seen({ requestSeq: 7 }), nothing);
    const missed = (scanId: string, seq = 6) => unseenIds(files, 'public', scanId, seq);
    expect(await missed('second')).toEqual([uuid(1), uuid(3)]);
    expect([await missed('second', 8), await missed('first', 8)]).toEqual([
      [uuid(1), uuid(3), uuid(5)],
      [uuid(2), uuid(5)],
    ]);
    expect(await missed('never')).toEqual([uuid(1), uuid(3)]);
    expect(await unseen(files, 'private', 'second', 6)).toEqual([{ network: 'private', id: uuid(4) }]);
  });

  test('files that a pass did not meet come in the order in which they were last read', async () => {
    const { files } = make();
    files.put(connectionA, [file(1), file(2), file(3)], seen({ scanId: 'first' }), nothing);
    files.put(connectionA, [file(1)], seen({ requestSeq: 3 }), nothing);
    files.put(connectionA, [file(2)], seen({ requestSeq: 2 }), nothing);
    const missed = await unseenIds(files, 'public', 'second', 9);
    expect(missed).toEqual([uuid(3), uuid(2), uuid(1)]);
  });

  test('a file that is read by itself is still met by the pass that met it', async () => {
    const { files } = make();
    files.put(connectionA, [file(1), file(2)], seen({ scanId: 'pass' }), nothing);
    files.put(connectionA, [file(1)], seen({ requestSeq: 2 }), nothing);
    files.put(connectionA, [file(2, { name: 'news' })], seen({ requestSeq: 2 }), nothing);
    expect(await unseen(files, 'public', 'pass', 9)).toEqual([]);
  });

  test('a pass knows of each file whether it met it', () => {
    const { files } = make();
    const isSeen = (number: number, scanId: string) =>
      files.isSeenIn(connectionA, { network: 'public', id: uuid(number) }, scanId);
    expect(isSeen(1, 'first')).toBe(false);
    files.put(connectionA, [file(1), file(2)], seen({ scanId: 'first' }), nothing);
    files.put(connectionA, [file(2)], seen({ scanId: 'second' }), nothing);
    files.put(connectionA, [file(1)], seen({ requestSeq: 2 }), nothing);
    expect([isSeen(1, 'first'), isSeen(2, 'first'), isSeen(2, 'second'), isSeen(3, 'first')]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(files.isSeenIn(connectionA, { network: 'private', id: uuid(1) }, 'first')).toBe(false);
  });

  test('listings go on where they stopped, each by itself', () => {
    const { files } = make();
    expect([files.cursor(connectionA, 'public'), files.caughtUpAtMs(connectionA)]).toEqual([null, null]);
    files.setCursor(connectionA, 'public', cursor);
    files.setCursor(connectionA, 'private', { ...cursor, job: 'private', position: null });
    files.setCursor(connectionA, 'public', { ...cursor, done: 9 });
    expect(files.cursor(connectionA, 'public')).toEqual({ ...cursor, done: 9 });
    files.setCursor(connectionA, 'public', null);
    expect([files.cursor(connectionA, 'public'), files.cursor(connectionA, 'private')?.position]).toEqual([null, null]);
    files.setCaughtUp(connectionA, 77);
    expect(files.caughtUpAtMs(connectionA)).toBe(77);
  });

  test('a wiped copy knows nothing', () => {
    const { files } = make();
    files.put(connectionA, [file(1)], seen(), nothing);
    files.setCursor(connectionA, 'public', cursor);
    files.setCaughtUp(connectionA, 77);
    files.wipe(connectionA);
    expect([files.get(fileOf()), files.cursor(connectionA, 'public'), files.caughtUpAtMs(connectionA)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('a unit of work that fails leaves nothing behind', () => {
    const { files, shown } = make();
    files.put(connectionA, [file(1), file(2)], seen({ scanId: 'pass' }), nothing);
    files.setCursor(connectionA, 'public', cursor);
    const failing = (): never =>
      files.atomically(() => {
        files.put(connectionA, [file(1, { name: 'news' }), file(3)], seen({ requestSeq: 9 }), nothing);
        files.project(fileOf(uuid(2)), [aChange({ mine: 'mine' })]);
        files.remove(fileOf(uuid(2)));
        files.setCursor(connectionA, 'public', null);
        files.setCaughtUp(connectionA, 5);
        throw new Error('no');
      });
    expect(failing).toThrow('no');
    expect([files.get(fileOf()), files.get(fileOf(uuid(3)))]).toEqual([
      { ...file(1), seenAtMs: 100, requestSeq: 1 },
      null,
    ]);
    expect([shown(fileOf(uuid(2)))?.name, files.caughtUpAtMs(connectionA)]).toEqual(['name 2', null]);
    expect(files.cursor(connectionA, 'public')).toEqual(cursor);
    expect(files.atomically(() => 7)).toBe(7);
  });
}

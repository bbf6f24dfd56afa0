import fc from 'fast-check';
import { CID } from 'multiformats/cid';
import * as digests from 'multiformats/hashes/digest';
import { expect, test } from 'vitest';
import { duplicateContent, type DuplicateContent } from '../../../electron/database/duplicates/duplicate-content.ts';
import { WorkerClient } from '../../../electron/workers/worker-client.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { duplicatesHandlers } from '../../../electron/ipc/files/duplicates-handlers.ts';
import { spellingsOf } from '../../../src/domain/signatures/cid.ts';
import type { FileRecord } from '../../../src/domain/files/file.ts';
import { aFile, connectionA, connectionB } from '../../support/builders.ts';
import { aLibrary, type Library } from '../../support/database.ts';

const V0 = 'QmfNMUbFN7oBiTt2qs8aLS8PZh52DLc5wAV8B6DZVsqtzr';
const RAW = 'bafkreih5aznjvttude6c3wbvqeebb6rlx5wkbzyppv7garjiubll2ceym4';
const OTHER = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy';

const idOf = ({ mirror }: Library, rowId: number): unknown =>
  mirror.prepare('SELECT id FROM files WHERE row_id = ?').pluck().get(rowId);

/** The ids of each group. */
function idsIn(library: Library, { rowIds, starts }: DuplicateContent): readonly (readonly unknown[])[] {
  return Array.from(starts.subarray(0, -1), (start, at) =>
    Array.from(rowIds.subarray(start, starts[at + 1]), (rowId) => idOf(library, rowId)),
  );
}

const scattered: readonly FileRecord[] = [
  aFile({ id: 'alone', cid: OTHER }),
  aFile({ id: 'raw', name: 'a.png', cid: RAW }),
  aFile({ id: 'old', name: 'b.png', cid: V0 }),
  aFile({ id: 'private', name: 'a.png', cid: RAW, network: 'private' }),
  aFile({ id: 'pending-1', cid: 'pending' }),
  aFile({ id: 'pending-2', cid: 'pending' }),
  aFile({ id: 'none-1', cid: '' }),
  aFile({ id: 'none-2', cid: '' }),
  aFile({ id: 'odd-1', cid: 'not a cid' }),
  aFile({ id: 'odd-2', cid: 'not a cid' }),
];

test('files of one digest stand together, however it is spelled, and what is pending with nobody', () => {
  const library = aLibrary(...scattered);
  const found = duplicateContent(library.mirror)(connectionA);
  expect(idsIn(library, found)).toEqual([
    ['raw', 'old', 'private'],
    ['odd-1', 'odd-2'],
  ]);
  expect([...found.names, ...found.networks]).toEqual([2, 1, 2, 1]);
  expect(duplicateContent(library.mirror)(connectionB).rowIds).toHaveLength(0);
});

test('the groups are those that comparing every file with every other gives', () => {
  const cidOf = (digest: number, codec: number, spelling: number): string => {
    const hash = digests.create(0x12, new Uint8Array(32).fill(digest));
    const all = spellingsOf(CID.createV1(codec, hash).toString());
    return all[spelling % all.length] ?? '';
  };
  const some = fc.array(fc.tuple(fc.nat(4), fc.constantFrom(0x55, 0x70), fc.nat(5)), { maxLength: 12 });
  fc.assert(
    fc.property(some, (made) => {
      const library = aLibrary(...made.map(([...cid], at) => aFile({ id: `f${at}`, cid: cidOf(...cid) })));
      const expected = [0, 1, 2, 3, 4]
        .map((digest) => made.flatMap(([own], at) => (own === digest ? [`f${at}`] : [])))
        .filter((ids) => ids.length > 1);
      const found = idsIn(library, duplicateContent(library.mirror)(connectionA));
      expect([...found].sort()).toEqual(expected.sort());
    }),
    { numRuns: 25 },
  );
});

test('the list has a head for each group, then its files, and says what went away since', async () => {
  const library = aLibrary(...scattered);
  const handlers = duplicatesHandlers({
    find: async (id) => duplicateContent(library.mirror)(id),
    rows: library.reader.rows,
    nowMs: () => 7,
  });
  const found = await handlers['sameContent.find']({ connectionId: connectionA });
  expect(found).toEqual({ ok: true, value: { findId: 1, groups: 2, files: 5, atMs: 7 } });
  library.files.remove({ connectionId: connectionA, network: 'public', id: aFile({ id: 'odd-1' }).id });
  const lines = async (from: number, to: number) => {
    const reply = handlers['sameContent.window']({ findId: 1, from, to });
    if (!reply.ok) throw new Error(reply.failure.kind);
    return reply.value.rows.map((row) =>
      row.kind === 'file' ? row.file.id : row.kind === 'group' ? [row.files, row.names, row.networks] : row.kind,
    );
  };
  const all = [[3, 2, 2], 'raw', 'old', 'private', [2, 1, 1], 'gone', 'odd-2'];
  expect(await lines(0, 100)).toEqual(all);
  for (let at = 0; at < all.length; at++) expect(await lines(at, at + 1)).toEqual([all[at]]);
  await handlers['sameContent.find']({ connectionId: connectionB });
  expect(await lines(0, 100), 'the list of another window stays').toEqual(all);
  expect(handlers['sameContent.window']({ findId: 2, from: 0, to: 9 })).toEqual({
    ok: true,
    value: { rows: [] },
  });
  for (let further = 0; further < 3; further++) await handlers['sameContent.find']({ connectionId: connectionB });
  expect(handlers['sameContent.window']({ findId: 1, from: 0, to: 1 })).toMatchObject({ ok: false });
});

test('groups take little more memory than their rows: a library of pairs does not end its thread', async () => {
  const { mirror } = aLibrary(aFile({ cid: 'pair 0' }));
  // As 300,000 files; the way of a scan would take a minute.
  mirror.exec(/* sql */ `
    INSERT INTO files (row_id, copy, network, id, cid, state, open_changes)
    WITH RECURSIVE numbered (row) AS (SELECT 2 UNION ALL SELECT row + 1 FROM numbered WHERE row < 300000)
    SELECT row, copy, 'private', 'file ' || row, 'pair ' || ((row - 1) / 2), state, 0 FROM numbered, (SELECT copy, state FROM files)
  `);
  const finder = new WorkerClient<ConnectionId, DuplicateContent>({
    program: new URL('../../../electron/workers/duplicate-finder/main.ts', import.meta.url),
    name: 'duplicate finder',
    resourceLimits: { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 32 },
    workerData: { mirrorPath: mirror.name },
    endsWhenIdle: true,
  });
  const { rowIds, starts, names, networks } = await finder.ask(connectionA);
  expect([rowIds.length, starts.length, starts.at(-1)]).toEqual([300_000, 150_001, 300_000]);
  expect([[...rowIds.subarray(0, 4)], [...networks.subarray(0, 2)], names[0]]).toEqual([[1, 2, 3, 4], [2, 1], 2]);
});

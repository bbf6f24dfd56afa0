import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { FieldChange } from '../../../src/domain/edits/edit.ts';
import { fileRecord, type ObservedFile } from '../../../src/domain/files/file.ts';
import type { ConnectionId, FileKey } from '../../../src/domain/core/ids.ts';
import { mirrorIds } from './mirror-ids.ts';
import { cursorsPart } from './listing-cursors-table.ts';
import { freeBytesAt } from '../sqlite/private-files.ts';
import { facetCounters, type FacetCounter } from '../facet-index/facet-index-writer.ts';
import { fileWriter } from './file-writer.ts';
import type { FilesTable, KnownText, MirroredFile, SeenInScan } from './mirror.ts';
import { jsonColumn, VALUE } from '../sqlite/column-parsers.ts';
import { projectedFile } from './projected-file.ts';
import { projectedDifferences } from './projected-file-queries.ts';
import { lastSeenTable } from './last-seen-table.ts';
import { transactions } from '../sqlite/transactions.ts';
import { mirrorDeleter } from './delete-mirror.ts';

const mirroredRow = z
  .object({
    raw: z.string(),
    record_json: jsonColumn(fileRecord),
    seen_at_ms: z.number(),
    request_seq: z.number(),
  })
  .transform((row): MirroredFile => ({
    record: row.record_json,
    raw: row.raw,
    seenAtMs: row.seen_at_ms,
    requestSeq: row.request_seq,
  }));

/** The copy of the service's files in `mirror.db`. */
export function filesTable(db: Database): FilesTable {
  const { atomically } = transactions(db);
  const copy = mirrorIds(db);
  const rows = fileWriter(db);
  const seenRows = lastSeenTable(db);
  const counters = facetCounters(db);
  const wipe = mirrorDeleter(db);
  const select = db.prepare<[number], unknown>(/* sql */ `
    SELECT record.raw, record.record_json, seen.seen_at_ms, seen.request_seq
    FROM records AS record JOIN sightings AS seen USING (row_id) WHERE record.row_id = ${VALUE}
  `);

  /** Runs `work` on one copy with its counters; `work` answers how many rows it changed. */
  function changing(number: number, work: (facets: FacetCounter) => number): number {
    const facets = counters(number);
    const changed = work(facets);
    facets.write();
    return changed;
  }

  function putOne(
    number: number,
    file: ObservedFile,
    openChanges: (key: FileKey) => readonly FieldChange[],
    facets: FacetCounter,
    mark: (rowId: number) => void,
  ): number {
    const found = rows.find(number, file.record.network, file.record.id);
    if (found !== null && found.raw === file.raw) {
      mark(found.rowId);
      return 0;
    }
    const shown = projectedFile(file.record, openChanges({ network: file.record.network, id: file.record.id }));
    if (found === null) mark(rows.insert(number, file, shown, facets));
    else {
      rows.update(found.rowId, shown, facets);
      rows.putRecord(found.rowId, file);
      mark(found.rowId);
    }
    return 1;
  }

  /** @returns how many rows look different now */
  function replayOne(
    number: number,
    { network, id }: FileKey,
    openChanges: readonly FieldChange[],
    facets: FacetCounter,
  ): number {
    const rowId = rows.rowId(number, network, id);
    if (rowId === null) return 0;
    const { record } = mirroredRow.parse(select.get(rowId));
    return rows.update(rowId, projectedFile(record, openChanges), facets) ? 1 : 0;
  }

  const replayAll: FilesTable['replayAll'] = (connectionId, shown) =>
    atomically(() => {
      const number = copy.find(connectionId);
      if (number === null) return;
      const show = (facets: FacetCounter): number =>
        shown.reduce((changed, [key, openChanges]) => changed + replayOne(number, key, openChanges, facets), 0);
      changing(number, show);
    });

  return {
    put: (connectionId, files, seen: SeenInScan, openChanges) =>
      atomically(() => {
        const number = copy.findOrMake(connectionId);
        const mark = seenRows.marker(seen);
        return changing(number, (facets) => {
          let changed = 0;
          for (const file of files) changed += putOne(number, file, openChanges, facets, mark);
          return changed;
        });
      }),
    markSame: <T extends KnownText>(connectionId: ConnectionId, files: Iterable<T>, seen: SeenInScan) =>
      atomically(() => {
        const number = copy.find(connectionId);
        if (number === null) return [...files];
        const others: T[] = [];
        const mark = seenRows.marker(seen);
        for (const file of files) {
          const rowId = rows.findSame(number, file.record.network, file.record.id, file.raw);
          if (rowId === null) others.push(file);
          else mark(rowId);
        }
        return others;
      }),
    get: ({ connectionId, network, id }) => {
      const number = copy.find(connectionId);
      const rowId = number === null ? null : rows.rowId(number, network, id);
      return rowId === null ? null : mirroredRow.parse(select.get(rowId));
    },
    replay: ({ connectionId, ...key }, openChanges) => replayAll(connectionId, [[key, openChanges]]),
    replayAll,
    shownAsEdited: projectedDifferences(db),
    remove: ({ connectionId, network, id }) =>
      atomically(() => {
        const number = copy.find(connectionId);
        const rowId = number === null ? null : rows.rowId(number, network, id);
        if (number === null || rowId === null) return;
        changing(number, (facets) => rows.remove(rowId, facets));
      }),
    notMetBy: (connectionId, network, scanId, startedRequestSeq) => {
      const number = copy.find(connectionId);
      return number === null ? [] : seenRows.notMetBy(number, network, scanId, startedRequestSeq);
    },
    wipe: (connectionId) =>
      atomically(() => {
        const number = copy.find(connectionId);
        if (number !== null) wipe(number);
      }),
    ...cursorsPart(db),
    freeBytes: () => freeBytesAt(db),
    atomically,
  };
}

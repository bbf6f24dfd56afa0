import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { FileRef } from '../../../src/domain/core/ids.ts';
import { fileRecord } from '../../../src/domain/files/file.ts';
import { jsonColumn, VALUE } from '../sqlite/column-parsers.ts';
import { freeBytesAt } from '../sqlite/private-files.ts';
import { transactions } from '../sqlite/transactions.ts';
import { mirrorDeleter } from './delete-mirror.ts';
import { listedRecordsPart, seenRecordsPart } from './listed-records.ts';
import { cursorsPart, finishedScansPart } from './scan-tables.ts';
import type { FilesTable, MirroredFile } from './mirror.ts';
import { counting, mirrorTables, type MirrorTables } from './mirror-tables.ts';
import { projectedDifferences, projectedFile } from './projected-file.ts';
import { remoteChangesTable } from './remote-changes.ts';

/** The mirror of the service's files in `mirror.db`, with their open edits projected onto them. */
export function filesTable(db: Database): FilesTable {
  const tables = mirrorTables(db);
  return {
    ...listedRecordsPart(tables),
    ...seenRecordsPart(tables),
    ...projectionPart(tables),
    ...removalPart(tables),
    ...remoteChangesPart(tables),
    ...cursorsPart(db),
    ...finishedScansPart(db),
    freeBytes: () => freeBytesAt(db),
    atomically: transactions(db).atomically,
  };
}

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

/** Records as they are read, and the projection of open edits onto them. */
function projectionPart(tables: MirrorTables): Pick<FilesTable, 'get' | 'project' | 'projectAll' | 'projectedFiles'> {
  const { db, ids, rowIds, writer } = tables;
  const { atomically } = transactions(db);
  const select = db.prepare<[number], unknown>(/* sql */ `
    SELECT record.raw, record.record_json, seen.seen_at_ms, seen.request_seq
    FROM records AS record JOIN sightings AS seen USING (row_id) WHERE record.row_id = ${VALUE}
  `);

  const projectAll: FilesTable['projectAll'] = (connectionId, edited) =>
    atomically(() => {
      const mirrorId = ids.find(connectionId);
      if (mirrorId === null) return;
      counting(tables, mirrorId, (facets) => {
        for (const [{ network, id }, openChanges] of edited) {
          const rowId = rowIds.of(mirrorId, network, id);
          if (rowId === null) continue;
          const { record } = mirroredRow.parse(select.get(rowId));
          const projected = projectedFile(record, openChanges);
          writer.update(rowId, projected, writer.pairChanges(rowId, projected), facets);
        }
      });
    });

  return {
    get: ({ connectionId, network, id }) => {
      const mirrorId = ids.find(connectionId);
      const rowId = mirrorId === null ? null : rowIds.of(mirrorId, network, id);
      return rowId === null ? null : mirroredRow.parse(select.get(rowId));
    },
    project: ({ connectionId, ...key }, openChanges) => projectAll(connectionId, [[key, openChanges]]),
    projectAll,
    projectedFiles: projectedDifferences(db),
  };
}

function removalPart(tables: MirrorTables): Pick<FilesTable, 'remove' | 'wipe'> {
  const { db, ids, rowIds, writer } = tables;
  const { atomically } = transactions(db);
  const deleteRows = mirrorDeleter(db);
  return {
    remove: ({ connectionId, network, id }) =>
      atomically(() => {
        const mirrorId = ids.find(connectionId);
        const rowId = mirrorId === null ? null : rowIds.of(mirrorId, network, id);
        if (mirrorId === null || rowId === null) return;
        counting(tables, mirrorId, (facets) => writer.remove(rowId, facets));
      }),
    wipe: (connectionId) =>
      atomically(() => {
        const mirrorId = ids.find(connectionId);
        if (mirrorId !== null) deleteRows(mirrorId);
      }),
  };
}

/** What other people changed, by file. */
function remoteChangesPart({ db, ids, rowIds }: MirrorTables): Pick<FilesTable, 'noteRemoteChange' | 'observedValues'> {
  const changes = remoteChangesTable(db);
  const rowOf = ({ connectionId, network, id }: FileRef): number | null => {
    const mirrorId = ids.find(connectionId);
    return mirrorId === null ? null : rowIds.of(mirrorId, network, id);
  };
  return {
    noteRemoteChange: (of, change) => {
      const rowId = rowOf(of);
      if (rowId !== null) changes.put(rowId, change);
    },
    observedValues: (of) => {
      const rowId = rowOf(of);
      return rowId === null ? [] : changes.values(rowId);
    },
  };
}

import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { ConnectionId, FileKey, FileRef } from '../../../src/domain/core/ids.ts';
import type { FieldChange } from '../../../src/domain/edits/edit.ts';
import { fileRecord, type ObservedFile } from '../../../src/domain/files/file.ts';
import { type FacetCounter, facetCounters } from '../facet-index/facet-index-writer.ts';
import { jsonColumn, VALUE } from '../sqlite/column-parsers.ts';
import { unlessRefused } from '../sqlite/errors.ts';
import { freeBytesAt } from '../sqlite/private-files.ts';
import { transactions } from '../sqlite/transactions.ts';
import { mirrorDeleter } from './delete-mirror.ts';
import { fileRowIds, fileWriter } from './file-writer.ts';
import { cursorsPart, finishedScansPart, lastSeenTable } from './scan-tables.ts';
import { mirrorIds } from './mirror-ids.ts';
import type { FilesTable, KnownText, MirroredFile, SeenInScan } from './mirror.ts';
import { projectedDifferences, projectedFile } from './projected-file.ts';
import { remoteChangesTable } from './remote-changes.ts';

/** The mirror of the service's files in `mirror.db`, with their open edits projected onto them. */
export function filesTable(db: Database): FilesTable {
  const tables: Tables = {
    db,
    ids: mirrorIds(db),
    rowIds: fileRowIds(db),
    writer: fileWriter(db),
    lastSeen: lastSeenTable(db),
    counters: facetCounters(db),
  };
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

type Tables = {
  readonly db: Database;
  readonly ids: ReturnType<typeof mirrorIds>;
  readonly rowIds: ReturnType<typeof fileRowIds>;
  readonly writer: ReturnType<typeof fileWriter>;
  readonly lastSeen: ReturnType<typeof lastSeenTable>;
  readonly counters: ReturnType<typeof facetCounters>;
};

/** Runs `work` on one mirror with its counters, which are written once at the end. */
function counting<T>({ counters }: Tables, mirrorId: number, work: (facets: FacetCounter) => T): T {
  const facets = counters(mirrorId);
  const result = work(facets);
  facets.write();
  return result;
}

type OpenChangesOf = (key: FileKey) => readonly FieldChange[];

/** Records as the service listed them. */
function listedRecordsPart(tables: Tables): Pick<FilesTable, 'put'> {
  const { ids, rowIds, lastSeen } = tables;
  const { atomically } = transactions(tables.db);
  const putOne = recordPutter(tables);
  /** A record of which the mirror keeps an earlier text is still on the service. */
  const markEarlier = ({ mirrorId, markSeen }: Putting, { record }: ObservedFile): false => {
    const rowId = rowIds.of(mirrorId, record.network, record.id);
    if (rowId !== null) markSeen(rowId);
    return false;
  };

  return {
    put: (connectionId, files, seen: SeenInScan, openChanges, refused) =>
      atomically(() => {
        const mirrorId = ids.findOrMake(connectionId);
        const markSeen = lastSeen.marker(seen);
        return counting(tables, mirrorId, (facets) => {
          let changed = 0;
          const putting = { mirrorId, openChanges, facets, markSeen };
          for (const file of files) {
            const onRefused = refused === undefined ? null : (reason: string) => refused(file, reason);
            const put = unlessRefused(() => putOne(putting, file), onRefused);
            if (put ?? markEarlier(putting, file)) changed += 1;
          }
          return changed;
        });
      }),
  };
}

type SeenRecords = Pick<FilesTable, 'markSame' | 'notSeenIn' | 'isSeenIn'>;

/** Which records a scan has seen. */
function seenRecordsPart({ db, ids, rowIds, lastSeen }: Tables): SeenRecords {
  const { atomically } = transactions(db);
  return {
    markSame: <T extends KnownText>(connectionId: ConnectionId, files: Iterable<T>, seen: SeenInScan) =>
      atomically(() => {
        const mirrorId = ids.find(connectionId);
        if (mirrorId === null) return [...files];
        const others: T[] = [];
        const markSeen = lastSeen.marker(seen);
        for (const file of files) {
          const rowId = rowIds.ofSame(mirrorId, file.record.network, file.record.id, file.raw);
          if (rowId === null) others.push(file);
          else markSeen(rowId);
        }
        return others;
      }),
    notSeenIn: (connectionId, network, scanId, startedRequestSeq) => {
      const mirrorId = ids.find(connectionId);
      return mirrorId === null ? [] : lastSeen.notSeenIn(mirrorId, network, scanId, startedRequestSeq);
    },
    isSeenIn: (connectionId, key, scanId) => {
      const mirrorId = ids.find(connectionId);
      return mirrorId !== null && lastSeen.isSeenIn(mirrorId, key, scanId);
    },
  };
}

type Putting = {
  readonly mirrorId: number;
  readonly openChanges: OpenChangesOf;
  readonly facets: FacetCounter;
  readonly markSeen: (rowId: number) => void;
};

/** @returns puts one record or nothing of it, and says whether it differs from the one before */
function recordPutter({ db, rowIds, writer }: Tables): (putting: Putting, file: ObservedFile) => boolean {
  const { atomically } = transactions(db);
  return ({ mirrorId, openChanges, facets, markSeen }, file) => {
    const { network, id } = file.record;
    const before = rowIds.withRaw(mirrorId, network, id);
    if (before !== null && before.raw === file.raw) {
      markSeen(before.rowId);
      return false;
    }
    const projected = projectedFile(file.record, openChanges({ network, id }));
    if (before === null) markSeen(writer.insert(mirrorId, file, projected, facets));
    else {
      atomically(() => {
        // The facets are gathered outside the database, where no rollback reaches them: the update comes last.
        writer.putRecord(before.rowId, file);
        markSeen(before.rowId);
        writer.update(before.rowId, projected, facets);
      });
    }
    return true;
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
function projectionPart(tables: Tables): Pick<FilesTable, 'get' | 'replay' | 'replayAll' | 'projectedFiles'> {
  const { db, ids, rowIds, writer } = tables;
  const { atomically } = transactions(db);
  const select = db.prepare<[number], unknown>(/* sql */ `
    SELECT record.raw, record.record_json, seen.seen_at_ms, seen.request_seq
    FROM records AS record JOIN sightings AS seen USING (row_id) WHERE record.row_id = ${VALUE}
  `);

  const replayAll: FilesTable['replayAll'] = (connectionId, edited) =>
    atomically(() => {
      const mirrorId = ids.find(connectionId);
      if (mirrorId === null) return;
      counting(tables, mirrorId, (facets) => {
        for (const [{ network, id }, openChanges] of edited) {
          const rowId = rowIds.of(mirrorId, network, id);
          if (rowId === null) continue;
          const { record } = mirroredRow.parse(select.get(rowId));
          writer.update(rowId, projectedFile(record, openChanges), facets);
        }
      });
    });

  return {
    get: ({ connectionId, network, id }) => {
      const mirrorId = ids.find(connectionId);
      const rowId = mirrorId === null ? null : rowIds.of(mirrorId, network, id);
      return rowId === null ? null : mirroredRow.parse(select.get(rowId));
    },
    replay: ({ connectionId, ...key }, openChanges) => replayAll(connectionId, [[key, openChanges]]),
    replayAll,
    projectedFiles: projectedDifferences(db),
  };
}

function removalPart(tables: Tables): Pick<FilesTable, 'remove' | 'wipe'> {
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
function remoteChangesPart({ db, ids, rowIds }: Tables): Pick<FilesTable, 'noteRemoteChange' | 'observedValues'> {
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

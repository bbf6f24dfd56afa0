import type { ConnectionId, FileKey } from '../../../src/domain/core/ids.ts';
import type { FieldChange } from '../../../src/domain/edits/edit.ts';
import type { ObservedFile } from '../../../src/domain/files/file.ts';
import type { FacetCounter } from '../facet-index/facet-index-writer.ts';
import { unlessRefused } from '../sqlite/errors.ts';
import { transactions } from '../sqlite/transactions.ts';
import { type FilesTable, type KnownText, MOST_PAIRS, type SeenInScan } from './mirror.ts';
import { counting, type MirrorTables } from './mirror-tables.ts';
import { type ProjectedFile, projectedFile } from './projected-file.ts';

type OpenChangesOf = (key: FileKey) => readonly FieldChange[];

/** Records as the service listed them. */
export function listedRecordsPart(tables: MirrorTables): Pick<FilesTable, 'put'> {
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
    put: (connectionId, files, seen: SeenInScan, openChanges, refused, unfinished) =>
      atomically(() => {
        const mirrorId = ids.findOrMake(connectionId);
        const markSeen = lastSeen.marker(seen);
        return counting(tables, mirrorId, (facets) => {
          let changed = 0;
          const putting = { mirrorId, openChanges, facets, markSeen, unfinished };
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

type SeenRecords = Pick<FilesTable, 'markSame' | 'notSeenIn' | 'oneSeenIn' | 'isSeenIn'>;

/** Which records a scan has seen. */
export function seenRecordsPart({ db, ids, rowIds, lastSeen }: MirrorTables): SeenRecords {
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
    notSeenIn: async (connectionId, network, by) => {
      const mirrorId = ids.find(connectionId);
      return mirrorId === null ? [] : await lastSeen.notSeenIn(mirrorId, network, by);
    },
    oneSeenIn: (connectionId, network, scanId) => {
      const mirrorId = ids.find(connectionId);
      return mirrorId === null ? null : lastSeen.oneSeenIn(mirrorId, network, scanId);
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
  readonly unfinished: ((file: ObservedFile) => void) | undefined;
};

/** @returns puts one record or nothing of it, and says whether it differs from the one before */
function recordPutter(tables: MirrorTables): (putting: Putting, file: ObservedFile) => boolean {
  const { rowIds, writer } = tables;
  const update = recordUpdater(tables);

  function insert({ mirrorId, facets, markSeen }: Putting, file: ObservedFile, whole: ProjectedFile, most: number) {
    const isWhole = whole.pairs.length <= most;
    const projected = isWhole ? whole : { ...whole, pairs: whole.pairs.slice(0, most) };
    markSeen(writer.insert(mirrorId, isWhole ? file : begun(file), projected, facets));
    return isWhole;
  }

  return (putting, file) => {
    const { mirrorId, openChanges, markSeen, unfinished } = putting;
    const { network, id } = file.record;
    const before = rowIds.withRaw(mirrorId, network, id);
    if (before !== null && before.raw === file.raw) {
      markSeen(before.rowId);
      return false;
    }
    const projected = projectedFile(file.record, openChanges({ network, id }));
    const most = unfinished === undefined ? Infinity : MOST_PAIRS;
    const isWhole =
      before === null ? insert(putting, file, projected, most) : update(putting, before.rowId, file, projected, most);
    if (!isWhole) unfinished?.(file);
    return true;
  };
}

/** @returns updates one record with at most so many of its changed pairs, and says whether it has all of them now */
function recordUpdater({ db, writer }: MirrorTables) {
  const { atomically } = transactions(db);
  return ({ facets, markSeen }: Putting, rowId: number, file: ObservedFile, projected: ProjectedFile, most: number) => {
    const changes = writer.pairChanges(rowId, projected, most);
    atomically(() => {
      // The facets are gathered outside the database, where no rollback reaches them: the update comes last.
      writer.putRecord(rowId, changes.isWhole ? file : begun(file));
      markSeen(rowId);
      writer.update(rowId, projected, changes, facets);
    });
    return changes.isWhole;
  };
}

/** A record whose pairs are not all taken: JSON texts begin without a space, so that the next one is compared anew. */
const begun = (file: ObservedFile): ObservedFile => ({ ...file, raw: ` ${file.raw}` });
